import type { Readiness } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { isMigrated } from '../../platform/db/migrate.ts'
import { findObstacles, type Obstacle } from '../../platform/db/usability.ts'
import { AppError } from '../../platform/errors.ts'

/** These texts name no roles and tables, which only the operator sees, in `rollcall doctor`. */
const NOT_USABLE: Readonly<Record<Obstacle['kind'], string>> = {
  'read-only': 'The database is read-only.',
  rights: 'The role of the service lacks rights in the database.',
}
const UNREACHABLE = 'The database cannot be reached.'

/** A database that hangs must not make the check of the others late. */
const CELL_MS = 2_000

/** @throws AppError unavailable, or why the database does not answer */
const assertReady = async (db: Db): Promise<void> => {
  if (!(await isMigrated(db))) {
    throw new AppError('unavailable', { detail: 'The database is not migrated to the schema of this version.' })
  }
  const [obstacle] = await findObstacles(db)
  if (obstacle) throw new AppError('unavailable', { detail: NOT_USABLE[obstacle.kind] })
}

const withinTime = (work: Promise<void>): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('The database does not answer in time.')), CELL_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const readCell = async (name: string, db: Db | undefined): Promise<NonNullable<Readiness['cells']>[number]> => {
  try {
    if (!db) throw new AppError('unavailable', { detail: UNREACHABLE })
    await withinTime(assertReady(db))
    return { name, status: 'ready', detail: null }
  } catch (error) {
    return { name, status: 'unavailable', detail: error instanceof AppError ? error.message : UNREACHABLE }
  }
}

/**
 * Returns whether requests can be served. With several databases the node is ready as long as it can serve one of them: a database
 * that is away must not take the organizations of the others down.
 * @throws AppError unavailable
 */
export const readReadiness = async (databases: ReadonlyMap<string, Db | undefined>): Promise<Readiness> => {
  const [only, ...others] = databases.values()
  if (only && others.length === 0) {
    await assertReady(only)
    return { status: 'ready' }
  }
  const cells = await Promise.all([...databases].map(([name, db]) => readCell(name, db)))
  if (cells.some(({ status }) => status === 'ready')) return { status: 'ready', cells }
  throw new AppError('unavailable', { detail: 'None of the databases can be used.', members: { cells } })
}
