import { type Answer, call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../../components/notices.tsx'
import type { Plan, UserDay } from '../../../workplace/plans.ts'

export type Person = Answer<'getUser'>

/** The operations whose data show bookings. */
export const readAgain = () =>
  invalidate(
    'listUserDays',
    'listUserActions',
    'listFreeDesks',
    'listFreeZones',
    'listColleagueDays',
    'listDeskBookings',
    'explainDay',
  )

export interface DayChange {
  readonly run: () => Promise<unknown>
  /** The message after success. */
  readonly done: string
}

/** Changes a day of another person at once. */
export const useDayChange = () =>
  useAction({
    mutationFn: ({ run }: DayChange) => run(),
    commandOf: ({ done }) => done,
    onSuccess: async (_, { done }) => {
      await readAgain()
      notifyDone(done)
    },
    onError: notifyFailed,
  })

export const setPlan = ({ userId }: Person, { day, locationId }: UserDay, plan: Plan) =>
  call('setDayPlan', { params: { userId, day }, body: { plan, ...(plan === 'o' && locationId ? { locationId } : {}) } })

export const cancel = ({ userId }: Person, { day }: UserDay) => call('cancelBooking', { params: { userId, day } })

export const followWeek = ({ userId }: Person, { day }: UserDay) => call('clearDayPlan', { params: { userId, day } })
