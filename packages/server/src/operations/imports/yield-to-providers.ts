import { isDeepStrictEqual } from 'node:util'
import { OWNED_COLUMNS, type OwnedUser, selectOwnedUsers } from '../../directory/providers/owned-users.ts'
import { type ProviderConflict, recordConflicts } from '../../directory/providers/provider-conflicts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserRows } from './check-users.ts'
import type { Row } from './import-context.ts'
import type { Directory } from './import-directory.ts'
import type { ImportWarning, ValidationErrors } from './import-errors.ts'
import { contestedIds } from './import-register.ts'

/** What is left of the rows of people, and what providers keep. */
interface Yielded {
  readonly people: UserRows
  readonly warnings: readonly ImportWarning[]
}

/**
 * Leaves people whom a provider owns as it wants them: the file changes neither their names, address and status nor the attributes that
 * the provider sends. Each difference is reported and noted as a conflict; everything else of the file applies.
 */
export const yieldToProviders = async (
  db: Db,
  orgId: string,
  people: UserRows,
  { users, groups }: Directory,
  errors: ValidationErrors,
): Promise<Yielded> => {
  const known = people.users.map(({ id }) => id).filter((id) => users.stored.has(id))
  const owned = await selectOwnedUsers(db, orgId, [...new Set([...known, ...contestedIds(users)])])
  for (const id of contestedIds(users)) {
    if (owned.has(id))
      errors.add('/users', 'user_origin', `gives the userName of the user ${id}, who comes from a provider, to another one`)
  }
  const found: (ProviderConflict & { pointer: string; providerName: string })[] = []
  const rows = people.users.map((row) => {
    const owner = owned.get(row.id)
    if (!owner) return row
    const { providerId, providerName } = owner
    const names = differences(row, owner)
    if (names.length > 0) {
      const detail = `An import wants other values: ${names.join(', ')}.`
      found.push({ providerId, providerName, subjectId: row.id, detail, pointer: users.claims.get(row.id)?.pointer ?? '' })
    }
    return withoutOwned(row, owner)
  })
  const isOfProvider = (id: string) => groups.stored.get(id)?.origin === 'provisioning'
  const memberships = people.memberships.map((user) => ({ ...user, groups: user.groups.filter((id) => !isOfProvider(id)) }))
  await recordConflicts(db, orgId, 'import', found)
  const byProvider = Map.groupBy(found, ({ providerName }) => providerName)
  const warnings = [...byProvider].map(
    ([providerName, conflicts]): ImportWarning => ({
      pointer: conflicts[0]?.pointer ?? '',
      code: 'user_origin',
      message: `comes from the provider ${providerName}, and only it changes names, e-mail, status and the attributes that it sends; these stay as they are`,
      count: conflicts.length,
    }),
  )
  return { people: { ...people, users: rows, memberships }, warnings }
}

/** Returns the names of what the file wants to be different. */
const differences = (row: Row, { columns, attributes }: OwnedUser): string[] => {
  const given = (row.attributes ?? attributes) as Record<string, string>
  return [
    ...OWNED_COLUMNS.filter((name) => row[name] !== undefined && !isDeepStrictEqual(row[name], columns[name])),
    ...Object.keys(attributes).filter((name) => given[name] !== attributes[name]),
  ]
}

const withoutOwned = (row: Row, { attributes }: OwnedUser): Row => ({
  ...row,
  ...Object.fromEntries(OWNED_COLUMNS.map((name) => [name, undefined])),
  ...(row.attributes === undefined ? {} : { attributes: { ...(row.attributes as object), ...attributes } }),
})
