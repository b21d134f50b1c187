import type { Company } from '../company/types.ts'
import { dayNumber } from '../day/calendar.ts'
import { holidayName } from '../day/holidays.ts'
import type { CalendarDayTruth } from './calendar-rows.ts'
import { dayTypeOf } from './day-type.ts'

export const calendarDays = (company: Company, day: string): CalendarDayTruth[] =>
  company.offices.map(({ index, name: locationName }) => ({
    ...{ type: 'calendarDay', day, locationName, dayType: dayTypeOf(company, index, day) },
    ...{ name: holidayName(company, index, dayNumber(day)) ?? null, hasOutage: false },
  }))
