import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Caller, createCaller } from './caller.ts'
import { freePort } from './free-port.ts'
import { sleep } from './measure.ts'
import type { Subject } from './subject.ts'

export const PEER_FOLDER = fileURLToPath(new URL('../peers/', import.meta.url))
const PROGRAM = `${PEER_FOLDER}node_modules/directus/cli.js`
const DATABASE = 'directus'
const TOKEN = 'bench-token'
const START_MS = 120_000

/** Directus on the same PostgreSQL, in a separate database, with a collection of events. */
export interface Directus extends AsyncDisposable {
  readonly baseUrl: string
  readonly authorization: string
  readonly version: string
}

const run = async (command: string, args: readonly string[], options: object): Promise<void> => {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}

/** Installed on first use, because nothing else needs its thousand packages. Their install scripts do not run. */
const install = async (): Promise<void> => {
  if (!existsSync(PROGRAM)) await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: PEER_FOLDER })
}

/** Configured for production as documented, with the same number of connections as ours and without optional features. */
const settings = ({ pool }: Subject, port: number): Record<string, string> => {
  const { hostname, port: databasePort, username, password } = new URL(pool.options.connectionString as string)
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: 'bench-secret-of-thirty-two-letters',
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: databasePort,
    DB_DATABASE: DATABASE,
    DB_USER: username,
    DB_PASSWORD: decodeURIComponent(password),
    DB_POOL__MIN: '0',
    DB_POOL__MAX: String(pool.options.max),
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'bench-password',
    ADMIN_TOKEN: TOKEN,
    LOG_LEVEL: 'error',
    RATE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    TELEMETRY: 'false',
    MAX_PAYLOAD_SIZE: '16mb',
    NODE_ENV: 'production',
    PATH: process.env.PATH ?? '',
  }
}

export const startDirectus = async (subject: Subject): Promise<Directus> => {
  await install()
  await using stack = new AsyncDisposableStack()
  await subject.pool.query(`create database ${DATABASE}`)
  const port = await freePort()
  const options = { cwd: PEER_FOLDER, env: settings(subject, port) }
  await run(process.execPath, [PROGRAM, 'bootstrap'], options)
  const child = spawn(process.execPath, [PROGRAM, 'start'], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  stack.defer(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const caller = createCaller(baseUrl, { authorization: `Bearer ${TOKEN}` })
  stack.defer(() => caller.close())
  await answering(caller)
  await caller.json('POST', '/collections', COLLECTION)
  const { data } = await caller.json<{ data: { version?: string } }>('GET', '/server/info')
  const running = stack.move()
  return {
    baseUrl,
    authorization: `Bearer ${TOKEN}`,
    version: data.version ?? '',
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const answering = async (caller: Caller): Promise<void> => {
  for (const end = performance.now() + START_MS; performance.now() < end; await sleep(200)) {
    const answer = await caller.send('GET', '/server/ping').catch(() => undefined)
    if (answer?.status === 200) return
  }
  throw new Error('Directus did not start.')
}

const field = (name: string, type: string, schema: object = {}) => ({ field: name, type, schema, meta: {} })

/** The columns of our table. The event id is the only key, so there is one index as in ours. Without change tracking. */
const COLLECTION = {
  collection: 'presence',
  schema: {},
  meta: { accountability: null },
  fields: [
    field('event_id', 'string', { is_primary_key: true, is_nullable: false }),
    field('source_no', 'integer', { is_nullable: false }),
    field('utc_day', 'date', { is_nullable: false }),
    field('occurred_at', 'timestamp', { is_nullable: false }),
    field('received_at', 'timestamp', { default_value: 'CURRENT_TIMESTAMP' }),
    field('local_day', 'date', { is_nullable: false }),
    field('user_id', 'uuid', { is_nullable: false }),
    field('location_id', 'uuid', { is_nullable: false }),
    field('node_type', 'string', { is_nullable: false }),
    field('node_id', 'uuid', { is_nullable: false }),
    field('source_user_id', 'string', { is_nullable: true }),
  ],
}

/** Number of stored events. */
export const storedByDirectus = async (subject: Subject): Promise<number> => {
  const url = new URL(subject.pool.options.connectionString as string)
  url.pathname = DATABASE
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query('select count(*)::integer as stored from presence')
  await client.end()
  return rows[0].stored
}
