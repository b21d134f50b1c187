import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { CLEAN_ENV } from './command.ts'
import type { Target } from './connection.ts'
import { connect } from './connection.ts'
import { errorCode, errorMessage } from './errors.ts'
import type { StartFailure } from './server-log.ts'
import { classifyFailure, lastLines, openServerLog, readServerLog } from './server-log.ts'
import { serverArguments } from './settings.ts'

const ANSWER_MS = 60_000
/** Recovery after a crash replays up to max_wal_size; the server says that it is at it, so it may take long. */
const RECOVERY_MS = 15 * 60_000

/** The server exited before it was ready. */
export class ServerStartError extends Error {
  readonly failure: StartFailure

  constructor(message: string, failure: StartFailure) {
    super(message)
    this.failure = failure
  }
}

/** A server that accepts connections, as our child. */
export class ServerProcess {
  readonly pid: number
  /** Resolves with a description such as "signal SIGKILL". */
  readonly exited: Promise<string>
  readonly #child: ChildProcess

  constructor(child: ChildProcess, pid: number) {
    this.#child = child
    this.pid = pid
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`))
    })
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Fast shutdown: connections are cut, data is flushed. A server that hangs gets SIGQUIT after 30 seconds. */
  async stop(): Promise<void> {
    if (!this.running) return
    this.#child.kill('SIGINT')
    const done = new AbortController()
    const timer = sleep(30_000, undefined, { signal: done.signal }).then(
      () => this.#child.kill('SIGQUIT'),
      () => false,
    )
    await this.exited
    done.abort()
    await timer
  }
}

export interface LaunchOptions {
  readonly port: number
  readonly settings: Record<string, string>
  readonly signal: AbortSignal
}

/** Starts a server and waits until it is ready; what fails is stopped again. */
export const launch = async (cluster: Cluster, options: LaunchOptions): Promise<ServerProcess> => {
  const { layout, password } = cluster
  const { handle, start } = await openServerLog(layout.log)
  let server: ServerProcess
  try {
    server = await spawnServer(cluster, options, handle.fd)
  } finally {
    await handle.close()
  }
  try {
    await waitUntilReady(server, { port: options.port, password }, options.signal)
    return server
  } catch (error) {
    const exit = server.running ? undefined : await server.exited
    await server.stop()
    if (exit === undefined) throw error
    const text = await readServerLog(layout.log, start)
    const message = `PostgreSQL did not start: ${errorMessage(error)}. End of ${layout.log}:\n${lastLines(text, 20)}`
    throw new ServerStartError(message, exit === 'code 0' ? 'stopped' : classifyFailure(text, server.pid))
  }
}

const spawnServer = async (cluster: Cluster, options: LaunchOptions, logFd: number): Promise<ServerProcess> => {
  const child = spawn(cluster.binaries.postgres, serverArguments(cluster.directory, options.port, options.settings), {
    ...cluster.user,
    cwd: '/',
    env: CLEAN_ENV,
    // Its own process group: Ctrl-C in the terminal must not stop it before the service has drained.
    detached: true,
    stdio: ['ignore', logFd, logFd],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  child.on('error', () => {})
  if (child.pid === undefined) throw new Error('PostgreSQL was started without a process id')
  return new ServerProcess(child, child.pid)
}

const waitUntilReady = async (server: ServerProcess, target: Target, signal: AbortSignal): Promise<void> => {
  const began = Date.now()
  let lastAnswer = began
  for (;;) {
    signal.throwIfAborted()
    if (!server.running) throw new Error(`it exited with ${await server.exited}`)
    try {
      const client = await connect(target, 'postgres', 2_000)
      await client.end()
      return
    } catch (error) {
      const now = Date.now()
      if (isStartingUp(error)) lastAnswer = now
      if (now - lastAnswer > ANSWER_MS || now - began > RECOVERY_MS) throw error
    }
    await Promise.race([sleep(50), server.exited])
  }
}

/** 57P03 is the answer of a server that is starting up, recovering, or shutting down. */
const isStartingUp = (error: unknown): boolean => {
  return errorCode(error) === '57P03'
}
