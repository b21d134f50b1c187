import { isUuid } from '../db/uuid.ts'

/** No entity has it. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** An id that a list is filtered by: unknown ones match nothing, and so does what cannot be an id (contract §4). */
export const filterId = (given: string | undefined): string | undefined => {
  const id = given?.toLowerCase()
  return id === undefined || isUuid(id) ? id : NOBODY
}
