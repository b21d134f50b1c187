import type { Readable } from 'node:stream'
import type pg from 'pg'
import { copyJsonRows, literal, streamSnapshot } from '../db/copy-out.ts'
import type { DirectoryDataset } from './directory-datasets.ts'

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
 * Part of every ETag: raise it when the shape of rows changes. Organisation and time are parts too, so that neither another
 * key nor a database restored from a backup ever confirms a copy that is not its own.
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
const selectState = async (db: pg.Pool | pg.ClientBase, orgId: string, tables: readonly string[]): Promise<DatasetState> => {
  const { rows } = await db.query<{ revision: number; changed_at: Date }>({
    name: 'select-table-revisions',
    text: STATE,
    values: [orgId, tables],
  })
  const { revision, changed_at } = rows[0] as { revision: number; changed_at: Date }
  const state = [FORMAT, tables[0], orgId.slice(0, 8), changed_at.getTime().toString(36), revision].join('-')
  return { etag: `W/"${state}"`, lastModified: changed_at }
}

export const getDirectoryState = (pool: pg.Pool, orgId: string, { tables }: DirectoryDataset): Promise<DatasetState> =>
  selectState(pool, orgId, tables)

const counted = async function* (chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    yield chunk
  }
}

export const countDirectory = async (pool: pg.Pool, orgId: string, { count }: DirectoryDataset): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(ofOrganization(count, orgId))
  return rows[0]?.count ?? 0
}

/** State, count and rows of one snapshot, so that they always belong together. */
export const readDirectory = async (
  pool: pg.Pool,
  orgId: string,
  { tables, count, rows }: DirectoryDataset,
  onBytes: (bytes: number) => void,
): Promise<DatasetAnswer> => {
  let head: Omit<DatasetAnswer, 'rows'> | undefined
  const stream = await streamSnapshot(pool, async (client) => {
    const state = await selectState(client, orgId, tables)
    const result = await client.query<{ count: number }>(ofOrganization(count, orgId))
    head = { state, rowCount: result.rows[0]?.count ?? 0 }
    return counted(copyJsonRows(client, ofOrganization(rows, orgId)), onBytes)
  })
  return { ...(head as Omit<DatasetAnswer, 'rows'>), rows: stream }
}

const ofOrganization = (query: string, orgId: string): string => query.replaceAll('$org', `${literal(orgId)}::uuid`)
