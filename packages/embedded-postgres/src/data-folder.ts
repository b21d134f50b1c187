import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, connectionUrl } from './connection.ts'
import { layoutOf } from './layout.ts'
import { readPassword } from './password.ts'
import { findLivePostmaster } from './postmaster-file.ts'

/** The path of the data folder's cluster. As root it may be a symbolic link to a folder below `SHARED_DIR`. */
export const clusterOf = (dataDir: string): string => layoutOf(dataDir).cluster

/** Whether the data folder has a cluster. It is false as well where the cluster cannot be read. */
export const hasCluster = async (dataDir: string): Promise<boolean> =>
  (await stat(join(clusterOf(dataDir), 'PG_VERSION')).catch(() => undefined)) !== undefined

/**
 * Whether a server runs on this cluster now.
 * @throws the system's error where `postmaster.pid` exists and cannot be read
 */
export const isClusterRunning = async (cluster: string): Promise<boolean> => (await findLivePostmaster(cluster)) !== undefined

/**
 * The URL of `database` on the server that any process runs on the data folder now. It is undefined, never an error, where no server
 * lets us in within 2 seconds.
 */
export const findRunningPostgres = async (dataDir: string, database: string): Promise<string | undefined> => {
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
