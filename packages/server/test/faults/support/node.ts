import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, type Serving, serve } from '../../../../cli/test/support.ts'
import { RESTART_MS } from './own-postgres.ts'

/** `rollcall serve` as operators run it: a process that is started again whenever it ends. */
export class Node implements AsyncDisposable {
  readonly baseUrl: string
  readonly #env: Record<string, string>
  #isStopping = false
  #serving: Serving
  #keeping: Promise<void>
  #stderr = ''
  starts = 1

  private constructor(env: Record<string, string>, serving: Serving) {
    this.#env = env
    this.#serving = serving
    this.baseUrl = serving.baseUrl
    this.#keeping = this.#keep()
  }

  static async start(env: Record<string, string>): Promise<Node> {
    // The node uses the same port each time.
    const settings = { PORT: String(await freePort()), ROLLCALL_LOG_LEVEL: 'error', ...env }
    return new Node(settings, await serve(settings))
  }

  get pid(): number {
    return this.#serving.child.pid as number
  }

  /** The error lines of all its processes. */
  get stderr(): string {
    return this.#stderr + this.#serving.output.stderr
  }

  /** The memory in MB. */
  async usedMemory(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  }

  /** The processor time in milliseconds. */
  async usedTime(): Promise<number> {
    const [, rest = ''] = (await readFile(`/proc/${this.pid}/stat`, 'utf8')).split(') ')
    const [user, system] = rest.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) * 10
  }

  /** Ends it by kill -9; resolves once it is gone. */
  async kill(): Promise<void> {
    await this.#serving.end('SIGKILL')
  }

  /** Ends it as an operator does, who then starts another version; resolves once it is gone. */
  async terminate(): Promise<void> {
    await this.#serving.end('SIGTERM')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true
    await this.#serving.end('SIGTERM')
    await this.#keeping
    await this.#serving.end('SIGTERM')
  }

  async #keep(): Promise<void> {
    for (;;) {
      const { child } = this.#serving
      if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('close', resolve))
      if (this.#isStopping) return
      this.#stderr += this.#serving.output.stderr
      await delay(RESTART_MS)
      if (this.#isStopping) return
      this.starts++
      // Its database may be away just now.
      const serving = await serve(this.#env).catch(() => undefined)
      if (serving) this.#serving = serving
      if (this.#isStopping) return
    }
  }
}
