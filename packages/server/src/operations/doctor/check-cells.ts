import { sql } from 'kysely'
import type pg from 'pg'
import { listCells, listOrganizationCells, MAIN } from '../../gate/cells/cell-list.ts'
import { createSealer } from '../../gate/sealing/sealing.ts'
import { getSealingKeys } from '../../gate/sealing/sealing-keys.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { checkSchema, checkUsability } from './check-database.ts'
import { checkReplica, namesOfCell } from './check-replica.ts'
import { attempt, counted, type Finding, fail, named, ok, warn } from './finding.ts'

export const inCell = (name: string, findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => ({ ...finding, found: `Cell ${name}: ${finding.found}` }))

/** Lists the cells besides `main`. Reads no key where there is none. */
export const listOtherCells = async (
  control: Db,
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<{ name: string; url: string; replicaUrl: string | undefined }[]> => {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('cells') is not null as "isThere"`.execute(control)
  if (!rows[0]?.isThere) return []
  const others = await control.selectFrom('cells').select('name').where('name', '<>', MAIN).limit(1).execute()
  if (others.length === 0) return []
  const cells = await listCells(control, createSealer(...(await getSealingKeys(secretKey, dataDir))))
  return cells.flatMap(({ name, url, replicaUrl }) => (url === undefined ? [] : [{ name, url, replicaUrl }]))
}

export const unreachable = (name: string, error: unknown): Finding =>
  fail(
    'cells',
    `Cell ${name}: ${error instanceof Error ? error.message : String(error)}`,
    'Its organizations are not served until it answers; those of the other cells are.',
  )

/** Checks that the database of a cell can be used by this version. */
export const checkCellDatabase = async (name: string, db: Db): Promise<Finding[]> => {
  const { findings } = await checkSchema(db)
  return inCell(name, [...(await checkUsability(db)), ...findings])
}

/** Checks that the replica of a cell, if it has one, follows its database. */
export const checkReplicaOfCell = async (
  { name, replicaUrl }: { readonly name: string; readonly replicaUrl: string | undefined },
  primary: pg.Pool,
): Promise<Finding[]> => {
  const names = name === MAIN ? undefined : namesOfCell(name)
  return inCell(name, await attempt('replica', () => checkReplica(primary, { replicaUrl }, names)))
}

const IN_PROGRESS: Readonly<Record<string, string>> = {
  arriving: 'is being copied into it',
  'read-only': 'is about to leave it, and refuses changes',
  gone: 'has left it: a copy remains',
}

/**
 * Checks that each organization is served by exactly the database that the control database names. Databases that cannot be reached are
 * not in the map.
 */
export const checkPlacements = async (control: Db, databases: ReadonlyMap<string, Db>): Promise<Finding[]> => {
  const check = 'placements'
  const cellOf = await listOrganizationCells(control)
  const servedBy = new Map<string, string[]>()
  const copies: Finding[] = []
  for (const [cell, db] of databases) {
    for (const { id, name, placement } of await db.selectFrom('organizations').select(['id', 'name', 'placement']).execute()) {
      if (placement === 'here' || placement === 'read-only') servedBy.set(id, [...(servedBy.get(id) ?? []), cell])
      const state = IN_PROGRESS[placement]
      if (state === undefined) continue
      const remedy = 'If no move is running, resume it or confirm it: rollcall org move'
      copies.push(warn(check, `Cell ${cell}: the organization ${name} ${state}.`, remedy))
    }
  }
  const twice = [...servedBy].filter(([, cells]) => cells.length > 1).map(([id, cells]) => `${id} (${cells.join(', ')})`)
  const elsewhere = [...servedBy].filter(([id, [cell]]) => (cellOf.get(id) ?? MAIN) !== cell).map(([id]) => id)
  const missing = [...cellOf].filter(([id, cell]) => databases.has(cell) && !servedBy.has(id)).map(([id]) => id)
  const broken = [
    ...(twice.length > 0
      ? [fail(check, `Several cells serve the same organization: ${named(twice)}.`, 'Report this as a defect.')]
      : []),
    ...(elsewhere.length > 0
      ? [fail(check, `The control database names another cell for: ${named(elsewhere)}.`, 'Resume its move: rollcall org move')]
      : []),
    ...(missing.length > 0
      ? [
          warn(
            check,
            `No cell has these organizations that the control database lists: ${named(missing)}.`,
            'Resume their move, or restore their database. If their creation was interrupted: rollcall cells forget ORGANIZATION',
          ),
        ]
      : []),
  ]
  if (broken.length > 0) return [...broken, ...copies]
  return [
    ok(check, `${counted(servedBy.size, 'organization')} in ${counted(databases.size, 'database')}, each in exactly one.`),
    ...copies,
  ]
}
