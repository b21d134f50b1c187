import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  type Cluster,
  connectionUrl,
  createDatabase,
  findFreePort,
  launch,
  layoutOf,
  prepareCluster,
  type ServerProcess,
} from '@rollcall/embedded-postgres/steps'

/** A process that ended is restarted after this delay, as by an init system. */
export const RESTART_MS = 1_000

/** A light one; what keeps data safe is as operators have it. */
const SETTINGS = { shared_buffers: '64MB', max_wal_size: '512MB' }

export interface PostgresOptions {
  readonly settings?: Record<string, string> | undefined
  /** The separate folder of its write-ahead log. */
  readonly walDir?: string | undefined
}

/** Moves a folder and keeps its owner and modes. */
const moveAside = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('mv', [from, to])
  await symlink(to, from)
}

/** A PostgreSQL that is started again whenever it ends, as by an init system. */
export class OwnPostgres implements AsyncDisposable {
  readonly #cluster: Cluster
  readonly #port: number
  readonly #settings: Record<string, string>
  readonly #stopping = new AbortController()
  #server: ServerProcess
  #keeping: Promise<void>
  /** How often a start was attempted. */
  starts = 1

  private constructor(cluster: Cluster, port: number, settings: Record<string, string>, server: ServerProcess) {
    this.#cluster = cluster
    this.#port = port
    this.#settings = settings
    this.#server = server
    this.#keeping = this.#keep()
  }

  static async start(dataDir: string, { settings: more, walDir }: PostgresOptions = {}): Promise<OwnPostgres> {
    await mkdir(dataDir, { recursive: true })
    // PostgreSQL is another user where root runs the tests.
    await chmod(dataDir, 0o711)
    const cluster = await prepareCluster(layoutOf(dataDir), () => {})
    if (walDir) await moveAside(join(cluster.directory, 'pg_wal'), walDir)
    const settings = { ...SETTINGS, ...more }
    const port = await findFreePort()
    const server = await launch(cluster, { port, settings, signal: new AbortController().signal })
    return new OwnPostgres(cluster, port, settings, server)
  }

  get pid(): number {
    return this.#server.pid
  }

  get isRunning(): boolean {
    return this.#server.running
  }

  url(database: string): string {
    return connectionUrl({ port: this.#port, password: this.#cluster.password }, database)
  }

  createDatabase(name: string): Promise<void> {
    return createDatabase({ port: this.#port, password: this.#cluster.password }, name)
  }

  /** Ends it as a crash does; resolves once it is gone. */
  async kill(): Promise<void> {
    const server = await this.#running()
    process.kill(server.pid, 'SIGKILL')
    await server.exited
  }

  /** Stands still, with everything that it is doing, until the result is called. */
  async suspend(): Promise<() => void> {
    const { pid: first } = await this.#running()
    const pids = [first, ...(await childrenOf(first))]
    const signal = (name: NodeJS.Signals) => {
      for (const pid of pids) {
        try {
          process.kill(pid, name)
        } catch {
          // It has ended meanwhile.
        }
      }
    }
    signal('SIGSTOP')
    return () => signal('SIGCONT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#keeping
    await this.#server.stop()
  }

  /** Callers may be served by one that was just started before it is known here. */
  async #running(): Promise<ServerProcess> {
    while (!this.#server.running) await delay(10)
    return this.#server
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    while (!signal.aborted) {
      await Promise.race([this.#server.exited, stopped])
      if (signal.aborted) return
      await delay(RESTART_MS, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      this.starts++
      await launch(this.#cluster, { port: this.#port, settings: this.#settings, signal }).then(
        (server) => {
          this.#server = server
        },
        () => {},
      )
    }
  }
}

/** Connections and helpers have sessions of their own, so no signal reaches all of them at once. */
export const childrenOf = async (pid: number): Promise<number[]> => {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = processes.map(async (name) => {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    return { name, parent: Number(/\) \S (\d+)/.exec(stat)?.[1]) }
  })
  return (await Promise.all(parents)).filter(({ parent }) => parent === pid).map(({ name }) => Number(name))
}
