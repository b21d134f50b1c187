import { t } from '@lingui/core/macro'
import type { Answer } from '../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { closeNotices, notifyDone, notifyFailed, notifyUndoable } from '../components/notices.tsx'
import { shortDay } from '../time/days.ts'
import { bookedInShort } from './booked-words.ts'
import { aboutDay, aboutStay, type DayCommand, restoreDay } from './day-commands.ts'
import { ME } from './me.tsx'
import { useParkingCommands } from './parking-commands.ts'
import { PLANS, type UserDay } from './plans.ts'

type UserDays = Answer<'listUserDays'>

export const userDaysQuery = (startDate: string, endDate: string) =>
  apiQuery('listUserDays', { params: ME, query: { startDate, endDate } })

/** Those of the user: administrators have read days of other people by the same operation. */
export const OWN_DAYS = { queryKey: ['listUserDays', { params: ME }] }

/** Changes a day in all cached responses, so that every view shows it. */
const showDay = (day: string, change: (shown: UserDay) => UserDay): void => {
  queryClient.setQueriesData<UserDays>(OWN_DAYS, (days) =>
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

interface DayCommandOptions {
  /** Whether the page shows bays and visitors beside the plan, so that no notice says which of them stay. */
  readonly isAllShown?: boolean
}

/** Of notices about the plan of a day only the last is shown, whichever day it is about. */
const PLANNED = 'planned day'

/**
 * Changes a day. The expected result is shown at once; if the service refuses, the earlier state is shown with the reason.
 * Then everything that depends on the day is fetched again.
 */
export const useDayCommand = ({ isAllShown = false }: DayCommandOptions = {}) => {
  const parking = useParkingCommands()
  const command = useAction({
    // Another day can be changed at the same time.
    lockOf: ({ day }: DayCommand) => day,
    commandOf: ({ day, name }) => `${name} on ${day}`,
    mutationFn: ({ run }: DayCommand) => run(),
    onMutate: async ({ day, expected }) => {
      await queryClient.cancelQueries(OWN_DAYS)
      const cached = queryClient.getQueriesData<UserDays>(OWN_DAYS)
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
      const [about, planned] = [aboutDay(day.day), `${PLANNED} ${day.day}`]
      closeNotices(aboutStay(day.day), planned)
      if (message && shown && isUndoable) notifyUndoable(message, undo, about)
      else if (message) notifyDone(message, about)
      else if (shown && isUndoable && isNewPlan(shown, day)) notifyUndoable(plannedWords(day), undo, about, planned, PLANNED)
      if (shown && !isAllShown) tellWhatStays(shown, day, parking.cancel.mutate)
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

/** Loaded when it is first needed. What cannot be read is not said; the page of plans shows it. */
const tellWhatStays = (...change: Parameters<typeof import('./what-stays.ts').tellWhatStays>): void => {
  import('./what-stays.ts').then((loaded) => loaded.tellWhatStays(...change)).catch(() => undefined)
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
  const [place, day] = [bookedInShort(lost), shortDay(on)]
  return plan === 'o' && !booking
    ? t`${place} on ${day} given back. The day stays an office day.`
    : t`${place} on ${day} given back.`
}
