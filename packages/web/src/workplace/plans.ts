import { msg, t } from '@lingui/core/macro'
import { IconBuilding, IconHome, IconPlaneDeparture } from '@tabler/icons-react'
import type { Answer } from '../api/call.ts'
import { laterWords } from '../language/later-words.ts'

export type UserDay = Answer<'listUserDays'>['items'][number]
export type Plan = NonNullable<UserDay['plan']>

/** The name, icon and color of a plan. */
const LABELS = laterWords({ o: msg`Office`, r: msg`Remote`, a: msg`Away` })

export const PLANS: Readonly<Record<Plan, { label: string; icon: typeof IconHome; color: string }>> = {
  o: {
    get label() {
      return LABELS.o
    },
    icon: IconBuilding,
    color: 'petrol',
  },
  r: {
    get label() {
      return LABELS.r
    },
    icon: IconHome,
    color: 'violet',
  },
  a: {
    get label() {
      return LABELS.a
    },
    icon: IconPlaneDeparture,
    color: 'gray',
  },
}

export const PLAN_CODES = ['o', 'r', 'a'] as const satisfies readonly Plan[]

/** Where a plan comes from. */
export const ORIGINS: Readonly<Record<NonNullable<UserDay['planOrigin']>, string>> = laterWords({
  'week-plan': msg`usual week`,
  'day-plan': msg`this day only`,
  'time-off': msg`time off`,
  forecast: msg`forecast`,
})

/** The shortest name of what is booked, such as Desk D-2. */
export const placeInShort = ({ placeName, zoneName, locationName }: NonNullable<UserDay['booking']>): string =>
  placeName ? t`Desk ${placeName}` : zoneName ? t`The seat in ${zoneName}` : t`The place in ${locationName}`

/** The full name of what is booked, such as Desk D-2, 2 North, Level 2. */
export const bookedPlace = (booking: UserDay['booking']): string => {
  if (!booking) return ''
  const { placeName, zoneName, levelName } = booking
  const parts = [placeName && t`Desk ${placeName}`, zoneName && (placeName ? zoneName : t`A seat in ${zoneName}`), levelName]
  return parts.filter(Boolean).join(', ') || t`The building, without a desk`
}
