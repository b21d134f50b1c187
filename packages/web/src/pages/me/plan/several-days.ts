import { plural, t } from '@lingui/core/macro'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone, notifyFailed, notifyUndoable } from '../../../components/notices.tsx'
import { dayRange } from '../../../time/days.ts'
import { restoreDay } from '../../../workplace/day-commands.ts'
import { ME } from '../../../workplace/me.tsx'
import { PLANS, type Plan, type UserDay } from '../../../workplace/plans.ts'
import { aboutDays, readDaysAgain } from './kept-days.ts'

export interface SeveralDays {
  readonly plan: Plan
  readonly from: string
  readonly to: string
}

/** Whether the plan of several days changes this one: days off stay, and so do weekends and closed days without an office plan. */
const isChanged = (wanted: Plan, { plan, planOrigin, isPast, dayType }: UserDay): boolean =>
  !isPast && planOrigin !== 'time-off' && plan !== wanted && (dayType === 'workday' || plan === 'o')

/** Plans all working days from one day to another, and offers to undo it, which brings plans and bookings back. */
export const usePlanSeveralDays = (onDone: () => void) => {
  const restore = useAction({
    mutationFn: async (days: readonly UserDay[]) => {
      for (const day of days) await restoreDay(day).run()
    },
    onSuccess: (_, days) => {
      const count = days.length
      const words = plural(count, { one: '# day is as it was before.', other: '# days are as they were before.' })
      notifyDone(words, ...aboutDays(days))
    },
    onError: notifyFailed,
    onSettled: readDaysAgain,
  })
  return useAction({
    mutationFn: async ({ plan, from, to }: SeveralDays) => {
      const { items } = await call('listUserDays', { params: ME, query: { startDate: from, endDate: to } })
      const done: UserDay[] = []
      try {
        for (const each of items.filter((item) => isChanged(plan, item))) {
          await call('setDayPlan', { params: { ...ME, day: each.day }, body: { plan } })
          done.push(each)
        }
      } catch (error) {
        // What was changed before can still be undone.
        if (done.length === 0) throw error
        notifyFailed(error)
      }
      return done
    },
    onSuccess: (done, { plan, from, to }) => {
      const [count, { label }, days] = [done.length, PLANS[plan], dayRange(from, to)]
      if (count === 0) notifyDone(t`Nothing to change: these days are planned so already, or are no working days.`)
      else {
        const words = t`${label}, ${days}: ${plural(count, { one: '# day planned.', other: '# days planned.' })}`
        notifyUndoable(words, () => restore.mutate(done), ...aboutDays(done))
      }
      onDone()
    },
    onSettled: readDaysAgain,
  })
}
