import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareCluster } from './cluster.ts'
import { connect, connectionUrl } from './connection.ts'
import { layoutOf } from './layout.ts'
import { readPassword } from './password.ts'
import { findLivePostmaster } from './postmaster-file.ts'
import { startExclusively } from './start.ts'
import { Supervisor } from './supervisor.ts'

export { DataDirInUseError } from './errors.ts'
export { SHARED_DIR } from './layout.ts'

/** Whether a server runs on this cluster now. */
export const isClusterRunning = async (cluster: string): Promise<boolean> => (await findLivePostmaster(cluster)) !== undefined

/** Where the cluster of a data folder is, or the link to it. */
export const clusterOf = (dataDir: string): string => layoutOf(dataDir).cluster

/** Whether the data folder has an embedded database. */
export const hasCluster = async (dataDir: string): Promise<boolean> =>
  (await stat(join(clusterOf(dataDir), 'PG_VERSION')).catch(() => undefined)) !== undefined

/** The PostgreSQL server of a data folder, running as a child of this process. */
export interface EmbeddedPostgres extends AsyncDisposable {
  /** postgres://rollcall:<password>@127.0.0.1:<port>/<database>; stays the same across restarts of the server. */
  url(database: string): string
  /** Creates the database when it does not exist yet. */
  ensureDatabase(name: string): Promise<void>
  hasDatabase(name: string): Promise<boolean>
  /** The server's process id now; a restart changes it. */
  readonly pid: number
}

interface EmbeddedPostgresOptions {
  dataDir: string
  log?: (line: string) => void
  /** PostgreSQL settings that replace the tuning chosen here. */
  settings?: Record<string, string>
}

/**
 * Starts the bundled PostgreSQL on a data folder, and makes the database cluster at the first start. Throws
 * `DataDirInUseError` when another service uses the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {}, settings = {} } = options
  const cluster = await prepareCluster(layoutOf(dataDir), log)
  const signal = new AbortController().signal
  const server = await startExclusively(cluster, { settings, signal }, log)
  log(`the database server runs (process ${server.server.pid}, port ${server.port})`)
  return new Supervisor(cluster, server, { settings, log })
}

/** The url of the server that another process runs on this data folder now, undefined when none answers. */
export async function findRunningPostgres(dataDir: string, database: string): Promise<string | undefined> {
  const layout = layoutOf(dataDir)
  try {
    const postmaster = await findLivePostmaster(layout.cluster)
    if (postmaster?.port === undefined) return undefined
    const target = { port: postmaster.port, password: await readPassword(layout.password) }
    const client = await connect(target, database, 2_000)
    await client.end()
    return connectionUrl(target, database)
  } catch {
    return undefined
  }
}
