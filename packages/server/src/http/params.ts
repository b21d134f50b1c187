import type { TObject } from 'typebox'
import { AppError } from '../errors.ts'
import { parseTimestamp } from '../time/timestamp.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

const isDay = (text: string): boolean => DAY.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined

/**
 * Brings the parameters of a path into the form that handlers get. An id that no entity can have is no different from one
 * that no entity has; `me` is left for authentication to resolve.
 * @throws AppError entity_not_found, invalid_parameter
 */
export const paramsReader = (schema: TObject) => {
  const formats = Object.entries(schema.properties as Record<string, { format?: string }>)
  return (params: Record<string, string>): void => {
    for (const [name, { format }] of formats) {
      const given = params[name] as string
      if (format === 'date' && !isDay(given)) {
        const fault = { pointer: `/${name}`, message: 'must be a day of the calendar, YYYY-MM-DD', code: 'date' }
        throw new AppError('invalid_parameter', { errors: [fault] })
      }
      if (format !== 'uuid' || (name === 'userId' && given === 'me')) continue
      params[name] = given.toLowerCase()
      if (!UUID.test(params[name])) throw new AppError('entity_not_found')
    }
  }
}
