import { useQuery } from '@tanstack/react-query'
import { weekdayOf } from '../../../time/days.ts'
import { calendarQuery, yearOf } from '../../../workplace/calendar.ts'
import { useHome, useToday } from '../../../workplace/me.tsx'
import { openingDay } from './opening-day.ts'

const FRIDAY = 5

/** The day that pages of a week open on. Only on Saturday and Sunday the working days of the own building make a difference. */
export const useOpeningDay = (): string => {
  const today = useToday()
  const home = useHome()
  const { data } = useQuery({
    ...calendarQuery(home?.locationId ?? '', yearOf(today)),
    enabled: home !== undefined && weekdayOf(today) > FRIDAY,
  })
  return openingDay(today, data?.workingDays)
}
