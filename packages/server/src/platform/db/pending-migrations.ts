import { sql } from 'kysely'
import { arrayLiteral } from '../sql/array-literal.ts'
import type { Db } from './database.ts'
import { readModel } from './model-files.ts'
import { readState } from './model-state.ts'

/** A migration to come, and the tables that it reads or rewrites, with their sizes as PostgreSQL estimates them. */
export interface PendingMigration {
  readonly name: string
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[]
}

const TABLE =
  /\b(?:alter table|update|delete from|insert into|create (?:unique )?index \w+ on|from|join)\s+(?:only\s+|if exists\s+)?(\w+)/gi

/** Lists the migrations that the database lacks. Their time is that of rewriting their tables at most. */
export const listPendingMigrations = async (db: Db, folder?: URL): Promise<PendingMigration[]> => {
  const [state, model] = await Promise.all([readState(db), readModel(folder)])
  if (!state) return []
  const pending = model.migrations.filter(({ name }) => !state.migrations.includes(name))
  const tablesOf = (text: string) => [...new Set([...text.replace(/--.*$/gm, '').matchAll(TABLE)].map(([, table = '']) => table))]
  const mentioned = [...new Set(pending.flatMap((migration) => tablesOf(migration.sql)))]
  const { rows } = await sql<{ table: string; rows: number; bytes: number }>`
    select c.relname as "table",
      sum(case when p.relkind = 'p' then 0 else greatest(p.reltuples, 0) end)::int8 as rows,
      sum(pg_total_relation_size(p.oid))::int8 as bytes
    from pg_class c
    cross join lateral (select c.oid union select relid::oid from pg_partition_tree(c.oid)) tree (oid)
    join pg_class p on p.oid = tree.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any (${arrayLiteral(mentioned)})
    group by c.relname
  `.execute(db)
  const sizes = new Map(rows.map((row) => [row.table, row]))
  return pending.map((migration) => ({
    name: migration.name,
    tables: tablesOf(migration.sql).flatMap((table) => sizes.get(table) ?? []),
  }))
}
