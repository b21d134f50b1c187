import { t } from '@lingui/core/macro'
import type { Query } from '@tanstack/react-query'
import type { Answer } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { sessionQuery } from '../api/session.ts'
import { type KeptDay, keepWeek } from '../offline/kept-week.ts'
import { addDays, mondayOf, shortDay, todayIn } from '../time/days.ts'
import { momentText } from '../time/zoned-time.ts'
import { bookedPlace, PLANS, type UserDay } from '../workplace/plans.ts'

const OPERATION = 'listUserDays'

interface Asked {
  readonly params?: { readonly userId?: string }
  readonly query?: { readonly startDate?: string; readonly endDate?: string }
}

/** Whether these are the own days of a range that includes all of the week. */
const isOwnWeek = (asked: Asked | undefined, monday: string): boolean => {
  const { startDate, endDate } = asked?.query ?? {}
  return asked?.params?.userId === 'me' && !!startDate && !!endDate && startDate <= monday && endDate >= addDays(monday, 6)
}

const inWords = ({ day, plan, booking, locationName }: UserDay): KeptDay => ({
  day,
  name: shortDay(day),
  plan: plan ? PLANS[plan].label : t`No plan`,
  where: bookedPlace(booking) || (plan === 'o' ? (locationName ?? '') : ''),
})

const keep = ({ queryKey, state }: Query): void => {
  const [operation, asked] = queryKey as readonly [unknown, Asked | undefined]
  const monday = mondayOf(todayIn())
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  if (operation !== OPERATION || state.data === undefined || !isOwnWeek(asked, monday) || !session || session.isExpired) return
  const { items } = state.data as Answer<typeof OPERATION>
  const days = items.filter(({ day }) => day >= monday && day <= addDays(monday, 6))
  void keepWeek({ asOf: momentText(new Date(state.dataUpdatedAt).toISOString()), days: days.map(inWords) })
}

/** Keeps the own week that any page reads, for the page that this browser shows offline. Nothing is read for it. */
export const startKeepingWeek = (): void => {
  const cache = queryClient.getQueryCache()
  cache.findAll({ queryKey: [OPERATION] }).forEach(keep)
  cache.subscribe((event) => {
    // Only what was answered: a tab that asks again after another one signed out would keep the week that was just forgotten.
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
}
