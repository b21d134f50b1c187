import { AppError, type Fault } from '../../platform/errors.ts'
import { calendarDay } from '../../platform/time/day.ts'
import { parseTimestamp } from '../../platform/time/timestamp.ts'

/** What people plan, book and set is of these years: anything else is a slip of the pen, and far ones overflow when days are added. */
const FIRST_YEAR = '2000'
const LAST_YEAR = '2100'
const RANGE = `must be in the years ${FIRST_YEAR} to ${LAST_YEAR}`

const isInRange = (iso: string): boolean => iso.slice(0, 4) >= FIRST_YEAR && iso.slice(0, 4) <= LAST_YEAR

const rangeFault = (name: string): Fault => ({ pointer: `/${name}`, message: RANGE, code: 'range' })
const invalidBody = (fault: Fault) => new AppError('invalid_body', { errors: [fault] })

/** A day of a path or query that something is written for, or counted from. @throws AppError invalid_parameter */
export const assertWritableDay = (name: string, day: string): string => {
  if (isInRange(day)) return day
  throw new AppError('invalid_parameter', { errors: [rangeFault(name)] })
}

/** The day of a body; of a date-time the date counts. @throws AppError invalid_body for 30 February and the like */
export const readWrittenDay = (field: string, given: string): string => {
  const day = calendarDay(given)
  if (day === undefined) {
    throw invalidBody({ pointer: `/${field}`, message: 'must be a day of the calendar, YYYY-MM-DD', code: 'date' })
  }
  if (!isInRange(day)) throw invalidBody(rangeFault(field))
  return day
}

/** A time of a body in the form of answers. @throws AppError invalid_body for 30 February and the like */
export const readWrittenTime = (field: string, given: string): string => {
  const milliseconds = parseTimestamp(given)
  if (milliseconds === undefined) {
    throw invalidBody({ pointer: `/${field}`, message: 'must be a time that the calendar has', code: 'timestamp' })
  }
  const time = new Date(milliseconds).toISOString()
  if (!isInRange(time)) throw invalidBody(rangeFault(field))
  return time
}
