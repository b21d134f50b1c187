import { MAX_RANGE_DAYS } from '@rollcall/contract'
import { AppError, type FieldError } from '../../platform/errors.ts'
import { calendarDay, daysAfter, daysBetween } from '../../platform/time/day.ts'

/** Calendar days from the first to the last, both inclusive, as YYYY-MM-DD. */
export interface DateRange {
  readonly firstDay: string
  readonly lastDay: string
}

/** Reads a parameter that is a day as YYYY-MM-DD. @throws AppError invalid_parameter for days such as February 30 */
export const assertDay = (name: string, day: string): string => {
  if (calendarDay(day) === day) return day
  const fieldError: FieldError = { pointer: `/${name}`, message: 'must be a day of the calendar, YYYY-MM-DD', code: 'date' }
  throw new AppError('invalid_parameter', { errors: [fieldError] })
}

/**
 * Returns the day of a parameter, which may have several formats (contract §4), as YYYY-MM-DD.
 * @throws AppError invalid_parameter for days such as February 30
 */
export const readDay = (name: string, given: string): string => {
  const [date] = given.split(/[Tt ]/) as [string]
  return assertDay(name, date.length === 8 ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}` : date)
}

const assertOrder = (firstDay: string, lastDay: string): void => {
  if (lastDay >= firstDay) return
  const fieldError: FieldError = {
    pointer: '/endDate',
    message: `must not be before startDate, which is ${firstDay}`,
    code: 'range',
  }
  throw new AppError('invalid_parameter', { errors: [fieldError] })
}

/**
 * Returns the days from startDate to endDate.
 * @throws AppError invalid_parameter; range_too_large, with the next range to request, beyond `maxDays` from first to last
 */
export const readDateRange = (
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  maxDays = MAX_RANGE_DAYS,
): DateRange => {
  const firstDay = readDay('startDate', startDate)
  const lastDay = readDay('endDate', endDate)
  assertOrder(firstDay, lastDay)
  if (daysBetween(firstDay, lastDay) <= maxDays) return { firstDay, lastDay }
  const limit = daysAfter(firstDay, maxDays)
  const next = `Ask for startDate=${firstDay}&endDate=${limit} first, then continue from startDate=${daysAfter(limit, 1)}.`
  throw new AppError('range_too_large', { detail: `endDate may be at most ${maxDays} days after startDate. ${next}` })
}

/** Returns the days of a list, whose start and end are optional. @throws AppError invalid_parameter */
export const readDateFilters = (given: {
  readonly startDate?: string
  readonly endDate?: string
}): { readonly firstDay: string | undefined; readonly lastDay: string | undefined } => {
  const firstDay = given.startDate === undefined ? undefined : readDay('startDate', given.startDate)
  const lastDay = given.endDate === undefined ? undefined : readDay('endDate', given.endDate)
  if (firstDay !== undefined && lastDay !== undefined) assertOrder(firstDay, lastDay)
  return { firstDay, lastDay }
}
