import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { DataDirInUseError, errorMessage } from './errors.ts'
import type { FolderLock } from './folder-lock.ts'
import { tryLock } from './folder-lock.ts'
import { findFreePort } from './port.ts'
import type { LaunchOptions, ServerProcess } from './server-process.ts'
import { launch, ServerStartError } from './server-process.ts'
import { stopOrphan } from './takeover.ts'

/** How long to wait for the remains of an old server, or for a rival on the folder to show itself. */
const SETTLING_TIMEOUT_MS = 15_000

/** A server and the lock inside it. */
export interface LockedServer {
  readonly server: ServerProcess
  readonly lock: FolderLock
  readonly port: number
}

/** Starts a server on a folder that no other process uses. Of several processes that try at once, one succeeds. */
export const startExclusively = async (
  cluster: Cluster,
  options: Omit<LaunchOptions, 'port'>,
  log: (line: string) => void,
): Promise<LockedServer> => {
  const deadline = Date.now() + SETTLING_TIMEOUT_MS
  for (;;) {
    await stopOrphan(cluster, log)
    try {
      return await launchLocked(cluster, { ...options, port: await findFreePort() })
    } catch (error) {
      if (!(error instanceof ServerStartError) || error.failure === 'other' || Date.now() > deadline) throw error
      log(`starting the database server again (${error.failure})`)
      await sleep(200)
    }
  }
}

/**
 * A rival that took our server for an orphan may hold the lock before us, or have stopped the server already; then
 * the folder is the rival's.
 */
export const launchLocked = async (cluster: Cluster, options: LaunchOptions): Promise<LockedServer> => {
  const server = await launch(cluster, options)
  try {
    const attempt = await tryLock({ port: options.port, password: cluster.password })
    if ('lock' in attempt) return { server, lock: attempt.lock, port: options.port }
    throw new DataDirInUseError(cluster.layout.dataDir, attempt.heldBy)
  } catch (error) {
    await server.stop()
    if (error instanceof DataDirInUseError) throw error
    throw new ServerStartError(`PostgreSQL stopped while it was started: ${errorMessage(error)}`, 'stopped')
  }
}
