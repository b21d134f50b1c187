import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childrenOf } from '../../../packages/server/test/faults/support/own-postgres.ts'
import { etcdEnvironment, type Network, type Place, writePatroniFile } from './configuration.ts'
import { PYTHON } from './programs.ts'
import { Unit } from './unit.ts'

const OWNER = 'postgres'

/** A machine with a member of etcd, Patroni and a PostgreSQL. */
export class DatabaseMachine implements AsyncDisposable {
  readonly name: string
  readonly etcd: Unit
  readonly patroni: Unit
  /** The address of Patroni's API. */
  readonly api: string
  /** The address of its etcd for clients. */
  readonly etcdUrl: string
  readonly #patroniFile: string
  readonly #folder: string
  /** The folder of Patroni's programs. */
  readonly #programs: string

  private constructor(place: Place, programs: string, patroniFile: string, etcd: Record<string, string>) {
    this.name = place.name
    this.#folder = place.folder
    this.#patroniFile = patroniFile
    this.#programs = programs
    this.api = `http://${place.address}:8008`
    this.etcdUrl = `http://${place.address}:2379`
    this.etcd = new Unit({ command: ['etcd'], env: etcd, log: join(place.folder, 'etcd.log'), user: OWNER })
    this.patroni = new Unit({
      command: [PYTHON, join(programs, 'bin/patroni'), patroniFile],
      env: { HOME: place.folder, PYTHONPATH: programs },
      log: join(place.folder, 'patroni.log'),
      user: OWNER,
    })
  }

  static async start(network: Network, place: Place, programs: string): Promise<DatabaseMachine> {
    await mkdir(place.folder)
    if (process.getuid?.() === 0) {
      const { stdout } = await promisify(execFile)('id', ['-u', OWNER])
      await chown(place.folder, Number(stdout), -1)
    }
    await chmod(place.folder, 0o755)
    return new DatabaseMachine(place, programs, await writePatroniFile(network, place), await etcdEnvironment(network, place))
  }

  /** Runs patronictl here, as the documents do. */
  async control(...args: readonly string[]): Promise<string> {
    const [command = '', ...options] = args
    const env = { ...process.env, PYTHONPATH: this.#programs, LC_ALL: 'C.UTF-8' }
    const all = [join(this.#programs, 'bin/patronictl'), '-c', this.#patroniFile, command, ...options]
    const { stdout } = await promisify(execFile)(PYTHON, all, { env })
    return stdout
  }

  /** All processes of PostgreSQL here. */
  async postgresPids(): Promise<number[]> {
    const file = await readFile(join(this.#folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
    const first = Number.parseInt(file, 10)
    return first > 0 ? [first, ...(await childrenOf(first))] : []
  }

  /** Lets its standbys fall behind: the log of the primary stays here until the result is called. */
  async stopSending(): Promise<() => void> {
    const titles = (await this.postgresPids()).map(async (pid) => {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return title.includes('walsender') ? [pid] : []
    })
    const pids = (await Promise.all(titles)).flat()
    signalAll(pids, 'SIGSTOP')
    return () => signalAll(pids, 'SIGCONT')
  }

  async killPostgres(): Promise<void> {
    signalAll(await this.postgresPids(), 'SIGKILL')
  }

  /** Ends everything at once, as a loss of power does, and starts nothing again. */
  async killAll(): Promise<void> {
    const stopped = Promise.all([this.patroni.stop('SIGKILL'), this.etcd.stop('SIGKILL')])
    await this.killPostgres()
    await stopped
  }

  start(): void {
    this.etcd.start()
    this.patroni.start()
  }

  /** Stops all processes where they are; the result lets them go on. */
  async freeze(): Promise<() => void> {
    const pids = [this.etcd.pid, this.patroni.pid, ...(await childrenOf(this.patroni.pid)), ...(await this.postgresPids())]
    signalAll(pids, 'SIGSTOP')
    return () => signalAll(pids, 'SIGCONT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.killAll()
  }
}

export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}
