import type pg from 'pg'

/** Identifies a database cluster and the database in it; a replica has the same. The cluster is null if the role may not read it. */
interface Identity {
  readonly cluster: string | null
  readonly databaseOid: number
  readonly feedOid: number
}

/** How much of the write-ahead log a server has, in bytes. */
interface ServerState extends Identity {
  readonly position: number
}

const IDENTITY = `d.cluster, d.database_oid as "databaseOid", d.feed_oid as "feedOid" from feed_database() d`

/** Returns how much of the log the primary has written durably: everything that is committed is below. */
export const readPrimaryState = async (pool: pg.Pool): Promise<ServerState> => {
  const { rows } = await pool.query<ServerState>(
    `select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::int8 as position, ${IDENTITY}`,
  )
  return rows[0] as ServerState
}

/** Returns how much of the log a server has replayed, and whether it still is a replica. */
export const readReplicaState = async (pool: pg.Pool): Promise<ServerState & { readonly isReplica: boolean }> => {
  const { rows } = await pool.query<ServerState & { isReplica: boolean }>(
    `select pg_is_in_recovery() as "isReplica",
       (coalesce(pg_last_wal_replay_lsn(), '0/0'::pg_lsn) - '0/0'::pg_lsn)::int8 as position, ${IDENTITY}`,
  )
  return rows[0] as ServerState & { isReplica: boolean }
}

export const isSameDatabase = (a: Identity, b: Identity): boolean =>
  a.databaseOid === b.databaseOid && a.feedOid === b.feedOid && (a.cluster ?? b.cluster) === (b.cluster ?? a.cluster)
