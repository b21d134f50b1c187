import { ConfigError } from '../../platform/config-error.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Route } from './catch-up.ts'
import { listTablesWithRows, removeRows } from './copy-parts.ts'
import { insertMove, type Move } from './move-store.ts'
import { assertMayReplicate, findPlacement } from './placement.ts'
import { compareTables, listTenantTables } from './tenant-tables.ts'

export interface Cells {
  /** The database of DATABASE_URL, which knows the moves. */
  readonly control: Db
  /** All cells. */
  readonly names: readonly string[]
  /** Opens a cell for the time of the move. @throws ConfigError if there is none of this name */
  open(name: string): Promise<Pick<Database, 'db' | 'pool'>>
}

/** Opens both databases of a move. @throws ConfigError if nothing can be moved between them */
export const openRoute = async (cells: Cells, orgId: string, from: string, to: string): Promise<Route> => {
  if (from === to) throw new ConfigError(`The organization is in the cell ${to} already.`)
  const [source, target] = [await cells.open(from), await cells.open(to)]
  const tables = await listTenantTables(source.pool)
  const different = compareTables(tables, await listTenantTables(target.pool))
  if (different.length > 0) {
    throw new ConfigError(
      `The cells ${from} and ${to} are of different releases (${different.join(', ')}). Upgrade both, then move the organization.`,
    )
  }
  await assertMayReplicate(source.pool, from)
  await assertMayReplicate(target.pool, to)
  return { source: source.pool, sourceDb: source.db, target: target.pool, targetDb: target.db, tables, orgId }
}

/** Begins a move. The other database must have nothing of the organization, except for what a canceled move may have left. */
export const beginMove = async (control: Db, route: Route, from: string, to: string): Promise<Move> => {
  const { source, target, tables, orgId } = route
  if ((await findPlacement(source, orgId)) !== 'here') throw new ConfigError(`The cell ${from} does not serve the organization.`)
  const placement = await findPlacement(target, orgId)
  if (placement !== undefined && placement !== 'arriving') {
    throw new ConfigError(`The cell ${to} has a copy of the organization, from an earlier move. Confirm that move first.`)
  }
  const left = await listTablesWithRows(target, tables, orgId)
  if (left.length > 0) await removeRows(target, tables, orgId)
  await assertNameIsFree(route, to)
  return await insertMove(control, { orgId, from, to })
}

const assertNameIsFree = async ({ source, target, orgId }: Route, to: string): Promise<void> => {
  const { rows } = await source.query<{ name: string }>('select name from organizations where id = $1', [orgId])
  const { rows: same } = await target.query('select from organizations where name = $1', [rows[0]?.name])
  if (same.length > 0) throw new ConfigError(`The cell ${to} has another organization with the name ${rows[0]?.name}.`)
}
