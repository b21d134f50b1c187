import type pg from 'pg'

/** Lists everything that makes up a schema, each with its place, except for the order of columns and the state of the model. */
const CATALOG = `
  with tables as (
    select c.oid, c.relname as name, c.relkind as kind, c.relpersistence as persistence, c.relispartition as is_partition,
      pg_get_partkeydef(c.oid) as partitioned, pg_get_expr(c.relpartbound, c.oid) as bound, c.reloptions as options,
      c.relacl as privileges
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')
  )
  select 'table ' || name as place,
    concat_ws(' ', kind, persistence, partitioned, bound, options::text, privileges::text, obj_description(oid)) as text
  from tables
  union all
  select 'column ' || t.name || '.' || a.attname,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, a.attidentity, a.attstorage,
      a.attgenerated, pg_get_expr(d.adbin, d.adrelid), col_description(t.oid, a.attnum))
  from tables t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  where t.kind <> 'S'
  union all
  select 'constraint ' || coalesce(t.name || '.', '') || k.conname, pg_get_constraintdef(k.oid)
  from pg_constraint k
  left join tables t on t.oid = k.conrelid
  -- From PostgreSQL 18 on those that columns are not null are constraints as well.
  where k.connamespace = 'public'::regnamespace and k.contype <> 'n'
  union all
  select 'index ' || t.name || '.' || c.relname, pg_get_indexdef(i.indexrelid)
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join tables t on t.oid = i.indrelid
  union all
  select 'function ' || p.proname, pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '')
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
  union all
  select 'view ' || name, pg_get_viewdef(oid) from tables where kind in ('v', 'm')
  union all
  select 'trigger ' || t.name || '.' || g.tgname, pg_get_triggerdef(g.oid)
  from pg_trigger g
  join tables t on t.oid = g.tgrelid
  where not g.tgisinternal
  union all
  select 'domain ' || typname, format_type(typbasetype, typtypmod) from pg_type
  where typnamespace = 'public'::regnamespace and typtype = 'd'
  order by 1, 2`

/** Returns what makes up the schema of a database, by place, such as `column users.email`. */
export const readCatalog = async (pool: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> => {
  const { rows } = await pool.query<{ place: string; text: string }>(CATALOG)
  return new Map(rows.map(({ place, text }) => [place, text]))
}

/** Returns the places in which two catalogs differ. */
export const compareCatalogs = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((place) => one.get(place) !== other.get(place)).sort()
