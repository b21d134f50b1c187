import type { TObject } from 'typebox'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import { assertDay } from '../parameters/date-range.ts'
import { assertWritableDay } from '../parameters/written-days.ts'

/**
 * Normalizes the parameters of a path for handlers. An invalid id is treated like an unknown one; `me` stays, because authentication
 * resolves it.
 * @throws AppError entity_not_found, invalid_parameter
 */
export const paramsReader = (schema: TObject) => {
  const formats = Object.entries(schema.properties as Record<string, { format?: string }>)
  return (params: Record<string, string>): void => {
    for (const [name, { format }] of formats) {
      const given = params[name] as string
      // No stored value contains a NUL.
      if (given.includes('\0')) throw new AppError('entity_not_found')
      if (format === 'date') assertWritableDay(name, assertDay(name, given))
      if (format !== 'uuid' || (name === 'userId' && given === 'me')) continue
      params[name] = given.toLowerCase()
      if (!isUuid(params[name])) throw new AppError('entity_not_found')
    }
  }
}
