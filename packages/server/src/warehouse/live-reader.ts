import type { Readable } from 'node:stream'
import type pg from 'pg'
import { copyJsonRows, literal, streamSnapshot } from '../db/copy-out.ts'

/** A dataset that is read from the tables as they are: which those are, for its ETag, how many rows it has, and the rows. */
export interface LiveDataset {
  readonly tables: readonly string[]
  readonly count: string
  readonly rows: string
}

/** What stands in the statements of a dataset for `$name`: validated values. `$org` is the organisation. */
export type DatasetValues = Readonly<Record<string, string | null>>

/** A dataset of one organisation, for some values. */
export interface DatasetOf {
  readonly dataset: LiveDataset
  readonly orgId: string
  readonly values: DatasetValues
}

/** Which state of a dataset an answer shows. */
export interface DatasetState {
  /** Changes whenever a row may have changed; the same on every node. */
  readonly etag: string
  readonly lastModified: Date
}

export interface DatasetAnswer {
  readonly state: DatasetState
  readonly rowCount: number
  readonly rows: Readable
}

/**
 * Part of every ETag: raise it when the shape of rows changes. Organisation, values and time are parts too, so that neither
 * another key nor another question nor a database restored from a backup ever confirms a copy that is not its own.
 */
const FORMAT = 1

/** Sums never go down and every change adds to one, so the sum names the state of all tables together. */
const STATE = `
  select coalesce(sum(r.revision), 0)::int8 as revision, greatest(max(r.changed_at), o.created_at) as changed_at
  from organizations o
  left join table_revisions r on r.org_id = o.id and r.table_name = any ($2)
  where o.id = $1
  group by o.created_at`

/** One look-up of a few rows by primary key. */
const selectState = async (db: pg.Pool | pg.ClientBase, { dataset, orgId, values }: DatasetOf): Promise<DatasetState> => {
  const { rows } = await db.query<{ revision: number; changed_at: Date }>({
    name: 'select-table-revisions',
    text: STATE,
    values: [orgId, dataset.tables],
  })
  const { revision, changed_at } = rows[0] as { revision: number; changed_at: Date }
  const question = Object.values(values).map((value) => value ?? '')
  const parts = [FORMAT, dataset.tables[0], orgId.slice(0, 8), ...question, changed_at.getTime().toString(36), revision]
  return { etag: `W/"${parts.join('-')}"`, lastModified: changed_at }
}

export const getState = (pool: pg.Pool, of: DatasetOf): Promise<DatasetState> => selectState(pool, of)

const counted = async function* (chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    yield chunk
  }
}

export const countRows = async (db: pg.Pool | pg.ClientBase, of: DatasetOf): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(bind(of.dataset.count, of))
  return rows[0]?.count ?? 0
}

/** State, count and rows of one snapshot, so that they always belong together. */
export const readRows = async (pool: pg.Pool, of: DatasetOf, onBytes: (bytes: number) => void): Promise<DatasetAnswer> => {
  let head: Omit<DatasetAnswer, 'rows'> | undefined
  const stream = await streamSnapshot(pool, async (client) => {
    const state = await selectState(client, of)
    head = { state, rowCount: await countRows(client, of) }
    return counted(copyJsonRows(client, bind(of.dataset.rows, of)), onBytes)
  })
  return { ...(head as Omit<DatasetAnswer, 'rows'>), rows: stream }
}

/** COPY takes no parameters, so values become literals. */
const bind = (statement: string, { orgId, values }: DatasetOf): string =>
  statement.replaceAll(/\$(\w+)/g, (_, name: string) => {
    if (name === 'org') return `${literal(orgId)}::uuid`
    const value = values[name]
    if (value === undefined) throw new Error(`The statement has no value for $${name}`)
    return value === null ? 'null' : literal(value)
  })
