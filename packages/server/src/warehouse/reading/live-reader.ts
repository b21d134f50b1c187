import { hash } from 'node:crypto'
import type pg from 'pg'
import { type ChangeTopic, type DayState, readDayStates } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { readTableState } from '../../platform/db/table-state.ts'
import { bindLiterals, copyRows } from '../../platform/sql/copy-out.ts'
import { queryShape } from '../../platform/sql/query-shape.ts'
import { daysAfter, daysFrom } from '../../platform/time/day.ts'
import type { Snapshot } from '../../platform/transactions/snapshot.ts'
import { openOnServer } from '../replica/row-source.ts'
import { answerDataset, type DatasetCall } from './answer-dataset.ts'
import type { DatasetRead, DatasetRows, DatasetState } from './dataset-read.ts'
import type { Warehouse } from './warehouse.ts'

/** A dataset that is read from the tables as they are: its tables (for the ETag), its number of rows, and the rows. */
export interface LiveDataset {
  readonly tables: readonly string[]
  /** The topics whose changes of the days from `$firstDay` to `$lastDay` affect it. */
  readonly topics?: readonly ChangeTopic[]
  readonly count: string
  readonly rows: string
  /** The maximum number of days for one run of `rows`, if a longer range is read in several runs. */
  readonly daysAtOnce?: number
}

/** The values that replace `$name` in the statements of a dataset; all are validated. `$org` is the organization. */
export type DatasetValues = Readonly<Record<string, string | null>>

/** A dataset of one organization with its parameters. */
interface DatasetOf {
  readonly dataset: LiveDataset
  readonly orgId: string
  readonly values: DatasetValues
}

/** Responds with a dataset that is read live, for the caller's organization. */
export const answerLive = async (
  warehouse: Warehouse,
  call: DatasetCall & { readonly caller: { readonly orgId: string } },
  dataset: LiveDataset,
  values: DatasetValues = {},
): Promise<unknown> => answerDataset(warehouse, call, await readLive(warehouse, { dataset, orgId: call.caller.orgId, values }))

/** State, count and rows of a response come from one snapshot, so that they match. */
const readLive = async (warehouse: Warehouse, of: DatasetOf): Promise<DatasetRead> => {
  const { db, pool } = warehouse
  const shape = await queryShape(pool, [of.dataset.rows])
  return {
    state: await readState(db, shape, of),
    countRows: () => countRows(pool, of),
    open: () => openRows(warehouse, shape, of),
  }
}

/**
 * Takes a few look-ups by primary key. The ETag includes the shape of the rows, the organization, the values and the time, so that
 * it never confirms a copy of another version, key, request or database.
 */
const readState = async (db: Db, shape: string, of: DatasetOf, asOf?: Date): Promise<DatasetState> => {
  const { dataset, orgId, values } = of
  const tables = await readTableState(db, orgId, dataset.tables)
  const days = await readDays(db, of)
  const changes = days.reduce((sum, { state }) => sum + state, 0)
  const changedAt = Math.max(tables.createdAt, tables.changedAt, ...days.map((day) => day.changedAt.getTime()))
  const question = hash('sha256', JSON.stringify([shape, orgId, values]), 'base64url').slice(0, 22)
  return {
    etag: [question, changedAt.toString(36), tables.revision, changes].join('.'),
    lastModified: new Date(changedAt),
    refreshedAt: asOf ?? new Date(),
    asOf,
  }
}

/** States never decrease and every change increments one, so their sum identifies the state of all days together. */
const readDays = async (db: Db, { dataset, orgId, values }: DatasetOf): Promise<DayState[]> => {
  const { firstDay, lastDay } = values
  if (!dataset.topics || !firstDay || !lastDay) return []
  return [...(await readDayStates(db, orgId, dataset.topics, firstDay, lastDay)).values()]
}

const openRows = (warehouse: Warehouse, shape: string, of: DatasetOf): Promise<DatasetRows> =>
  openOnServer(warehouse, of.orgId, async ({ snapshot, asOf }) => {
    const state = await readState(snapshot.db, shape, of, asOf)
    return { state, rowCount: await countRows(snapshot.client, of), pieces: readWindows(snapshot, of), close: snapshot.close }
  })

const countRows = async (db: pg.Pool | pg.ClientBase, of: DatasetOf): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(bind(of.dataset.count, of))
  return rows[0]?.count ?? 0
}

const readWindows = async function* (snapshot: Snapshot, of: DatasetOf): AsyncGenerator<Buffer> {
  for (const values of windowsOf(of)) yield* copyRows(snapshot.client, bind(of.dataset.rows, { ...of, values }))
  await snapshot.commit()
}

/** Returns the values of each statement that reads rows, in order. */
const windowsOf = function* ({ dataset, values }: DatasetOf): Generator<DatasetValues> {
  const { firstDay, lastDay } = values
  const { daysAtOnce } = dataset
  if (!daysAtOnce || !firstDay || !lastDay) return yield values
  for (const day of daysFrom(firstDay, lastDay, daysAtOnce)) {
    const end = daysAfter(day, daysAtOnce - 1)
    yield { ...values, firstDay: day, lastDay: end < lastDay ? end : lastDay }
  }
}

const bind = (statement: string, { orgId, values }: Omit<DatasetOf, 'dataset'>): string =>
  bindLiterals(statement, { ...values, org: orgId })
