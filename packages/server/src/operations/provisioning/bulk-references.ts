import { scimError } from '../../gate/scim/scim-error.ts'

const REFERENCE = /^bulkId:(.+)$/

/** No resource has so many levels; a caller could otherwise exhaust the stack. */
const MAX_LEVELS = 32

/** The names of other operations that a value refers to. @throws AppError with scimType invalidSyntax */
export const referencesOf = (value: unknown, found = new Set<string>(), level = 0): Set<string> => {
  if (level > MAX_LEVELS) throw scimError('invalidSyntax', `An operation has more than ${MAX_LEVELS} levels.`)
  const name = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined
  if (name !== undefined) found.add(name)
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) referencesOf(each, found, level + 1)
  return found
}

/** Replaces references to what other operations created, all of which are known. */
export const resolve = (value: unknown, ids: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') {
    const name = REFERENCE.exec(value)?.[1]
    return name === undefined ? value : ids.get(name)
  }
  if (Array.isArray(value)) return value.map((each) => resolve(each, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, ids)]))
}
