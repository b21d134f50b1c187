import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../api/call.ts'
import { apiQuery } from '../api/query.ts'
import { weekdayOf } from '../time/days.ts'
import { YEARS } from './calendar-years.ts'

export type Calendar = Answer<'getCalendar'>
export type DayType = Answer<'listUserDays'>['items'][number]['dayType']

export const yearOf = (day: string): number => Number(day.slice(0, 4))

export const calendarQuery = (locationId: string, year: number) =>
  apiQuery('getCalendar', { params: { locationId }, query: { year } })

interface Period {
  readonly firstDay: string
  readonly lastDay: string
}

export const isWithin = (day: string, { firstDay, lastDay }: Period): boolean => day >= firstDay && day <= lastDay

export interface CalendarDay {
  readonly type: DayType
  /** The holidays of the day, or the reasons why the building is closed. */
  readonly name: string | null
  readonly isOutage: boolean
}

/** What a day of the calendar is: a closure goes before a holiday, and a holiday before the weekend. */
export const dayOf = ({ workingDays, holidays, closures, outages }: Calendar, day: string): CalendarDay => {
  const isOutage = outages.some((outage) => outage.status === 'accepted' && isWithin(day, outage))
  const reasons = closures.filter((closure) => isWithin(day, closure)).map(({ reason }) => reason)
  if (reasons.length > 0) return { type: 'closed', name: joined(reasons), isOutage }
  const names = holidays.filter((holiday) => holiday.day === day).map(({ name }) => name)
  if (names.length > 0) return { type: 'holiday', name: joined(names), isOutage }
  return { type: workingDays.includes(weekdayOf(day)) ? 'workday' : 'weekend', name: null, isOutage }
}

const joined = (names: readonly string[]): string => [...new Set(names)].sort().join(', ')

/** `Christmas Day`, or `Closed: Water damage`; undefined for days that are neither a holiday nor closed. */
export const closedWords = ({ type, name }: Pick<CalendarDay, 'type' | 'name'>): string | undefined =>
  type === 'closed' ? (name ? t`Closed: ${name}` : t`Closed`) : type === 'holiday' ? (name ?? t`Holiday`) : undefined

/** Why no one is booked in a building on a day; undefined if people may be booked, or while the calendar loads. */
export const useClosedDay = (locationId: string, day: string): string | undefined => {
  const year = yearOf(day)
  const { data } = useQuery({
    ...calendarQuery(locationId, year),
    enabled: locationId !== '' && year >= YEARS.first && year <= YEARS.last,
  })
  return data && !data.bookableOnClosedDays ? closedWords(dayOf(data, day)) : undefined
}

interface TypedDay {
  readonly day: string
  readonly dayType: DayType
}

/** Whether people may not be booked on this day of a building, whose type is known; closed days count until its calendar is read. */
export const useIsClosed = (locationId: string, { day, dayType }: TypedDay): boolean => {
  const isSpecial = dayType === 'holiday' || dayType === 'closed'
  const { data } = useQuery({ ...calendarQuery(locationId, yearOf(day)), enabled: isSpecial && locationId !== '' })
  return isSpecial && data?.bookableOnClosedDays !== true
}
