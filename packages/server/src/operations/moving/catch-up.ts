import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { asReplica, copyRows, inSnapshot } from './connections.ts'
import { markArriving } from './copy-parts.ts'
import { namesOf, rowHash, type TenantTable } from './tenant-tables.ts'

/** The two databases of a move. */
export interface Route {
  readonly source: pg.Pool
  readonly sourceDb: Db
  readonly target: pg.Pool
  readonly targetDb: Db
  readonly tables: readonly TenantTable[]
  readonly orgId: string
}

/** Rows of a table that differ between the databases. */
export interface Difference {
  readonly table: string
  readonly source: Digest
  readonly target: Digest
}

/** The number of some rows, and two sums of their hashes. */
export interface Digest {
  readonly rows: number
  readonly xor: string
  readonly sum: string
}

/** The copy is not what it should be. */
export class CopyDiffers extends Error {
  readonly differences: readonly Difference[]

  constructor(differences: readonly Difference[]) {
    const texts = differences.map(({ table, source, target }) => `${table} (${source.rows} rows here, ${target.rows} there)`)
    super(`The copy differs from the original in: ${texts.join(', ')}.`)
    this.differences = differences
  }
}

export interface CaughtUp {
  /** Rows that had changed. */
  readonly changes: number
  /** Rows that were compared, by table, if all were. */
  readonly verified: Readonly<Record<string, number>> | null
}

const readDigest = async (client: pg.ClientBase, table: TenantTable, from: string): Promise<Digest> => {
  const { rows } = await client.query<Digest>(
    `select count(*)::int as rows, coalesce(bit_xor(h), 0)::text as xor, coalesce(sum(h), 0)::text as sum
     from (select ${rowHash(table.columns, 't')} as h from ${from} offset 0) h`,
  )
  return rows[0] as Digest
}

const compare = async (
  table: TenantTable,
  [source, fromSource]: readonly [pg.ClientBase, string],
  [target, fromTarget]: readonly [pg.ClientBase, string],
): Promise<number> => {
  const digests = await Promise.allSettled([readDigest(source, table, fromSource), readDigest(target, table, fromTarget)])
  const [one, other] = digests.map((digest) => {
    if (digest.status === 'rejected') throw digest.reason
    return digest.value
  }) as [Digest, Digest]
  const isSame = one.rows === other.rows && one.xor === other.xor && one.sum === other.sum
  if (!isSame) throw new CopyDiffers([{ table: table.name, source: one, target: other }])
  return one.rows
}

/** The rows of the changed keys, as `t`. */
const ofKeys = ({ name, org, key }: TenantTable, orgId: string): string =>
  `moving_keys k join ${name} t on ${key.map(({ name: column }) => `t.${column} = k.${column}`).join(' and ')} where t.${org} = '${orgId}'`

const SCANS = ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'enable_material']

/**
 * Rows of keys are found by look-ups, in whatever order the tables are joined: a plan that reads a table from end to end for each key
 * would take minutes, and the other database has no statistics of its tables yet.
 */
const allowScans = async (clients: readonly pg.ClientBase[], isAllowed: boolean): Promise<void> => {
  const settings = SCANS.map((name) => `set local ${name} = ${isAllowed ? 'on' : 'off'}`).join('; ')
  for (const client of clients) await client.query(settings)
}

/** Copies the present rows of the changed keys, and compares both sides. */
const followTable = async (source: pg.ClientBase, target: pg.ClientBase, table: TenantTable, orgId: string): Promise<void> => {
  const { name, org, key, columns, partitionedBy } = table
  const typed = key.map((column) => `${column.name} ${column.type}`).join(', ')
  await source.query(
    `create temp table moving_keys on commit drop as
     select distinct k.* from moving_batch b cross join jsonb_to_record(b.key) as k (${typed}) where b.table_name = '${name}'`,
  )
  await target.query(`create temp table moving_keys (${typed}) on commit drop`)
  await copyRows(source, 'select * from moving_keys', target, 'moving_keys')
  for (const client of [source, target]) {
    await client.query(`create unique index on moving_keys (${namesOf(key)}); analyze moving_keys`)
  }
  if (partitionedBy) {
    await target.query(
      `select ensure_event_partitions(month)
       from (select distinct date_trunc('month', ${partitionedBy})::date as month from moving_keys order by 1) m`,
    )
  }
  await allowScans([source, target], false)
  const isKey = key.map((column) => `t.${column.name} = k.${column.name}`).join(' and ')
  await target.query(`delete from ${name} t using moving_keys k where t.${org} = '${orgId}' and ${isKey}`)
  await copyRows(
    ...([source, `select ${namesOf(columns, 't')} from ${ofKeys(table, orgId)}`] as const),
    ...([target, `${name} (${namesOf(columns)})`] as const),
  )
  await markArriving(target, table, orgId)
  await compare(table, [source, ofKeys(table, orgId)], [target, ofKeys(table, orgId)])
  await allowScans([source, target], true)
  for (const client of [source, target]) await client.query('drop table moving_keys')
}

/**
 * Copies what changed since the last call, all of it in one transaction: the copy is then as the original was at one moment, so no
 * unique index is violated. Each changed row is compared on both sides; with `isComplete`, all rows of all tables are.
 *
 * An interrupted call is harmless: the changes are only forgotten after the copy has them, and may be copied twice.
 * @throws CopyDiffers
 */
export const catchUp = (
  { source, target, tables, orgId }: Route,
  { isComplete, limitMs }: { isComplete: boolean; limitMs?: number },
): Promise<CaughtUp> => {
  const endsAt = limitMs === undefined ? undefined : performance.now() + limitMs
  return inSnapshot(source, async (from) => {
    await boundStatements(from, endsAt)
    await from.query(
      `create temp table moving_batch on commit drop as
       select change_no, table_name, key from moving_changes where org_id = '${orgId}'`,
    )
    await from.query('analyze moving_batch')
    const { rows } = await from.query<{ name: string; changes: number }>(
      'select table_name as name, count(*)::int as changes from moving_batch group by table_name',
    )
    const changed = tables.filter(({ name }) => rows.some((row) => row.name === name))
    const verified = await asReplica(target, async (to) => {
      for (const table of changed) {
        await boundStatements(from, endsAt)
        await boundStatements(to, endsAt)
        await followTable(from, to, table, orgId)
      }
      if (!isComplete) return null
      const counts: Record<string, number> = {}
      for (const table of tables) {
        const all = `${table.name} t where t.${table.org} = '${orgId}'`
        counts[table.name] = await compare(table, [from, all], [to, all])
      }
      return counts
    })
    await from.query(
      `delete from moving_changes where org_id = '${orgId}' and change_no = any (array(select change_no from moving_batch))`,
    )
    return { changes: rows.reduce((sum, row) => sum + row.changes, 0), verified }
  })
}

/** Makes statements fail (57014) that do not end in time. */
const boundStatements = async (client: pg.ClientBase, endsAt: number | undefined): Promise<void> => {
  if (endsAt === undefined) return
  await client.query(`set local statement_timeout = ${Math.max(1, Math.ceil(endsAt - performance.now()))}`)
}

/** Counts the changes that the copy does not have yet. */
export const countChanges = async (source: pg.Pool, orgId: string): Promise<number> => {
  const { rows } = await source.query<{ changes: number }>(
    'select count(*)::int as changes from moving_changes where org_id = $1',
    [orgId],
  )
  return rows[0]?.changes ?? 0
}
