import { notifications } from '@mantine/notifications'
import { type Answer, call } from '../../../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyFailed } from '../../../components/mutation-notice.ts'
import { ME } from './use-me.ts'

export type UserDays = Answer<'listUserDays'>
export type UserDay = UserDays['items'][number]
export type Plan = NonNullable<UserDay['plan']>

export const userDaysQuery = (startDate: string, endDate: string) =>
  apiQuery('listUserDays', { params: ME, query: { startDate, endDate } })

const CACHED = { queryKey: ['listUserDays'] }

/** Shows a day as it is, or as it is about to be, wherever it is shown. */
const showDay = (day: string, change: (shown: UserDay) => UserDay): void => {
  queryClient.setQueriesData<UserDays>(CACHED, (days) =>
    days?.items ? { items: days.items.map((each) => (each.day === day ? change(each) : each)) } : days,
  )
}

export interface DayCommand {
  readonly day: string
  /** What it comes to if nobody was faster. */
  readonly expected: (shown: UserDay) => UserDay
  readonly run: () => Promise<UserDay>
  /** Said when it is done. */
  readonly done?: (day: UserDay) => string
}

/**
 * Changes a day. It is shown at once as it will be; if the service refuses, it is shown as it was, and why. Then everything that
 * depends on it is read again.
 */
export const useDayCommand = () =>
  useAction({
    // Another day can be changed meanwhile.
    lockOf: ({ day }: DayCommand) => day,
    mutationFn: ({ run }: DayCommand) => run(),
    onMutate: async ({ day, expected }) => {
      await queryClient.cancelQueries(CACHED)
      const before = queryClient.getQueriesData<UserDays>(CACHED)
      showDay(day, expected)
      return { before }
    },
    onSuccess: (day, { done }) => {
      showDay(day.day, () => day)
      if (done) notifications.show({ message: done(day), color: 'petrol' })
    },
    onError: (error, _command, context) => {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data)
      notifyFailed(error)
    },
    onSettled: () => invalidate('listUserDays', 'listFreeDesks', 'listFreeZones', 'listColleagueDays'),
  })

/** Plans a day; an office day is in the building given, else the primary one. */
export const planDay = (day: string, plan: Plan, locationId: string | null): DayCommand => ({
  day,
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
  expected: (shown) => shown,
  run: () => call('clearDayPlan', { params: { ...ME, day } }),
})

export const cancelBooking = (day: string): DayCommand => ({
  day,
  expected: (shown) => ({ ...shown, booking: null }),
  run: () => call('cancelBooking', { params: { ...ME, day } }),
  done: () => 'The booking is cancelled. The day stays an office day.',
})
