import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { findTimelineOf } from '../../warehouse/feed/feed-timeline.ts'
import type { Route } from './catch-up.ts'
import type { Move } from './move-store.ts'

/** Numbers that a database skips after an organization has arrived, so that no number of it is given twice. */
const MARGIN = 1_000

/** Sequences of tables that move: of identity columns, and of defaults. */
const SEQUENCES = `
  select distinct s.relname as name
  from pg_class c
  join pg_depend d on d.refobjid = c.oid and d.refclassid = 'pg_class'::regclass and d.classid = 'pg_class'::regclass
  join pg_class s on s.oid = d.objid and s.relkind = 'S'
  where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace
  union
  select s.relname
  from pg_class c
  join pg_attrdef a on a.adrelid = c.oid
  join pg_depend d on d.objid = a.oid and d.classid = 'pg_attrdef'::regclass and d.refclassid = 'pg_class'::regclass
  join pg_class s on s.oid = d.refobjid and s.relkind = 'S'
  where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace
  order by 1`

/** Raises a sequence. It never goes back, even if others take numbers meanwhile: they do not take as many as the margin. */
const RAISE = `
  select setval($1::regclass, greatest($2::bigint, last_value) + ${MARGIN})
  from (select coalesce(pg_sequence_last_value($1::regclass), 0) as last_value) s
  where last_value <= $2`

/**
 * Makes numbers of the other database higher than those that the organization brings. The last number of the database that it leaves
 * is the highest that any of its rows can have.
 */
export const raiseSequences = async ({ source, target, tables }: Route): Promise<void> => {
  const { rows } = await source.query<{ name: string }>(SEQUENCES, [tables.map(({ name }) => name)])
  for (const { name } of rows) {
    const { rows: last } = await source.query<{ value: string | null }>(
      'select pg_sequence_last_value($1::regclass)::text as value',
      [name],
    )
    if (last[0]?.value) await target.query(RAISE, [name, last[0].value])
  }
}

const TIMELINE = 'select id from feed_timelines order by timeline_no desc limit 1'

/** Positions of the change feed move with the rows, so readers keep their cursors: the other database continues the timeline. */
export const bringTimeline = async ({ sourceDb, target, orgId }: Route): Promise<void> => {
  await target.query(
    `update organizations
     set brought_timeline_id = $2, arrived_timeline_id = case when $2::uuid is not null then (${TIMELINE}) end
     where id = $1`,
    [orgId, await findTimelineOf(sourceDb, orgId)],
  )
}

/** Channels on which nodes learn that what they cached of an organization changed. A change of the organization itself is announced. */
const CHANNELS = ['rollcall_directory.people', 'rollcall_directory.nodes', 'rollcall_rows.forget']

/** Makes the other database serve the organization; nodes forget what they knew of it from an earlier time. It is where the move becomes an act. */
export const arrive = async ({ targetDb, orgId }: Route, { from, to }: Pick<Move, 'from' | 'to'>): Promise<void> =>
  transact(targetDb, async (trx) => {
    for (const channel of CHANNELS) await sql`select pg_notify(${channel}, ${orgId})`.execute(trx)
    await sql`update organizations set placement = 'here' where id = ${orgId}`.execute(trx)
    await recordMove(trx, orgId, { from, to })
  })

/** Writes a move, or what became of it, to the audit log of the database that serves the organization. */
export const recordMove = async (db: Db, orgId: string, after: object): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from organizations where id = ${orgId}`.execute(db)
  await recordChange(db, orgId, { entity: { type: 'organization', id: orgId, name: rows[0]?.name ?? null }, after })
}
