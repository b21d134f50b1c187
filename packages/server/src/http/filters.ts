import { AppError } from '../errors.ts'
import { parseTimestamp } from '../time/timestamp.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** No entity has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** An id that a list is filtered by: unknown ones match nothing, and so does what cannot be an id (contract §4). */
export const filterId = (given: string | undefined): string | undefined => {
  const id = given?.toLowerCase()
  return id === undefined || UUID.test(id) ? id : NOBODY
}

/** @throws AppError invalid_parameter for 30 February and the like */
export const assertDay = (name: string, day: string): string => {
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) && parseTimestamp(`${day}T00:00:00Z`) !== undefined) return day
  const fault = { pointer: `/${name}`, message: 'must be a day of the calendar, YYYY-MM-DD', code: 'date' }
  throw new AppError('invalid_parameter', { errors: [fault] })
}
