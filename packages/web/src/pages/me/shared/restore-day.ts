import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { notifyFailed } from '../../../components/mutation-notice.ts'
import { shortDay } from '../../../time/days.ts'
import { placeInShort } from './plan-words.ts'
import { ME } from './use-me.ts'
import type { DayCommand, UserDay } from './user-days.ts'

/** Plans a day as it was and books the same place again. Where that was taken meanwhile, the plan comes back without it. */
export const restoreDay = (before: UserDay): DayCommand => {
  const { day, booking } = before
  return {
    day,
    name: 'restore',
    expected: () => before,
    run: async () => {
      const planned = await restorePlan(before)
      if (!booking) return planned
      try {
        return await call('book', { params: { ...ME, day }, body: nodeOf(booking) })
      } catch (error) {
        if (!isTaken(error)) throw error
        notifyFailed(new Error(`${placeInShort(booking)} on ${shortDay(day)} was taken meanwhile. The plan is back, without it.`))
        return planned
      }
    },
    done: (restored) => (restored.booking ? `${placeInShort(restored.booking)} on ${shortDay(day)} is yours again.` : undefined),
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
