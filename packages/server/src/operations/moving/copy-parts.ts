import type pg from 'pg'
import { asReplica, copyRows } from './connections.ts'
import { namesOf, type TenantTable } from './tenant-tables.ts'

/** A part of an organization's rows that is copied in one transaction: those of a table, or of one partition of it. */
export interface Part {
  /** The name of the table or partition in the database that the organization leaves. */
  readonly name: string
  readonly table: TenantTable
  /** The first day and the day after the last one of the partition; null without a limit. */
  readonly from: string | null
  readonly to: string | null
}

const PARTITIONS = `
  select c.relname as name, substring(bound from $$FROM \\('(\\S+)'\\)$$) as from, substring(bound from $$TO \\('(\\S+)'\\)$$) as to
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  cross join pg_get_expr(c.relpartbound, c.oid) bound
  where i.inhparent = $1::regclass
  order by c.relname`

/** Lists the parts of all tables. */
export const listParts = async (pool: Pick<pg.Pool, 'query'>, tables: readonly TenantTable[]): Promise<Part[]> => {
  const parts: Part[] = []
  for (const table of tables) {
    if (table.partitionedBy === null) {
      parts.push({ name: table.name, table, from: null, to: null })
      continue
    }
    const { rows } = await pool.query<Omit<Part, 'table'>>(PARTITIONS, [table.name])
    parts.push(...rows.map((row) => ({ ...row, table })))
  }
  return parts
}

/** Deletes the rows of a part in the other database, where its partitions may be others. */
const deletePart = async (client: pg.ClientBase, { table, from, to }: Part, orgId: string): Promise<void> => {
  const limits = [from && `${table.partitionedBy} >= '${from}'`, to && `${table.partitionedBy} < '${to}'`].filter(Boolean)
  const condition = [`${table.org} = '${orgId}'`, ...limits].join(' and ')
  await client.query(`delete from ${table.name} where ${condition}`)
}

export interface Copied {
  readonly rows: number
  readonly bytes: number
}

/**
 * Copies the rows of a part. What an interrupted copy may have left is removed first, so that it can be repeated. Rows of a table are
 * of one state of the database, so they cannot violate a unique index together.
 */
export const copyPart = (source: pg.Pool, target: pg.Pool, part: Part, orgId: string): Promise<Copied> =>
  asReplica(target, async (to) => {
    const { name, table } = part
    if (part.from !== null) await to.query('select ensure_event_partitions($1)', [part.from])
    await deletePart(to, part, orgId)
    const from = await source.connect()
    let isDone = false
    try {
      const names = namesOf(table.columns)
      const copied = await copyRows(
        ...([from, `select ${names} from ${name} where ${table.org} = '${orgId}'`] as const),
        ...([to, `${table.name} (${names})`] as const),
      )
      await markArriving(to, table, orgId)
      isDone = true
      return copied
    } finally {
      from.release(!isDone)
    }
  })

/** The row of the organization does not say where it is: in the database to which it is copied, it is not yet. */
export const markArriving = async (client: pg.ClientBase, { name }: TenantTable, orgId: string): Promise<void> => {
  if (name === 'organizations') await client.query(`update organizations set placement = 'arriving' where id = $1`, [orgId])
}

/** Rows that are deleted in one transaction. */
const DELETE_BATCH = 20_000

/** Removes all rows of the organization from a database, in batches, so that no transaction takes long; the organization comes last. */
export const removeRows = async (
  pool: pg.Pool,
  tables: readonly TenantTable[],
  orgId: string,
  signal?: AbortSignal,
): Promise<number> => {
  let removed = 0
  const isLast = ({ name }: TenantTable) => name === 'organizations'
  for (const table of [...tables.filter((each) => !isLast(each)), ...tables.filter(isLast)]) {
    for (const { name } of await listParts(pool, [table])) {
      for (;;) {
        signal?.throwIfAborted()
        const { rowCount } = await asReplica(pool, (client) =>
          client.query(
            `delete from ${name} where ctid = any (array(select ctid from ${name} where ${table.org} = $1 limit ${DELETE_BATCH}))`,
            [orgId],
          ),
        )
        removed += rowCount ?? 0
        if ((rowCount ?? 0) < DELETE_BATCH) break
      }
    }
  }
  return removed
}

/** Returns the tables that have rows of the organization. */
export const listTablesWithRows = async (
  pool: Pick<pg.Pool, 'query'>,
  tables: readonly TenantTable[],
  orgId: string,
): Promise<string[]> => {
  const looks = tables.map(
    ({ name, org }) => `select '${name}' as name where exists (select from ${name} where ${org} = '${orgId}' offset 0)`,
  )
  const { rows } = await pool.query<{ name: string }>(looks.join(' union all '))
  return rows.map(({ name }) => name)
}
