import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { DataDirInUseError, errorCode, errorMessage } from './errors.ts'
import { tryLock } from './folder-lock.ts'
import { disarmStaleFile, findLivePostmaster } from './postmaster-file.ts'

const SILENCE_MS = 60_000
/** A rival that has just started its server needs this long at most to lock it; an orphan is never locked. */
const GRACE_MS = 500
/** A service killed a moment ago still holds its lock until the server notices; one whose starter was killed stops meanwhile. */
const HELD_MS = 5_000
const STOP_MS = 60_000

/**
 * Returns when no server runs on the cluster. A server without a lock is the orphan of a killed service
 * and is stopped; the lock is held meanwhile, so of several processes only one does that.
 */
export const stopOrphan = async (cluster: Cluster, log: (line: string) => void): Promise<void> => {
  const { layout, directory, password } = cluster
  let silentSince = Date.now()
  let heldSince: number | undefined
  let graceFor: number | undefined
  for (;;) {
    const found = await findLivePostmaster(directory)
    if (found === undefined) return await disarmStaleFile(directory)
    if (found.port !== undefined && found.pid !== graceFor) {
      graceFor = found.pid
      await sleep(GRACE_MS)
      continue
    }
    try {
      if (found.port === undefined) throw new Error('it has not chosen its port yet')
      const attempt = await tryLock({ port: found.port, password })
      if ('lock' in attempt) {
        await using _ = attempt.lock
        log(`stopping the database server (process ${found.pid}) that a killed service left behind`)
        await stopServer(cluster, found.pid)
        continue
      }
      silentSince = Date.now()
      heldSince ??= Date.now()
      if (Date.now() - heldSince > HELD_MS) throw new DataDirInUseError(layout.dataDir, attempt.heldBy)
    } catch (error) {
      if (error instanceof DataDirInUseError || isLastingFailure(error)) throw error
      if (Date.now() - silentSince > SILENCE_MS) {
        throw new Error(
          `A database server (process ${found.pid}) runs in ${directory}, but cannot be reached: ${errorMessage(error)}`,
        )
      }
    }
    await sleep(100)
  }
}

/** A wrong password (28P01) does not become right by waiting. */
const isLastingFailure = (error: unknown): boolean => {
  return errorCode(error) === '28P01' || error instanceof OrphanError
}

class OrphanError extends Error {}

/**
 * Waits for this one process. `pg_ctl stop` would watch the cluster's pid file instead, and wait forever when a rival starts its
 * own server the moment this one is gone.
 */
const stopServer = async ({ directory }: Cluster, pid: number): Promise<void> => {
  const deadline = Date.now() + STOP_MS
  process.kill(pid, 'SIGINT')
  while ((await findLivePostmaster(directory))?.pid === pid) {
    if (Date.now() > deadline) {
      throw new OrphanError(`The database server (process ${pid}) left behind by a killed service does not stop.`)
    }
    await sleep(50)
  }
}
