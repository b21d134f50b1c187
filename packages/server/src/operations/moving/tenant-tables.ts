import type pg from 'pg'

/** A table that holds rows of organizations. */
export interface TenantTable {
  readonly name: string
  /** The column that names the organization. */
  readonly org: string
  /** The columns that are moved, with their types, in the order of their names: tables that were upgraded have another order. */
  readonly columns: readonly TenantColumn[]
  /** The columns of the primary key. */
  readonly key: readonly TenantColumn[]
  /** The column by which the table is partitioned; null: it is not. */
  readonly partitionedBy: string | null
}

export interface TenantColumn {
  readonly name: string
  readonly type: string
  readonly isEnum: boolean
}

/** Tables whose rows name an organization and stay where they are. */
export const STAYING_TABLES: Readonly<Record<string, string>> = {
  organization_cells: 'The control database says in which cell an organization is.',
  organization_moves: 'The control database keeps the progress of moves.',
  moving_changes: 'It holds what a move still has to copy.',
  live_watches: 'Nodes renew it within seconds.',
}

/** Columns that say something about this database and not about the organization. */
const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  organizations: ['placement', 'brought_timeline_id', 'arrived_timeline_id'],
}

const TENANT_TABLES = `
  select c.relname as name, case c.relname when 'organizations' then 'id' else 'org_id' end as org,
    (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isEnum', t.typtype = 'e')
        order by a.attname)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns,
    (
      select json_agg(a.attname order by k.place)
      from pg_index i
      cross join unnest(i.indkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary
    ) as key,
    (
      select a.attname
      from pg_partitioned_table p
      join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
      where p.partrelid = c.oid
    ) as "partitionedBy"
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (
      c.relname = 'organizations'
      or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
    )
    and c.relname <> all ($1)
  order by c.relname`

type Row = Omit<TenantTable, 'key'> & { readonly key: readonly string[] }

/** Lists the tables that move with an organization, from the catalog, so that none can be forgotten. */
export const listTenantTables = async (pool: Pick<pg.Pool, 'query'>): Promise<TenantTable[]> => {
  const { rows } = await pool.query<Row>(TENANT_TABLES, [Object.keys(STAYING_TABLES)])
  return rows.map((row) => {
    const columns = row.columns.filter(({ name }) => !OWN_COLUMNS[row.name]?.includes(name))
    const key = row.key.map((name) => columns.find((column) => column.name === name) as TenantColumn)
    return { ...row, columns, key }
  })
}

/** Returns the names of the tables that are not the same in both databases. */
export const compareTables = (one: readonly TenantTable[], other: readonly TenantTable[]): string[] => {
  const [a, b] = [one, other].map((tables) => new Map(tables.map((table) => [table.name, JSON.stringify(table)])))
  return [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].filter((name) => a?.get(name) !== b?.get(name)).sort()
}

export const namesOf = (columns: readonly TenantColumn[], alias?: string): string =>
  columns.map(({ name }) => (alias ? `${alias}.${name}` : name)).join(', ')

/** An expression that hashes a row. Values of an enum have other numbers in another database, so their text is hashed. */
export const rowHash = (columns: readonly TenantColumn[], alias: string): string => {
  const values = columns.map(({ name, isEnum }) => `${alias}.${name}${isEnum ? '::text' : ''}`)
  return `hash_record_extended(row(${values.join(', ')}), 0)`
}
