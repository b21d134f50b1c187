import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { AppError, sqlState } from '../errors.ts'

/** Returns the time zone in its official spelling; undefined if it is not an IANA time zone. A bare offset is not one. */
export const ianaTimeZone = (text: string): string | undefined => {
  if (!/^[a-z]/i.test(text)) return undefined
  try {
    return Temporal.Now.zonedDateTimeISO(text).timeZoneId
  } catch {
    return undefined
  }
}

const INVALID_PARAMETER_VALUE = '22023'

/**
 * Returns the time zone in its official spelling if Intl and PostgreSQL both know it: each has its own list, and a day needs both.
 * @throws AppError invalid_body with the pointer
 */
export const knownTimeZone = async (db: Db, pointer: string, text: string): Promise<string> => {
  const refusal = (message: string) => new AppError('invalid_body', { errors: [{ pointer, message, code: 'invalid_time_zone' }] })
  const timeZone = ianaTimeZone(text)
  if (timeZone === undefined) throw refusal('is not an IANA time zone, such as Europe/Berlin')
  try {
    await sql`select now() at time zone ${timeZone}`.execute(db)
  } catch (error) {
    if (sqlState(error) !== INVALID_PARAMETER_VALUE) throw error
    throw refusal('is not a time zone that the database knows')
  }
  return timeZone
}
