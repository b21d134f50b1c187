import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createCaller } from './caller.ts'
import { cpuOfFamily } from './cpu.ts'
import { EVENT_DAY } from './events.ts'
import { during, type Slice, sleep } from './measure.ts'
import type { Load } from './raw-inserts.ts'
import type { Subject } from './subject.ts'

const START_MS = 120_000

/** A program that stores the same events. */
export interface Peer extends AsyncDisposable {
  /** With its version. */
  readonly name: string
  /** What it does not do, and how it is configured. */
  readonly notes: string
  /** Sends events by its bulk interface. */
  run(load: Load): Promise<Slice>
  /** Number of stored events that a reader would see. Waits for those that were accepted and are not shown yet. */
  stored(): Promise<number>
  /** CPU time so far, in seconds, with that of the database it uses. */
  cpu(): Promise<number>
}

/** A started program that serves HTTP. */
export interface Program extends AsyncDisposable {
  readonly baseUrl: string
  readonly cpu: () => Promise<number>
}

/** Runs a command to its end. */
export const run = async (command: string, args: readonly string[], options: object = {}): Promise<void> => {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}

/** Starts a program and waits until a path of it is answered without a server error. */
export const startProgram = async (
  [command, ...args]: readonly [string, ...string[]],
  { port, path, options = {} }: { readonly port: number; readonly path: string; readonly options?: object },
): Promise<Program> => {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options })
  const baseUrl = `http://127.0.0.1:${port}`
  try {
    await answering(baseUrl, path, child)
  } catch (error) {
    await stop(child)
    throw error
  }
  return { baseUrl, cpu: () => cpuOfFamily(child.pid as number), [Symbol.asyncDispose]: () => stop(child) }
}

const stop = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const answering = async (baseUrl: string, path: string, child: ChildProcess): Promise<void> => {
  const caller = createCaller(baseUrl, {})
  try {
    for (const end = performance.now() + START_MS; performance.now() < end; await sleep(200)) {
      if (child.exitCode !== null) break
      const answer = await caller.send('GET', path).catch(() => undefined)
      if (answer && answer.status < 500) return
    }
  } finally {
    caller.close()
  }
  throw new Error(`${child.spawnfile} did not start.`)
}

/** Sends a call for each `size` events, written by `write`, as one caller with a connection for each sender. */
export const sendCalls = async (
  baseUrl: string,
  { senders, seconds }: Load,
  write: (call: number) => { readonly path: string; readonly text: string },
  { headers = {}, status = 200 }: { readonly headers?: Readonly<Record<string, string>>; readonly status?: number } = {},
): Promise<Slice> => {
  const sender = createCaller(baseUrl, headers, senders)
  try {
    return await during(seconds, senders, (call) => {
      const { path, text } = write(call)
      return sender.submit(path, text, status)
    })
  } finally {
    sender.close()
  }
}

/** A separate database on the PostgreSQL of the service. */
export const createPeerDatabase = async ({ pool }: Subject, name: string, statements: readonly string[] = []): Promise<URL> => {
  await pool.query(`create database ${name}`)
  const url = new URL(pool.options.connectionString as string)
  url.pathname = name
  for (const statement of statements) await queryPeer(url, statement)
  return url
}

/** Runs a statement on a connection of its own. */
export const queryPeer = async <T extends pg.QueryResultRow>(url: URL, statement: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The columns that all events share, as our table has them. */
export const sharedColumns = ({ node }: Subject) => ({
  source_no: 1,
  utc_day: EVENT_DAY,
  local_day: EVENT_DAY,
  location_id: node.locationId,
  node_type: 'level',
  node_id: node.id,
})

/** Where peers are installed that npm brings. */
export const npmFolder = (name: string): string => fileURLToPath(new URL(`../peers/${name}/`, import.meta.url))
