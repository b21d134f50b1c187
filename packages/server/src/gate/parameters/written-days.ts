import { AppError, type FieldError } from '../../platform/errors.ts'
import { calendarDay } from '../../platform/time/day.ts'
import { parseTimestamp } from '../../platform/time/timestamp.ts'

/** Plans, bookings and settings have days of these years: others are typing errors, and distant ones overflow when days are added. */
const FIRST_YEAR = '2000'
const LAST_YEAR = '2100'
const RANGE = `must be in the years ${FIRST_YEAR} to ${LAST_YEAR}`

const isInRange = (iso: string): boolean => iso.slice(0, 4) >= FIRST_YEAR && iso.slice(0, 4) <= LAST_YEAR

const rangeError = (name: string): FieldError => ({ pointer: `/${name}`, message: RANGE, code: 'range' })
const invalidBody = (fieldError: FieldError) => new AppError('invalid_body', { errors: [fieldError] })

/** Reads a day of a path or query to write something for or to count days from. @throws AppError invalid_parameter */
export const assertWritableDay = (name: string, day: string): string => {
  if (isInRange(day)) return day
  throw new AppError('invalid_parameter', { errors: [rangeError(name)] })
}

/** Reads the day of a body; of a date-time the date counts. @throws AppError invalid_body for February 30 and the like */
export const readWrittenDay = (field: string, given: string): string => {
  const day = calendarDay(given)
  if (day === undefined) {
    throw invalidBody({ pointer: `/${field}`, message: 'must be a day of the calendar, YYYY-MM-DD', code: 'date' })
  }
  if (!isInRange(day)) throw invalidBody(rangeError(field))
  return day
}

/** Reads a time of a body in the form of answers. @throws AppError invalid_body for February 30 and the like */
export const readWrittenTime = (field: string, given: string): string => {
  const milliseconds = parseTimestamp(given)
  if (milliseconds === undefined) {
    throw invalidBody({ pointer: `/${field}`, message: 'must be a time that the calendar has', code: 'timestamp' })
  }
  const time = new Date(milliseconds).toISOString()
  if (!isInRange(time)) throw invalidBody(rangeError(field))
  return time
}
