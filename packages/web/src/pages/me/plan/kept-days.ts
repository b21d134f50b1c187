import { plural, t } from '@lingui/core/macro'
import { type Answer, call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone, notifyFailed, notifyOffer, notifyUndoable } from '../../../components/notices.tsx'
import { weekdayOf } from '../../../time/days.ts'
import { ME } from '../../../workplace/me.tsx'
import type { UserDay } from '../../../workplace/plans.ts'
import { restoreDay } from '../../../workplace/user-days.ts'

type WeekdayPlan = Answer<'getWeekPlan'>['days'][number]

/** Reads again what depends on the plans of days. */
export const readDaysAgain = () =>
  invalidate('getWeekPlan', 'listUserDays', 'listFreeDesks', 'listFreeZones', 'listColleagueDays', 'listUserParking')

/** Whether a day keeps a plan of its own that differs from the usual week. */
const isKept = (week: readonly WeekdayPlan[], { day, plan, planOrigin, isPast, locationId }: UserDay): boolean => {
  if (isPast || planOrigin !== 'day-plan') return false
  const usual = week.find(({ weekday }) => weekday === weekdayOf(day))
  return (usual?.plan ?? null) !== plan || (plan === 'o' && !!usual?.locationId && usual.locationId !== locationId)
}

/** Says on how many days the changed usual week is planned and how many keep a plan of their own, and offers to change those, too. */
export const useUsualWeekNotice = () => {
  const restore = useAction({
    mutationFn: async (days: readonly UserDay[]) => {
      for (const day of days) await restoreDay(day).run()
    },
    onSuccess: (_, { length: count }) =>
      notifyDone(plural(count, { one: '# day has its own plan again.', other: '# days have their own plans again.' })),
    onError: notifyFailed,
    onSettled: readDaysAgain,
  })
  const follow = useAction({
    mutationFn: async (days: readonly UserDay[]) => {
      for (const { day } of days) await call('clearDayPlan', { params: { ...ME, day } })
    },
    onSuccess: (_, days) => {
      const count = days.length
      const words = plural(count, { one: '# day follows your usual week.', other: '# days follow your usual week.' })
      notifyUndoable(words, () => restore.mutate(days))
    },
    onError: notifyFailed,
    onSettled: readDaysAgain,
  })
  return async (week: readonly WeekdayPlan[], startDate: string, endDate: string): Promise<void> => {
    await readDaysAgain()
    const { items } = await call('listUserDays', { params: ME, query: { startDate, endDate } })
    const kept = items.filter((day) => isKept(week, day))
    const planned = items.filter(({ planOrigin, plan }) => planOrigin === 'week-plan' && plan !== null).length
    const count = kept.length
    if (count === 0) return notifyDone(t`Your usual week is changed.`)
    const words = t`Your usual week is planned on ${plural(planned, { one: '# day', other: '# days' })}; ${plural(count, { one: '# day keeps the plan that you set for it.', other: '# days keep the plans that you set for them.' })}`
    notifyOffer(words, t`Change those, too`, () => follow.mutate(kept))
  }
}
