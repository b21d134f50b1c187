import { AppError, type FieldError } from '../../platform/errors.ts'
import { calendarDay } from '../../platform/time/day.ts'
import { parseTimestamp } from '../../platform/time/timestamp.ts'

/** Plans, bookings and settings are limited to these years: other years are typing errors, and may overflow when days are added. */
const FIRST_YEAR = '2000'
const LAST_YEAR = '2100'
const RANGE = `must be in the years ${FIRST_YEAR} to ${LAST_YEAR}`

const isInRange = (iso: string): boolean => iso.slice(0, 4) >= FIRST_YEAR && iso.slice(0, 4) <= LAST_YEAR

const rangeError = (name: string): FieldError => ({ pointer: `/${name}`, message: RANGE, code: 'range' })
const invalidBody = (fieldError: FieldError) => new AppError('invalid_body', { errors: [fieldError] })

/** Checks a day of a path or query that something is written for, or that days are added to. @throws AppError invalid_parameter */
export const assertWritableDay = (name: string, day: string): string => {
  if (isInRange(day)) return day
  throw new AppError('invalid_parameter', { errors: [rangeError(name)] })
}

/** Reads a day of a body; of a date-time, only the date counts. @throws AppError invalid_body for days such as February 30 */
export const readWrittenDay = (field: string, given: string): string => {
  const day = calendarDay(given)
  if (day === undefined) {
    throw invalidBody({ pointer: `/${field}`, message: 'must be a day of the calendar, YYYY-MM-DD', code: 'date' })
  }
  if (!isInRange(day)) throw invalidBody(rangeError(field))
  return day
}

/** Reads a time of a body as YYYY-MM-DDTHH:MM:SS.sssZ. @throws AppError invalid_body for days such as February 30 */
export const readWrittenTime = (field: string, given: string): string => {
  const milliseconds = parseTimestamp(given)
  if (milliseconds === undefined) {
    throw invalidBody({ pointer: `/${field}`, message: 'must be a time that exists in the calendar', code: 'timestamp' })
  }
  const time = new Date(milliseconds).toISOString()
  if (!isInRange(time)) throw invalidBody(rangeError(field))
  return time
}
