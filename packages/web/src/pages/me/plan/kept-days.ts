import { plural, t } from '@lingui/core/macro'
import { type Answer, call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone, notifyFailed, notifyOffer, notifyUndoable } from '../../../components/notices.tsx'
import { addDays, weekdayOf } from '../../../time/days.ts'
import { aboutDay, restoreDay } from '../../../workplace/day-commands.ts'
import { ME, useHome, useMe } from '../../../workplace/me.tsx'
import type { UserDay } from '../../../workplace/plans.ts'

type WeekdayPlan = Answer<'getWeekPlan'>['days'][number]

/** What notices about the usual week are about: the next one takes their place. */
const USUAL_WEEK = 'usual week'

/** What a notice is about that undoes changes of these days: it goes once one of them is changed again. */
export const aboutDays = (days: readonly UserDay[]): string[] => days.map(({ day }) => aboutDay(day))

/** Reads again what depends on the plans of days. */
export const readDaysAgain = () =>
  invalidate('getWeekPlan', 'listUserDays', 'listFreeDesks', 'listFreeZones', 'listColleagueDays', 'listUserParking')

/** Whether a day keeps a plan of its own that differs from the usual week. */
const isKept = (week: readonly WeekdayPlan[], { day, plan, planOrigin, isPast, locationId }: UserDay): boolean => {
  if (isPast || planOrigin !== 'day-plan') return false
  const usual = week.find(({ weekday }) => weekday === weekdayOf(day))
  return (usual?.plan ?? null) !== plan || (plan === 'o' && !!usual?.locationId && usual.locationId !== locationId)
}

/**
 * Whether the own plan of a day is what the usual week says, so that the day can follow it without any other change. Behind the days
 * that are planned each night, it would lose what is booked.
 */
const isSame = (week: readonly WeekdayPlan[], day: UserDay, home: Home): boolean => {
  if (day.isPast || day.planOrigin !== 'day-plan' || isKept(week, day)) return false
  const usual = week.find(({ weekday }) => weekday === weekdayOf(day.day))
  if (day.plan === 'o' && day.locationId !== (usual?.locationId ?? home.locationId)) return false
  return !day.booking || day.day <= home.plannedUntil
}

interface Home {
  readonly locationId: string | null
  /** The last day that is planned each night. */
  readonly plannedUntil: string
}

interface Followed {
  /** The days whose plans change. */
  readonly kept: readonly UserDay[]
  /** All days that follow the usual week from now on. */
  readonly all: readonly UserDay[]
}

/** Says how many days follow the changed usual week and how many keep a plan of their own, and offers to change those, too. */
export const useUsualWeekNotice = () => {
  const home = useHome()
  const { primaryLocationId } = useMe()
  const restore = useAction({
    mutationFn: async (days: readonly UserDay[]) => {
      for (const day of days) await restoreDay(day).run()
    },
    onSuccess: (_, days) => {
      const count = days.length
      const words = plural(count, { one: '# day has its own plan again.', other: '# days have their own plans again.' })
      notifyDone(words, USUAL_WEEK, ...aboutDays(days))
    },
    onError: notifyFailed,
    onSettled: readDaysAgain,
  })
  const follow = useAction({
    mutationFn: async ({ all }: Followed) => {
      for (const { day } of all) await call('clearDayPlan', { params: { ...ME, day } })
    },
    onSuccess: (_, { kept, all }) => {
      const count = kept.length
      const words = plural(count, { one: '# day follows your usual week.', other: '# days follow your usual week.' })
      notifyUndoable(words, () => restore.mutate(all), USUAL_WEEK, ...aboutDays(all))
    },
    onError: notifyFailed,
    onSettled: readDaysAgain,
  })
  return async (week: readonly WeekdayPlan[], startDate: string, endDate: string): Promise<void> => {
    await readDaysAgain()
    const { items } = await call('listUserDays', { params: ME, query: { startDate, endDate } })
    const kept = items.filter((day) => isKept(week, day))
    const planned = items.filter(({ planOrigin }) => planOrigin === 'week-plan' || planOrigin === 'forecast').length
    const count = kept.length
    if (count === 0) return notifyDone(t`Your usual week is changed.`, USUAL_WEEK)
    const ofHome = { locationId: primaryLocationId, plannedUntil: addDays(startDate, home?.bookingHorizonDays ?? 0) }
    const all = items.filter((day) => kept.includes(day) || isSame(week, day, ofHome))
    const words = t`Your usual week is saved. ${plural(planned, { 0: 'No day ahead follows it yet', one: '# day ahead follows it', other: '# days ahead follow it' })}; ${plural(count, { one: '# day has another plan of its own, and keeps it.', other: '# days have other plans of their own, and keep them.' })}`
    notifyOffer(words, t`Change those, too`, () => follow.mutate({ kept, all }), USUAL_WEEK, ...aboutDays(kept))
  }
}
