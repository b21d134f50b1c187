import type { ImportKind } from '@rollcall/contract'
import { recordSettings } from '../../directory/settings/settings-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { CheckedFile } from './check-file.ts'
import type { Row } from './import-context.ts'
import type { StoredGroup, StoredUser } from './import-directory.ts'
import type { ImportWarning } from './import-errors.ts'
import type { Stored } from './import-register.ts'

/** Up to this many of a kind may always change, so that the guard does not block small organizations. */
export const UNGUARDED_ROWS = 10

/** The number of stored entities that a file deactivates or moves. */
interface Share {
  readonly section: string
  readonly changed: number
  readonly stored: number
  /** The predicate of the sentence. */
  readonly says: string
}

export const selectImportGuard = async (db: Db, orgId: string): Promise<number | null> => {
  const { import_guard_percent: percent } = await db
    .selectFrom('organizations')
    .select('import_guard_percent')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return percent
}

/**
 * Limits the share of stored entities of each kind that an import may deactivate or move; null removes the limit.
 * @throws AppError entity_not_found; invalid_request unless a whole number from 0 to 100
 */
export const setImportGuard = async (db: Db, orgId: string, percent: number | null): Promise<void> => {
  if (percent !== null && !(Number.isInteger(percent) && percent >= 0 && percent <= 100)) {
    throw new AppError('invalid_request', { detail: `${percent} is not a whole number from 0 to 100.` })
  }
  const save = (trx: Db) =>
    trx.updateTable('organizations').set({ import_guard_percent: percent }).where('id', '=', orgId).executeTakeFirst()
  const { numUpdatedRows } = await transact(db, (trx) => recordSettings(trx, orgId, () => save(trx)))
  if (numUpdatedRows === 0n) throw new AppError('entity_not_found', { detail: `There is no organization ${orgId}.` })
}

/** Returns the shares that exceed the guard. It counts the users; the check has computed the rest. */
export const guardedShares = async (
  db: Db,
  orgId: string,
  file: CheckedFile,
  { leavers, movers }: ReturnType<typeof changedUsers>,
  percent: number | null,
): Promise<Share[]> => {
  if (percent === null) return []
  const people = leavers + movers > 0 ? await countActiveUsers(db, orgId) : 0
  const shares: Share[] = [
    inactiveShare('users', 'users', leavers, people),
    {
      section: 'users',
      changed: movers,
      stored: people,
      says: `gives ${of(movers, people)} active users another primary location or group`,
    },
    ...nodeShares(file),
    ...groupShares(file),
  ]
  return shares.filter(({ changed, stored }) => changed > UNGUARDED_ROWS && changed * 100 > stored * percent)
}

const of = (changed: number, stored: number) => `${changed.toLocaleString('en')} of ${stored.toLocaleString('en')}`

const inactiveShare = (section: string, words: string, changed: number, stored: number): Share => ({
  section,
  changed,
  stored,
  says: `sets ${of(changed, stored)} active ${words} inactive`,
})

/** Whether the file changes an existing value. */
const isMoved = (before: string | null, after: unknown): boolean => after !== undefined && before !== null && after !== before

const becomesInactive = (stored: Stored | undefined, row: Row): boolean =>
  stored?.status === 'active' && row.status === 'inactive'

/** The numbers of active users whom a file sets inactive, and whom it moves, before it is written. */
export const changedUsers = ({ people, directory }: CheckedFile) => {
  const isMover = (before: StoredUser | undefined, row: Row) =>
    before?.status === 'active' &&
    (isMoved(before.primaryLocationId, row.primary_location_id) || isMoved(before.primaryGroupId, row.primary_group_id))
  const storedOf = ({ id }: Row) => directory.users.stored.get(id)
  return {
    leavers: people.users.filter((row) => becomesInactive(storedOf(row), row)).length,
    movers: people.users.filter((row) => isMover(storedOf(row), row)).length,
  }
}

const countActiveUsers = async (db: Db, orgId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((column) => column.fn.countAll().as('count'))
    .where('org_id', '=', orgId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(count)
}

const NODES = {
  locations: 'locations',
  levels: 'levels',
  zones: 'zones',
  places: 'desks',
  spaces: 'spaces',
  parkingBays: 'parking bays',
} as const satisfies Partial<Record<ImportKind, string>>

const nodeShares = ({ directory, locations, places }: CheckedFile): Share[] =>
  (Object.keys(NODES) as (keyof typeof NODES)[]).map((kind) => {
    const rows = kind === 'places' ? places : locations[kind]
    const { stored } = directory[kind]
    const changed = rows.filter((row) => becomesInactive(stored.get(row.id), row)).length
    return inactiveShare('locations', NODES[kind], changed, activeOf(stored.values()))
  })

const activeOf = (stored: Iterable<Stored>): number => [...stored].filter(({ status }) => status === 'active').length

const groupShares = ({ directory, groups }: CheckedFile): Share[] => {
  const { stored } = directory.groups
  const before = (row: Row): StoredGroup | undefined => stored.get(row.id)
  const leaving = groups.filter((row) => becomesInactive(before(row), row)).length
  const moved = groups.filter((row) => isMoved(before(row)?.parentId ?? null, row.parent_id)).length
  const placed = [...stored.values()].filter(({ parentId }) => parentId !== null).length
  return [
    inactiveShare('groups', 'groups', leaving, activeOf(stored.values())),
    { section: 'groups', changed: moved, stored: placed, says: `moves ${of(moved, placed)} groups that stand below another` },
  ]
}

export const guardWarnings = (percent: number | null, shares: readonly Share[]): ImportWarning[] =>
  shares.map(({ section, says, changed }) => ({
    pointer: `/${section}`,
    code: 'import_guard',
    message: `${says}, and the guard of this organization allows ${percent} %; importing it has to be forced`,
    count: changed,
  }))

/** @throws AppError import_guard */
export const assertWithinImportGuard = (percent: number | null, shares: readonly Share[]): void => {
  if (shares.length === 0) return
  throw new AppError('import_guard', {
    detail:
      `The file ${shares.map(({ says }) => says).join(', and ')}; the guard of this organization allows ${percent} %. ` +
      'Nothing was changed. Check that the file is right; to import it all the same, repeat the call with ?force=true ' +
      '(on the command line: --force).',
  })
}
