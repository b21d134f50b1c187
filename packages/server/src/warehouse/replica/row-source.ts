import type pg from 'pg'
import { openSnapshot, type Snapshot } from '../../platform/transactions/snapshot.ts'
import type { Replica } from './replica.ts'

/** Where the rows of a response come from. */
export type ReadServer = 'primary' | 'replica' | 'cache'

/** The servers from which rows are read. */
export interface RowServers {
  /** The primary, for look-ups. */
  readonly pool: pg.Pool
  /** The primary, for rows. */
  readonly exports: pg.Pool
  readonly replica?: Replica | undefined
  readonly onRead?: ((server: ReadServer) => void) | undefined
}

/** A snapshot of one of the servers. */
export interface RowSource {
  readonly snapshot: Snapshot
  /** A time before which the snapshot has every commit; undefined for the primary, which has them all. */
  readonly asOf: Date | undefined
}

/**
 * Opens rows on the replica, or on the primary if the replica is away, too far behind, or lacks a publication of the organization
 * that the primary has: so no reader falls back behind a position of the feed, and a refresh is read at once. `open` returns
 * undefined for rows that only the primary has. All that it reads comes from one snapshot of one server.
 */
export const openOnServer = async <T>(
  servers: RowServers,
  orgId: string,
  open: (source: RowSource) => Promise<T | undefined>,
): Promise<T> => {
  const rows = await openOnReplica(servers, orgId, open)
  servers.onRead?.(rows ? 'replica' : 'primary')
  return rows ?? ((await openOn(servers.exports, undefined, open)) as T)
}

/** The replica may go at any time, so its failures are not those of the response. */
const openOnReplica = async <T>(
  { pool, replica }: RowServers,
  orgId: string,
  open: (source: RowSource) => Promise<T | undefined>,
): Promise<T | undefined> => {
  const asOf = replica?.asOf()
  if (!replica || !asOf) return undefined
  const head = await readHead(pool, orgId)
  const openIfReached = async (source: RowSource) => ((await hasReached(source, orgId, head)) ? open(source) : undefined)
  return openOn(replica.pool, asOf, openIfReached).catch(() => undefined)
}

const openOn = async <T>(
  pool: pg.Pool,
  asOf: Date | undefined,
  open: (source: RowSource) => Promise<T | undefined>,
): Promise<T | undefined> => {
  const snapshot = await openSnapshot(pool)
  try {
    const rows = await open({ snapshot, asOf })
    if (rows === undefined) await snapshot.commit()
    return rows
  } catch (error) {
    snapshot.close()
    throw error
  }
}

/** The end of the feed of an organization. */
interface Head {
  readonly position: number
  readonly publicationId: string | null
}

const readHead = async (pool: pg.Pool, orgId: string): Promise<Head | undefined> => {
  const { rows } = await pool.query<Head>({
    name: 'feed head',
    text: `select position, publication_at(org_id, position) as "publicationId" from change_feeds where org_id = $1`,
    values: [orgId],
  })
  return rows[0]
}

/** Whether the server is a replica still, and has the very publication with which the feed ends. */
const hasReached = async ({ snapshot }: RowSource, orgId: string, head: Head | undefined): Promise<boolean> => {
  const { position = 0, publicationId = null } = head ?? {}
  const { rows } = await snapshot.client.query<{ hasReached: boolean }>(
    `select pg_is_in_recovery() and publication_at($1, $2) is not distinct from $3
       and coalesce((select position from change_feeds where org_id = $1), 0) >= $2 as "hasReached"`,
    [orgId, position, publicationId],
  )
  return rows[0]?.hasReached ?? false
}
