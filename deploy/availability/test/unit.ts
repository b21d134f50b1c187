import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** systemd restarts a program that ended after this long, where its unit says so. */
const RESTART_MS = 1_000

export interface UnitOptions {
  readonly command: readonly string[]
  readonly env?: Record<string, string>
  /** The file that gets its output. */
  readonly log: string
  /** The user that it runs as, if root starts it. */
  readonly user?: string
}

const idOf = (user: string, option: '-u' | '-g'): number => Number(execFileSync('id', [option, user], { encoding: 'utf8' }))

/** A program that is started again whenever it ends, until it is stopped. */
export class Unit implements AsyncDisposable {
  readonly #options: UnitOptions
  #child: ChildProcess | undefined
  #isWanted = false

  constructor(options: UnitOptions) {
    this.#options = options
    this.start()
  }

  get pid(): number {
    return this.#child?.pid as number
  }

  start(): void {
    this.#isWanted = true
    const { command, env, log, user } = this.#options
    const [program = '', ...args] = command
    const output = openSync(log, 'a')
    const as = user && process.getuid?.() === 0 ? { uid: idOf(user, '-u'), gid: idOf(user, '-g') } : {}
    const child = spawn(program, args, { ...as, cwd: '/', env: { ...process.env, ...env }, stdio: ['ignore', output, output] })
    this.#child = child
    child.once('close', async () => {
      await delay(RESTART_MS)
      if (this.#isWanted && this.#child === child) this.start()
    })
  }

  /** Ends it by kill -9; it is started again. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Ends it, and does not start it again. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#isWanted = false
    await this.#end(signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }
}
