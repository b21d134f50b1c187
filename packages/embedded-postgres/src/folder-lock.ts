import type pg from 'pg'
import type { Target } from './connection.ts'
import { connect } from './connection.ts'

/** The two halves of the advisory lock's key: "roll", "call". */
const KEY = [0x726f6c6c, 0x63616c6c]

type LockAttempt = { readonly lock: FolderLock } | { readonly heldBy: number | undefined }

/**
 * The right to use the data folder, as a session lock inside the server that runs on it. The server releases it
 * by itself when the owning process dies, however it dies, so no stale lock can ever be left.
 */
export class FolderLock implements AsyncDisposable {
  /** Resolves when the connection that holds the lock is gone. */
  readonly lost: Promise<void>
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
    this.lost = new Promise((resolve) => {
      client.once('end', () => resolve())
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end().catch(() => {})
  }
}

/** Tries to take the lock; connection errors are thrown. */
export const tryLock = async (target: Target): Promise<LockAttempt> => {
  const client = await connect(target, 'postgres', 2_000)
  const lock = new FolderLock(client)
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', KEY)
    if (rows[0]?.taken === true) return { lock }
    const heldBy = await findHolder(client)
    await lock[Symbol.asyncDispose]()
    return { heldBy }
  } catch (error) {
    await lock[Symbol.asyncDispose]()
    throw error
  }
}

const findHolder = async (client: pg.Client): Promise<number | undefined> => {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.classid = $1::int and l.objid = $2::int and l.objsubid = 2
       and l.database = (select oid from pg_database where datname = current_database())`,
    KEY,
  )
  const pid = /^rollcall pid=(\d+)$/.exec(rows[0]?.application_name ?? '')?.[1]
  return pid === undefined ? undefined : Number(pid)
}
