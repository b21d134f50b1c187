import { type FieldErrorCode, MAX_LISTED_IDS } from '@rollcall/contract'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/sql/uuid.ts'

/** An id that no entity has. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Returns an id to filter a list by: unknown ids match nothing, and so do invalid ones (contract §4). */
export const filterId = (given: string | undefined): string | undefined => {
  const id = given?.toLowerCase()
  return id === undefined || isUuid(id) ? id : NO_ID
}

/**
 * Returns the ids of a comma-separated list, each once, without invalid ids, which match nothing.
 * @throws AppError invalid_parameter for an empty list, which may mean everything or nothing, and for too many ids
 */
export const listedIds = (name: string, given: string): string[] => {
  const ids = given.split(',').flatMap((id) => id.trim().toLowerCase() || [])
  if (ids.length === 0) throw refusal(name, 'must contain at least one id', 'minItems')
  if (ids.length > MAX_LISTED_IDS) {
    throw refusal(name, `must contain at most ${MAX_LISTED_IDS} ids, not ${ids.length}`, 'maxItems')
  }
  return [...new Set(ids)].filter(isUuid)
}

const refusal = (name: string, message: string, code: FieldErrorCode): AppError =>
  new AppError('invalid_parameter', { errors: [{ pointer: `/${name}`, message, code }] })
