import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Target } from './connection.ts'
import { connectionUrl, createDatabase, databaseExists } from './connection.ts'
import { errorMessage } from './errors.ts'
import { tryLock } from './folder-lock.ts'
import type { LockedServer } from './start.ts'
import { launchLocked } from './start.ts'

const FIRST_DELAY_MS = 200
const MAX_DELAY_MS = 5_000
/** A server that ran this long was healthy; its exit starts the delays again. */
const HEALTHY_MS = 30_000

interface SupervisorOptions {
  readonly settings: Record<string, string>
  readonly log: (line: string) => void
}

/** Keeps the server running and locked, on the same port, until it is disposed of. */
export class Supervisor implements AsyncDisposable {
  readonly #cluster: Cluster
  readonly #options: SupervisorOptions
  readonly #target: Target
  readonly #stopping = new AbortController()
  readonly #supervision: Promise<void>
  #current: LockedServer
  #delay = FIRST_DELAY_MS

  constructor(cluster: Cluster, current: LockedServer, options: SupervisorOptions) {
    this.#cluster = cluster
    this.#current = current
    this.#options = options
    this.#target = { port: current.port, password: cluster.password }
    this.#supervision = this.#supervise()
  }

  get pid(): number {
    return this.#current.server.pid
  }

  url(database: string): string {
    return connectionUrl(this.#target, database)
  }

  async ensureDatabase(name: string): Promise<void> {
    await createDatabase(this.#target, name)
  }

  async hasDatabase(name: string): Promise<boolean> {
    return await databaseExists(this.#target, name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#supervision
    await this.#current.lock[Symbol.asyncDispose]()
    await this.#current.server.stop()
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    while (!signal.aborted) {
      const { server, lock } = this.#current
      const began = Date.now()
      await Promise.race([server.exited, lock.lost, stopped])
      if (signal.aborted) return
      if (Date.now() - began > HEALTHY_MS) this.#delay = FIRST_DELAY_MS
      // Also gives the exit of the server time to become known: the lock's connection often ends first.
      await this.#backOff()
      await (server.running ? this.#retakeLock() : this.#restart())
    }
  }

  async #restart(): Promise<void> {
    const { log, settings } = this.#options
    const { signal } = this.#stopping
    const { server, lock, port } = this.#current
    log(`the database server (process ${server.pid}) exited unexpectedly with ${await server.exited}`)
    await lock[Symbol.asyncDispose]()
    while (!signal.aborted) {
      try {
        this.#current = await launchLocked(this.#cluster, { port, settings, signal })
        log(`the database server runs again (process ${this.#current.server.pid})`)
        return
      } catch (error) {
        if (!signal.aborted) log(`the database server could not be restarted: ${errorMessage(error)}`)
      }
      await this.#backOff()
    }
  }

  async #retakeLock(): Promise<void> {
    const { server, port } = this.#current
    this.#options.log('the connection that locks the data folder was lost; locking it again')
    while (!this.#stopping.signal.aborted && server.running) {
      try {
        const attempt = await tryLock(this.#target)
        if ('lock' in attempt) {
          this.#current = { server, lock: attempt.lock, port }
          return
        }
        this.#options.log(`the data folder is locked by another process (${attempt.heldBy ?? 'unknown'})`)
      } catch (error) {
        this.#options.log(`the data folder could not be locked again: ${errorMessage(error)}`)
      }
      await this.#backOff()
    }
  }

  async #backOff(): Promise<void> {
    await sleep(this.#delay, undefined, { signal: this.#stopping.signal }).catch(() => {})
    this.#delay = Math.min(this.#delay * 2, MAX_DELAY_MS)
  }
}
