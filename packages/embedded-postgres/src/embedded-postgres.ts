import { assertAvailable } from './availability.ts'
import { prepareCluster } from './cluster.ts'
import { layoutOf } from './layout.ts'
import { startExclusively } from './start.ts'
import { Supervisor } from './supervisor.ts'

/** The PostgreSQL server of a data folder, as a child of this process. Disposing of it shuts the server down. */
export interface EmbeddedPostgres extends AsyncDisposable {
  /** `postgres://rollcall:<password>@127.0.0.1:<port>/<database>`; it stays the same across restarts of the server. */
  url(database: string): string
  /** Creates the database where it does not exist yet. */
  ensureDatabase(name: string): Promise<void>
  hasDatabase(name: string): Promise<boolean>
  /** The server's process id now; a restart changes it. */
  readonly pid: number
}

interface EmbeddedPostgresOptions {
  /** It is created where it is missing, with the rights that the umask leaves. */
  readonly dataDir: string
  /** Receives one line, without its end, for each thing that happens to the server. */
  readonly log?: (line: string) => void
  /** PostgreSQL settings that replace the tuning of this package, such as `{ max_connections: '300' }`. */
  readonly settings?: Record<string, string>
}

/**
 * Starts the bundled PostgreSQL on a data folder, creating the cluster at the first start, and restarts it whenever it ends. A start
 * takes about a second, a first start a few; it waits up to 15 minutes for a recovery after a crash.
 * @throws EmbeddedPostgresUnavailableError where no PostgreSQL is included for this machine
 * @throws DataDirInUseError where another process uses the folder
 * @throws Error with a sentence that says what to do, where there is no program for this machine, the folder is out of reach or of
 * another version, or the server does not start; the end of its log is part of the message
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  assertAvailable()
  const { dataDir, log = () => {}, settings = {} } = options
  const cluster = await prepareCluster(layoutOf(dataDir), log)
  const signal = new AbortController().signal
  const server = await startExclusively(cluster, { settings, signal }, log)
  log(`the database server runs (process ${server.server.pid}, port ${server.port})`)
  return new Supervisor(cluster, server, { settings, log })
}
