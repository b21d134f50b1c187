import { t } from '@lingui/core/macro'
import { ApiError } from '../api/api-error.ts'
import { type Answer, call } from '../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { notifyDone, notifyFailed, notifyUndoable } from '../components/notices.tsx'
import { shortDay } from '../time/days.ts'
import { ME } from './me.tsx'
import { bookedPlace, PLANS, type Plan, placeInShort, type UserDay } from './plans.ts'

type UserDays = Answer<'listUserDays'>

export const userDaysQuery = (startDate: string, endDate: string) =>
  apiQuery('listUserDays', { params: ME, query: { startDate, endDate } })

/** Those of the user: administrators have read days of other people by the same operation. */
const CACHED = { queryKey: ['listUserDays', { params: ME }] }

/** Changes a day in all cached responses, so that every view shows it. */
const showDay = (day: string, change: (shown: UserDay) => UserDay): void => {
  queryClient.setQueriesData<UserDays>(CACHED, (days) =>
    days?.items ? { items: days.items.map((each) => (each.day === day ? change(each) : each)) } : days,
  )
}

/** Shows a desk that was given back as free in all cached responses, until they are read again. */
const showFree = ({ day, booking }: UserDay): void => {
  if (!booking?.placeId) return
  const { placeId } = booking
  for (const [key, desks] of queryClient.getQueriesData<{ items: { placeId: string }[] }>({ queryKey: ['listFreeDesks'] })) {
    const { query } = (key[1] ?? {}) as { query?: { day?: string; levelId?: string } }
    const isHere = query?.day === day && (query.levelId === undefined || query.levelId === booking.levelId)
    if (!desks || !isHere || desks.items.some((desk) => desk.placeId === placeId)) continue
    queryClient.setQueryData(key, { ...desks, items: [...desks.items, booking] })
  }
}

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

/**
 * Changes a day. The expected result is shown at once; if the service refuses, the earlier state is shown with the reason.
 * Then everything that depends on the day is fetched again.
 */
export const useDayCommand = () => {
  const command = useAction({
    // Another day can be changed at the same time.
    lockOf: ({ day }: DayCommand) => day,
    commandOf: ({ day, name }) => `${name} on ${day}`,
    mutationFn: ({ run }: DayCommand) => run(),
    onMutate: async ({ day, expected }) => {
      await queryClient.cancelQueries(CACHED)
      const cached = queryClient.getQueriesData<UserDays>(CACHED)
      const shown = cached.flatMap(([, days]) => days?.items ?? []).find((each) => each.day === day)
      showDay(day, expected)
      if (shown?.booking && !expected(shown).booking) showFree(shown)
      return { shown }
    },
    onSuccess: (day, { done, isUndoable }, { shown }) => {
      showDay(day.day, () => day)
      const lost = isUndoable && !done ? lostBooking(shown, day) : undefined
      const message = lost ? givenBack(lost, day) : done?.(day)
      const undo = () => shown && command.mutate(restoreDay(shown))
      if (message && shown && isUndoable) notifyUndoable(message, undo)
      else if (message) notifyDone(message)
      else if (shown && isUndoable && isNewPlan(shown, day)) notifyUndoable(plannedWords(day), undo, 'planned-day')
    },
    onError: (error, { day }, context) => {
      const shown = context?.shown
      // Other days may have changed meanwhile.
      if (shown) showDay(day, () => shown)
      notifyFailed(error)
    },
    onSettled: () => {
      void invalidate('listUserDays', 'listFreeDesks', 'listFreeZones', 'listColleagueDays', 'listDeskBookings')
    },
  })
  return command
}

/** The earlier booking, if it is gone now. */
const lostBooking = (before: UserDay | undefined, after: UserDay): UserDay['booking'] => {
  const booked = before?.booking ?? null
  const kept = after.booking
  return booked && kept && (['locationId', 'zoneId', 'placeId'] as const).every((part) => booked[part] === kept[part])
    ? null
    : booked
}

/** Whether a day had no plan of its own before: then choosing another plan does not bring back what was there. */
const isNewPlan = (before: UserDay, { plan, planOrigin }: UserDay): boolean =>
  before.planOrigin !== 'day-plan' && planOrigin === 'day-plan' && plan !== before.plan

const plannedWords = ({ day: on, plan }: UserDay): string => {
  const [label, day] = [plan ? PLANS[plan].label : '', shortDay(on)]
  return t`${label} on ${day}.`
}

const givenBack = (lost: NonNullable<UserDay['booking']>, { day: on, plan, booking }: UserDay): string => {
  const [place, day] = [placeInShort(lost), shortDay(on)]
  return plan === 'o' && !booking
    ? t`${place} on ${day} given back. The day stays an office day.`
    : t`${place} on ${day} given back.`
}

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
    const place = bookedPlace(booking)
    return t`You have checked in: ${place}.`
  },
})

/**
 * Restores the plan of a day, and books the same place again, or none. If the place was taken meanwhile, only the plan is restored.
 */
export const restoreDay = (before: UserDay): DayCommand => {
  const { day, booking } = before
  const [place, date] = [booking ? placeInShort(booking) : '', shortDay(day)]
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
