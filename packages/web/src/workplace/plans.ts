import { IconBuilding, IconHome, IconPlaneDeparture } from '@tabler/icons-react'
import type { Answer } from '../api/call.ts'

export type UserDay = Answer<'listUserDays'>['items'][number]
export type Plan = NonNullable<UserDay['plan']>

/** The name, icon and color of a plan. */
export const PLANS: Readonly<Record<Plan, { label: string; icon: typeof IconHome; color: string }>> = {
  o: { label: 'Office', icon: IconBuilding, color: 'petrol' },
  r: { label: 'Remote', icon: IconHome, color: 'violet' },
  a: { label: 'Away', icon: IconPlaneDeparture, color: 'gray' },
}

export const PLAN_CODES = ['o', 'r', 'a'] as const satisfies readonly Plan[]

/** Where a plan comes from. */
export const ORIGINS: Readonly<Record<NonNullable<UserDay['planOrigin']>, string>> = {
  'week-plan': 'usual week',
  'day-plan': 'this day only',
  'time-off': 'time off',
  forecast: 'forecast',
}

/** The shortest name of what is booked, such as Desk D-2. */
export const placeInShort = ({ placeName, zoneName, locationName }: NonNullable<UserDay['booking']>): string =>
  placeName ? `Desk ${placeName}` : zoneName ? `The seat in ${zoneName}` : `The place in ${locationName}`

/** The full name of what is booked, such as Desk D-2, 2 North, Level 2. */
export const bookedPlace = (booking: UserDay['booking']): string => {
  if (!booking) return ''
  const { placeName, zoneName, levelName } = booking
  const parts = [placeName && `Desk ${placeName}`, zoneName && (placeName ? zoneName : `A seat in ${zoneName}`), levelName]
  return parts.filter(Boolean).join(', ') || 'The building, without a desk'
}
