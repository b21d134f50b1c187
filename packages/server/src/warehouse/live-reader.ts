import { hash } from 'node:crypto'
import type pg from 'pg'
import type { ChangeTopic } from '../day-changes/day-changes.ts'
import { bindLiterals, copyRows } from '../db/copy-out.ts'
import { openSnapshot, type Snapshot } from '../db/snapshot.ts'
import { daysAfter } from '../time/day.ts'
import type { DatasetRead, DatasetRows } from './dataset-read.ts'

/** A dataset that is read from the tables as they are: which those are, for its ETag, how many rows it has, and the rows. */
export interface LiveDataset {
  readonly tables: readonly string[]
  /** Changes of the days from `$firstDay` to `$lastDay` that it shows. */
  readonly topics?: readonly ChangeTopic[]
  readonly count: string
  readonly rows: string
  /** Where `rows` is to be run for at most so many days at a time, one after the other. */
  readonly daysAtOnce?: number
}

/** What stands in the statements of a dataset for `$name`: validated values. `$org` is the organisation. */
export type DatasetValues = Readonly<Record<string, string | null>>

/** A dataset of one organisation, for some values. */
export interface DatasetOf {
  readonly dataset: LiveDataset
  readonly orgId: string
  readonly values: DatasetValues
}

/** Rows are read through a pool of their own, so that slow readers never hold up anything but other readers. */
export interface DatasetPools {
  readonly pool: pg.Pool
  readonly exports: pg.Pool
}

/**
 * Part of every ETag: raise it when the shape of rows changes. Organisation, values and time are parts too, so that neither
 * another key nor another question nor a database restored from a backup ever confirms a copy that is not its own.
 */
const FORM = 2

/** Sums never go down and every change adds to one, so the sums name the state of all tables and all days together. */
const STATE = `
  select coalesce(r.revision, 0)::int8 as revision, coalesce(d.changes, 0)::int8 as changes,
    greatest(r.changed_at, d.changed_at, o.created_at) as changed_at
  from organizations o
  cross join lateral (
    select sum(r.revision) as revision, max(r.changed_at) as changed_at
    from table_revisions r
    where r.org_id = o.id and r.table_name = any ($2)
  ) r
  cross join lateral (
    select sum(c.changes) as changes, max(c.changed_at) as changed_at
    from (
      select changes, changed_at
      from day_changes
      where org_id = o.id and topic = any ($3) and day between $4 and $5
      union all
      select 1, changed_at
      from day_change_ticks
      where org_id = o.id and topic = any ($3) and day between $4 and $5
    ) c
  ) d
  where o.id = $1`

/** State by one look-up of a few rows by primary key; count and rows are of one snapshot, so that they belong together. */
export const readLive = async ({ pool, exports }: DatasetPools, of: DatasetOf): Promise<DatasetRead> => {
  const { dataset, orgId, values } = of
  const { rows } = await pool.query<{ revision: number; changes: number; changed_at: Date }>({
    name: 'select-live-state',
    text: STATE,
    values: [orgId, dataset.tables, dataset.topics ?? [], values.firstDay ?? null, values.lastDay ?? null],
  })
  const { revision, changes, changed_at } = rows[0] as { revision: number; changes: number; changed_at: Date }
  const question = hash('sha256', JSON.stringify([orgId, dataset.rows, values]), 'base64url').slice(0, 22)
  return {
    etag: [FORM, question, changed_at.getTime().toString(36), revision, changes].join('.'),
    lastModified: changed_at,
    refreshedAt: new Date(),
    countRows: () => countRows(pool, of),
    open: () => openRows(exports, of),
  }
}

const openRows = async (exports: pg.Pool, of: DatasetOf): Promise<DatasetRows> => {
  const snapshot = await openSnapshot(exports)
  try {
    return { rowCount: await countRows(snapshot.client, of), pieces: readWindows(snapshot, of), close: snapshot.close }
  } catch (error) {
    snapshot.close()
    throw error
  }
}

const countRows = async (db: pg.Pool | pg.ClientBase, of: DatasetOf): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(bind(of.dataset.count, of))
  return rows[0]?.count ?? 0
}

const readWindows = async function* (snapshot: Snapshot, of: DatasetOf): AsyncGenerator<Buffer> {
  for (const values of windowsOf(of)) yield* copyRows(snapshot.client, bind(of.dataset.rows, { ...of, values }))
  await snapshot.commit()
}

/** The values for each statement that reads rows, one after the other. */
const windowsOf = function* ({ dataset, values }: DatasetOf): Generator<DatasetValues> {
  const { firstDay, lastDay } = values
  const { daysAtOnce } = dataset
  if (!daysAtOnce || !firstDay || !lastDay) return yield values
  for (let day = firstDay; day <= lastDay; day = daysAfter(day, daysAtOnce)) {
    const end = daysAfter(day, daysAtOnce - 1)
    yield { ...values, firstDay: day, lastDay: end < lastDay ? end : lastDay }
  }
}

const bind = (statement: string, { orgId, values }: Omit<DatasetOf, 'dataset'>): string =>
  bindLiterals(statement, { ...values, org: orgId })
