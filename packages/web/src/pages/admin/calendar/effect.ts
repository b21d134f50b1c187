import { plural, t } from '@lingui/core/macro'
import type { CalendarEffect } from '@rollcall/contract'
import { useState } from 'react'
import { invalidate } from '../../../api/query.ts'
import { NEXT_STEP } from '../shared/modals.tsx'

/** Everything that a change of a calendar changes. */
export const readAgain = () =>
  invalidate(
    ...(['getCalendar', 'listOutageSuggestions', 'listUserDays', 'listColleagueDays'] as const),
    ...(['listFreeDesks', 'listFreeZones', 'listFreeBays', 'listUserParking'] as const),
  )

/** What a change does to bookings and published days, as sentences. */
export const effectWords = (effect: CalendarEffect): string[] => [canceledWords(effect), ...restatedWords(effect)]

const canceledWords = ({ dryRun, bookingCount, userCount }: CalendarEffect): string => {
  if (bookingCount === 0) return dryRun ? t`No booking will be canceled.` : t`No booking was canceled.`
  return dryRun
    ? t`${plural(bookingCount, { one: '# booking', other: '# bookings' })} of ${plural(userCount, { one: '# person', other: '# people' })} will be canceled.`
    : t`${plural(bookingCount, { one: '# booking', other: '# bookings' })} of ${plural(userCount, { one: '# person', other: '# people' })} ${plural(bookingCount, { one: 'was', other: 'were' })} canceled.`
}

/** What a change does to published days; empty if it does nothing. */
export const restatedWords = ({ restatedDays }: Pick<CalendarEffect, 'restatedDays'>): string[] =>
  restatedDays > 0
    ? [t`The next refresh restates ${plural(restatedDays, { one: '# published day', other: '# published days' })}.`]
    : []

type Send<V> = (values: V, dryRun: 'true' | 'false') => Promise<CalendarEffect>

/**
 * A form that shows what its values would do before it does it: the first `save` is a dry run. Other values need another preview.
 */
export const usePreviewed = <V extends object>(values: V, send: Send<V>, whenDone: (effect: CalendarEffect) => void) => {
  const [last, setLast] = useState<{ readonly key: string; readonly effect: CalendarEffect }>()
  const key = JSON.stringify(values)
  const effect = last?.key === key ? last.effect : undefined
  const save = async (given: V): Promise<unknown> => {
    if (!effect) {
      setLast({ key, effect: await send(given, 'true') })
      return NEXT_STEP
    }
    const done = await send(given, 'false')
    await readAgain()
    whenDone(done)
    return undefined
  }
  return { effect, save }
}
