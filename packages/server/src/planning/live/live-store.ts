import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { LIVE_CHANNEL } from './live-event.ts'

export const INTEREST_CHANNEL = 'rollcall_live_interest'
/** How long a location counts as watched after an announcement. */
export const WATCHED_MS = 60_000

export interface WatchedLocation {
  readonly orgId: string
  readonly locationId: string
}

/** The name of a watched location in payloads and maps. */
export const watchName = ({ orgId, locationId }: WatchedLocation): string => `${orgId} ${locationId}`

/** Stores that the locations are watched, and notifies all nodes. Rows are locked in one order, so that nodes never deadlock. */
export const announceWatches = async (db: Db, watched: readonly WatchedLocation[]): Promise<void> => {
  await sql`
    with watched as (
      insert into live_watches (org_id, location_id, watched_until)
      select org_id, location_id, clock_timestamp() + make_interval(secs => ${WATCHED_MS / 1000})
      from unnest(
        ${arrayLiteral(watched.map(({ orgId }) => orgId))}::uuid[],
        ${arrayLiteral(watched.map(({ locationId }) => locationId))}::uuid[]
      ) as w (org_id, location_id)
      group by org_id, location_id
      order by org_id, location_id
      on conflict (org_id, location_id) do update
      set watched_until = excluded.watched_until
      returning org_id, location_id
    )
    select pg_notify(${INTEREST_CHANNEL}, org_id || ' ' || location_id)
    from watched`.execute(db)
}

/** Lists the watches of all nodes by name, with their remaining milliseconds. */
export const listWatches = async (db: Db): Promise<{ name: string; forMs: number }[]> => {
  const { rows } = await sql<{ name: string; forMs: number }>`
    select org_id || ' ' || location_id as name,
      (extract(epoch from watched_until - clock_timestamp()) * 1000)::int as "forMs"
    from live_watches
    where watched_until > clock_timestamp()`.execute(db)
  return rows
}

export const purgeWatches = async (db: Db): Promise<void> => {
  await sql`delete from live_watches where watched_until < now() - interval '1 hour'`.execute(db)
}

/** Returns the users among these who are visible to no colleague. */
export const findHidden = async (db: Db, orgId: string, userIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id
    from users
    where org_id = ${orgId} and id = any (${arrayLiteral(userIds)}::uuid[]) and visibility = 'nobody'`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Sends payloads to all nodes. */
export const notifyLive = async (db: Db, payloads: readonly string[]): Promise<void> => {
  await sql`select pg_notify(${LIVE_CHANNEL}, p) from unnest(${arrayLiteral(payloads)}::text[]) p`.execute(db)
}
