import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { vi } from 'vitest'
import { findFreePort } from '../../embedded-postgres/src/port.ts'
import { makeScratchFolder } from '../../server/src/testing/scratch-folder.ts'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BIN = fileURLToPath(new URL('../bin/rollcall.js', import.meta.url))
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Shares the compile cache between processes, which halves their start-up cost. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'rollcall-test')

/** The environment of the tests must not leak into the processes they start. */
const cleanEnv = (env: Record<string, string>): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ROLLCALL_|PORT$|HOST$|DATABASE_URL|NODE_|VITEST)/.test(name),
  )
  return { ...Object.fromEntries(inherited), HOST: '127.0.0.1', NODE_COMPILE_CACHE: COMPILED, ...env }
}

/** npm and its child process, as started in the README. */
export const spawnNpmStart = (env: Record<string, string>): ChildProcess =>
  spawn('npm', ['start'], { cwd: ROOT, env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })

/** Makes the program believe that it runs on a Node that is too old. */
const OLDER_NODE = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`

/** The service, started through the launcher that finds the right Node. */
export const spawnByOlderNode = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--import', OLDER_NODE, BIN, 'serve'], { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })

/** One command as a process, of this version or of the one whose program is named. */
export const spawnCli = (args: readonly string[], env: Record<string, string>, main: string = MAIN): ChildProcess =>
  spawn(process.execPath, [main, ...args], { env: cleanEnv(env), stdio: ['pipe', 'pipe', 'pipe'] })

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

const collect = (child: ChildProcess): { stdout: string; stderr: string } => {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  return output
}

/**
 * Runs one command in this process, because a new process takes a second to start. Runs are sequential, because environment,
 * output and exit status belong to the process. Commands that read standard input need their own process.
 */
export const run = (args: readonly string[], env: Record<string, string> = {}, input?: string): Promise<Finished> => {
  if (input !== undefined) return runApart(args, env, input)
  const finished = last.then(() => runHere(args, env))
  last = finished.catch(() => {})
  return finished
}

let last: Promise<unknown> = Promise.resolve()
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const runHere = async (args: readonly string[], env: Record<string, string>): Promise<Finished> => {
  const { runCommand } = await import('../src/program.ts')
  const output = { stdout: '', stderr: '' }
  const taking = (name: keyof typeof output) => (text: string | Uint8Array) => {
    output[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    return true
  }
  const line =
    (name: keyof typeof output) =>
    (...values: unknown[]) =>
      void taking(name)(`${format(...values)}\n`)
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(taking('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(taking('stderr')),
    vi.spyOn(console, 'log').mockImplementation(line('stdout')),
    vi.spyOn(console, 'error').mockImplementation(line('stderr')),
  ]
  const before = { env: process.env, exitCode: process.exitCode }
  const listeners = SIGNALS.map((signal) => process.listeners(signal))
  process.env = cleanEnv(env)
  process.exitCode = undefined
  try {
    await runCommand(args)
    return { code: Number(process.exitCode ?? 0), ...output }
  } finally {
    process.env = before.env
    process.exitCode = before.exitCode
    for (const [index, signal] of SIGNALS.entries()) {
      for (const added of process.listeners(signal)) if (!listeners[index]?.includes(added)) process.off(signal, added)
    }
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs one command to its end in a separate process. */
export const runApart = async (
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
  main: string = MAIN,
): Promise<Finished> => {
  const child = spawnCli(args, env, main)
  const output = collect(child)
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  return { code, ...output }
}

/** A temporary folder that is removed at the end, including its database cluster. */
export const temporaryFolder = async (): Promise<AsyncDisposable & { path: string }> => {
  const path = await makeScratchFolder('rollcall-cli-')
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) }
}

/** Systems give none of these to programs that ask for any port, so it is still free when a service starts, or starts again. */
export const freePort = findFreePort

export interface Serving extends AsyncDisposable {
  readonly child: ChildProcess
  readonly baseUrl: string
  readonly output: { stdout: string; stderr: string }
  /** Sends the signal and waits for the exit. Returns the exit code or signal. */
  end(signal: NodeJS.Signals): Promise<number | string | null>
}

/** Starts `rollcall serve` as a process and waits until it is ready. @throws Error with its output if it exits first. */
export const serve = async (env: Record<string, string>, main: string = MAIN): Promise<Serving> => {
  const child = spawnCli(['serve'], { PORT: '0', ROLLCALL_LOG_LEVEL: 'warn', ...env }, main)
  const output = collect(child)
  const closed = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await closed
    return child.exitCode ?? child.signalCode
  }
  for (;;) {
    const baseUrl = /Rollcall is ready at (\S+)/.exec(output.stdout)?.[1]
    if (baseUrl) return { child, baseUrl, output, end, [Symbol.asyncDispose]: async () => void (await end('SIGTERM')) }
    if (child.exitCode !== null || child.signalCode !== null) {
      await closed
      throw new Error(`serve ended with ${child.exitCode ?? child.signalCode}: ${output.stdout}${output.stderr}`)
    }
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 20))])
  }
}

export interface FirstRunFile {
  baseUrl: string
  organizationId: string
  setUpUrl: string
  key: { id: string; secret: string; role: string; auth: string[] }
}

export const readFirstRun = async (dataDir: string): Promise<FirstRunFile> =>
  JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8'))

/** Process id of the PostgreSQL of a data folder. */
export const postmasterPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Calls an operation of the service with Basic authentication. */
export const call = (
  { baseUrl }: { baseUrl: string },
  { id, secret }: { id: string; secret: string },
  path: string,
  body?: unknown,
): Promise<Response> =>
  fetch(baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
