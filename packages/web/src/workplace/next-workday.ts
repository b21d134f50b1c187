import { useQueries } from '@tanstack/react-query'
import { addDays } from '../time/days.ts'
import { calendarQuery, dayOf, yearOf } from './calendar.ts'
import { useBuildings, useHome, useToday } from './me.tsx'

/** A building may be closed for so long; the day after today is offered if none in this time is a workday. */
const DAYS_AHEAD = 31

/** The next workday of the usual building; undefined while its calendar is read. */
export const useNextWorkday = (): string | undefined => {
  const home = useHome()
  const [first] = useBuildings()
  const locationId = (home ?? first)?.locationId ?? ''
  const today = useToday()
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index + 1))
  const years = [...new Set(days.map(yearOf))]
  const calendars = useQueries({
    queries: years.map((year) => ({ ...calendarQuery(locationId, year), enabled: locationId !== '' })),
  })
  if (calendars.some(({ isLoading }) => isLoading)) return undefined
  const isWorkday = (day: string): boolean => {
    const calendar = calendars[years.indexOf(yearOf(day))]?.data
    return calendar !== undefined && dayOf(calendar, day).type === 'workday'
  }
  return days.find(isWorkday) ?? days[0]
}
