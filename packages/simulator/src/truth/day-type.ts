import type { Company } from '../company/types.ts'
import { dayNumber, weekdayOf } from '../day/calendar.ts'
import { isHoliday } from '../day/holidays.ts'

export type DayType = 'workday' | 'weekend' | 'holiday'

/** The simulated buildings are imported with the usual working days. */
export const dayTypeOf = (company: Company, office: number, day: string): DayType => {
  const number = dayNumber(day)
  if (isHoliday(company, office, number)) return 'holiday'
  return weekdayOf(number) < 5 ? 'workday' : 'weekend'
}
