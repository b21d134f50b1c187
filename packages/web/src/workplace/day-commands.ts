import { t } from '@lingui/core/macro'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { notifyFailed } from '../components/notices.tsx'
import { shortDay } from '../time/days.ts'
import { bookedInShort, bookedWords } from './booked-words.ts'
import { ME } from './me.tsx'
import type { Plan, UserDay } from './plans.ts'

/** A change of one's own day, for `useDayCommand`. */
export interface DayCommand {
  readonly day: string
  /** The name of the change, used to recognize a double click. */
  readonly name: string
  /** The expected result if no one else was faster. */
  readonly expected: (shown: UserDay) => UserDay
  readonly run: () => Promise<UserDay>
  /** The message after success, if any. */
  readonly done?: (day: UserDay) => string | undefined
  /** Whether the notice, which says at least if a desk was lost, offers for a while to undo it. */
  readonly isUndoable?: boolean
}

/** What notices about the plan and the booking of a day are about: the next one takes their place. */
export const aboutDay = (day: string): string => `plan of ${day}`

/** What the notice about what stays in a building on a day is about. */
export const aboutStay = (day: string): string => `what stays on ${day}`

/** Plans a day; an office day is in the building given, else the primary one. */
export const planDay = (day: string, plan: Plan, locationId: string | null): DayCommand => ({
  day,
  name: `plan ${plan}`,
  isUndoable: true,
  expected: (shown) => ({
    ...shown,
    plan,
    planOrigin: 'day-plan',
    booking: plan === 'o' ? shown.booking : null,
    ...(plan === 'o' ? {} : { locationId: null, locationName: null }),
  }),
  run: () =>
    call('setDayPlan', { params: { ...ME, day }, body: { plan, ...(plan === 'o' && locationId ? { locationId } : {}) } }),
})

export const followWeekPlan = (day: string): DayCommand => ({
  day,
  name: 'clear',
  isUndoable: true,
  expected: (shown) => shown,
  run: () => call('clearDayPlan', { params: { ...ME, day } }),
})

export const cancelBooking = (day: string): DayCommand => ({
  day,
  name: 'cancel',
  isUndoable: true,
  expected: (shown) => ({ ...shown, booking: null }),
  run: () => call('cancelBooking', { params: { ...ME, day } }),
})

export const checkIn = (day: string): DayCommand => ({
  day,
  name: 'check in',
  expected: (shown) =>
    shown.booking ? { ...shown, checkInBy: null, booking: { ...shown.booking, checkedInAt: new Date().toISOString() } } : shown,
  run: () => call('checkIn', { params: { ...ME, day } }),
  done: ({ booking }) => {
    const place = bookedWords(booking)
    return t`You have checked in: ${place}.`
  },
})

/**
 * Restores the plan of a day, and books the same place again, or none. If the place was taken meanwhile, only the plan is restored.
 */
export const restoreDay = (before: UserDay): DayCommand => {
  const { day, booking } = before
  const [place, date] = [booking ? bookedInShort(booking) : '', shortDay(day)]
  return {
    day,
    // Two steps back, one after the other, are no double click.
    name: `restore ${booking?.placeId ?? booking?.zoneId ?? booking?.locationId}`,
    expected: () => before,
    run: async () => {
      const planned = await restorePlan(before)
      if (!booking) return planned.booking ? await call('cancelBooking', { params: { ...ME, day } }) : planned
      try {
        return await call('book', { params: { ...ME, day }, body: nodeOf(booking) })
      } catch (error) {
        if (!isTaken(error)) throw error
        notifyFailed(new Error(t`${place} on ${date} was taken meanwhile. The plan is back, without it.`))
        return planned
      }
    },
    done: (restored) => (restored.booking ? t`${place} on ${date} is yours again.` : undefined),
  }
}

const restorePlan = ({ day, plan, planOrigin, locationId }: UserDay): Promise<UserDay> =>
  plan !== null && planOrigin === 'day-plan'
    ? call('setDayPlan', { params: { ...ME, day }, body: { plan, ...(plan === 'o' && locationId ? { locationId } : {}) } })
    : call('clearDayPlan', { params: { ...ME, day } })

const nodeOf = ({ placeId, zoneId, locationId }: NonNullable<UserDay['booking']>) =>
  placeId ? { placeId } : zoneId ? { zoneId } : { locationId }

const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'desk_taken' || error.code === 'zone_full')
