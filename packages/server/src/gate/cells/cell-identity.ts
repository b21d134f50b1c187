import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from '../../platform/config-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { MAIN } from './cell-list.ts'

export interface CellIdentity {
  readonly name: string
  /** Identifies the service: the same in all its cells. */
  readonly controlId: string
}

/** Returns which cell a database is; undefined if it belongs to no service with several, is empty or of an older version. */
export const findCellIdentity = async (db: Db): Promise<CellIdentity | undefined> => {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('cell_identity') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return undefined
  return await db.selectFrom('cell_identity').select(['name', 'control_id as controlId']).executeTakeFirst()
}

/**
 * Rejects the database of a cell where the control database is needed: the service would serve the organizations of that cell only.
 * @throws ConfigError
 */
export const assertControl = async (db: Db): Promise<void> => {
  const identity = await findCellIdentity(db)
  if (!identity || identity.name === MAIN) return
  throw new ConfigError(
    `The database of DATABASE_URL is the cell ${identity.name} of the service ${identity.controlId}. Set DATABASE_URL to the control database of that service, which lists its cells; this one is used through it.`,
  )
}

/** @throws ConfigError if the database is not this cell of this service */
export const assertCell = async (db: Db, expected: CellIdentity): Promise<void> => {
  const found = await findCellIdentity(db)
  if (found?.name === expected.name && found.controlId === expected.controlId) return
  const is = found ? `the cell ${found.name} of the service ${found.controlId}` : 'of no cell'
  throw new ConfigError(
    `The database of the cell ${expected.name} is ${is}. Correct its address: rollcall cells add ${expected.name} --url URL`,
  )
}

export const saveCellIdentity = async (db: Db, { name, controlId }: CellIdentity): Promise<void> => {
  await db
    .insertInto('cell_identity')
    .values({ name, control_id: controlId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the id of the service, which it gets with its first cell. */
export const ensureControlId = async (control: Db): Promise<string> => {
  await saveCellIdentity(control, { name: MAIN, controlId: randomUUID() })
  return (await control.selectFrom('cell_identity').select('control_id').executeTakeFirstOrThrow()).control_id
}
