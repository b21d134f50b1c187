import {
  assertCell,
  type CellIdentity,
  ensureControlId,
  findCellIdentity,
  saveCellIdentity,
} from '../gate/cells/cell-identity.ts'
import { listOrganizationCells, MAIN, saveCell } from '../gate/cells/cell-list.ts'
import { checkSealer } from '../gate/sealing/sealing.ts'
import { listUnfinished } from '../operations/moving/move-store.ts'
import { ConfigError } from '../platform/config.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { AppError, sqlState } from '../platform/errors.ts'
import type { ControlOperator } from './operator.ts'
import { assertReachable, assertUsable, describeUrl } from './reachable.ts'

const NAME = /^[a-z0-9-]{1,40}$/

interface NewCell {
  readonly name: string
  readonly url: string
  /** Absent to keep the one of a known cell, null for none. */
  readonly replicaUrl?: string | null | undefined
}

/** The state of a cell, for people and programs. */
export interface CellState {
  readonly name: string
  /** Where its database is, without the password; null for `main`. */
  readonly address: string | null
  readonly replica: string | null
  readonly isDraining: boolean
  /** Null if its database cannot be reached. */
  readonly organizations: number | null
  readonly problem: string | null
}

/**
 * Adds a database to the service, or gives a known cell another address. An empty database gets the tables; running nodes start to use
 * it at once.
 * @throws ConfigError if the database cannot be used, belongs to another cell or service, or already has organizations
 */
export const addCell = async (
  { db: control, sealer }: Pick<ControlOperator, 'db' | 'sealer'>,
  { name, url, replicaUrl }: NewCell,
): Promise<void> => {
  if (!NAME.test(name)) throw new ConfigError(`${name} is no name of a cell: use up to 40 lowercase letters, digits and hyphens.`)
  if (name === MAIN) throw new ConfigError('main is the cell of DATABASE_URL. Choose another name.')
  await assertUsable(url, `cell ${name}`)
  if (replicaUrl) await assertReachable(replicaUrl, `the replica of cell ${name}`)
  await using database = openDatabase({ url, poolSize: 2 })
  const { db } = database
  const identity = { name, controlId: await ensureControlId(control) }
  const known = await findCellIdentity(db)
  if (known) await assertCell(db, identity)
  else await makeCell(db, identity)
  await migrate(db)
  await checkSealer(db, sealer)
  await control.transaction().execute((trx) => saveCell(trx, sealer, { name, url, replicaUrl }))
}

/** Makes an empty database, or one without organizations, the cell. */
const makeCell = async (db: Db, identity: CellIdentity): Promise<void> => {
  await migrate(db)
  await db.transaction().execute(async (trx) => {
    const organization = await trx.selectFrom('organizations').select('name').limit(1).executeTakeFirst()
    if (organization) {
      throw new ConfigError(
        `The database is that of another service: it has the organization ${organization.name}. A cell begins with an empty database.`,
      )
    }
    await saveCellIdentity(trx, identity)
  })
}

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the state of every cell. One that cannot be reached is listed with the reason. */
export const listCellStates = (main: ControlOperator): Promise<CellState[]> =>
  Promise.all(
    main.cells.map(async ({ name, url, replicaUrl, isDraining }) => {
      const state = {
        name,
        address: url === undefined ? null : describeUrl(url),
        replica: replicaUrl === undefined ? null : describeUrl(replicaUrl),
        isDraining,
      }
      try {
        const { db } = await main.openCell(name)
        return { ...state, organizations: await countOrganizations(main.db, db, name), problem: null }
      } catch (error) {
        return { ...state, organizations: null, problem: problemOf(error) }
      }
    }),
  )

/** Counts the organizations that the cell serves, without copies of those that left or arrive. */
const countOrganizations = async (control: Db, db: Db, cell: string): Promise<number> => {
  const cellOf = await listOrganizationCells(control)
  const rows = await db.selectFrom('organizations').select('id').execute()
  return rows.filter(({ id }) => (cellOf.get(id) ?? MAIN) === cell).length
}

const assertKnown = ({ cells }: Pick<ControlOperator, 'cells'>, name: string): void => {
  if (!cells.some((each) => each.name === name)) throw new ConfigError(`There is no cell ${name}. See: rollcall cells list`)
}

/** Checks that the organizations of a cell may move to another one, if one is named. @throws ConfigError */
export const assertMayDrain = async ({ db: control, cells }: ControlOperator, name: string, to?: string): Promise<void> => {
  assertKnown({ cells }, name)
  if (to === undefined) return
  assertKnown({ cells }, to)
  if (to === name) throw new ConfigError(`The organizations of ${name} cannot move to ${to} itself.`)
  const target = await control.selectFrom('cells').select('is_draining').where('name', '=', to).executeTakeFirst()
  if (target?.is_draining) throw new ConfigError(`The cell ${to} is being drained. Choose another one with --to.`)
}

/** Marks the cell: it gets no new organizations. @throws ConfigError */
export const markDraining = async ({ db: control, cells }: ControlOperator, name: string, isDraining: boolean): Promise<void> => {
  assertKnown({ cells }, name)
  // `main` has a row only while it says something.
  if (name === MAIN && isDraining) {
    const first = control.insertInto('cells').values({ name })
    await first.onConflict((conflict) => conflict.doNothing()).execute()
  }
  await control.updateTable('cells').set({ is_draining: isDraining }).where('name', '=', name).execute()
  if (name === MAIN && !isDraining) {
    await control.deleteFrom('cells').where('name', '=', MAIN).where('replica_url_sealed', 'is', null).execute()
  }
}

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Removes an empty cell from the list: nodes stop using its database, which stays as it is.
 * @throws AppError conflict if it has organizations, or copies of those that left
 */
export const removeCell = async ({ db: control, cells }: ControlOperator, name: string): Promise<void> => {
  if (name === MAIN) throw new ConfigError('main is the cell of DATABASE_URL, which the service cannot be without.')
  assertKnown({ cells }, name)
  const moves = (await listUnfinished(control)).filter(({ from, to }) => from === name || to === name)
  if (moves.length > 0) {
    throw new AppError('conflict', {
      detail: `${moves.length === 1 ? 'A move' : `${moves.length} moves`} from or to the cell ${name} must be confirmed or canceled first: rollcall cells drain ${name} --status`,
    })
  }
  try {
    await control.deleteFrom('cells').where('name', '=', name).execute()
  } catch (cause) {
    if (sqlState(cause) !== FOREIGN_KEY_VIOLATION) throw cause
    throw new AppError('conflict', {
      detail: `The cell ${name} has organizations. Move them away first: rollcall cells drain ${name}. If that finds none: rollcall cells check`,
      cause,
    })
  }
}
