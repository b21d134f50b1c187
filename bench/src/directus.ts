import { existsSync } from 'node:fs'
import { createCaller } from './caller.ts'
import { events } from './events.ts'
import { freePort } from './free-port.ts'
import { createPeerDatabase, npmFolder, type Peer, queryPeer, run, sendCalls, sharedColumns, startProgram } from './peer.ts'
import type { Subject } from './subject.ts'

const FOLDER = npmFolder('directus')
const PROGRAM = `${FOLDER}node_modules/directus/cli.js`
const TOKEN = 'bench-token'
const NOTES =
  'the same PostgreSQL and number of connections, without activity log, cache and limiter; it generates the API from the table and checks types and permissions, and refuses a call with a repeated event'

/** Configured for production as documented, with the same number of connections as ours and without optional features. */
const settings = ({ hostname, port: databasePort, pathname, username, password }: URL, port: number, connections: number) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET: 'bench-secret-of-thirty-two-letters',
  DB_CLIENT: 'pg',
  DB_HOST: hostname,
  DB_PORT: databasePort,
  DB_DATABASE: pathname.slice(1),
  DB_USER: username,
  DB_PASSWORD: decodeURIComponent(password),
  DB_POOL__MIN: '0',
  DB_POOL__MAX: String(connections),
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
})

/** Directus on the same PostgreSQL, with a collection of events. Installed on first use; install scripts do not run. */
export const startDirectus = async (subject: Subject): Promise<Peer> => {
  if (!existsSync(PROGRAM)) await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER })
  await using stack = new AsyncDisposableStack()
  const url = await createPeerDatabase(subject, 'directus')
  const port = await freePort()
  const options = { cwd: FOLDER, env: settings(url, port, subject.pool.options.max) }
  await run(process.execPath, [PROGRAM, 'bootstrap'], options)
  const { baseUrl, cpu } = stack.use(
    await startProgram([process.execPath, PROGRAM, 'start'], { port, path: '/server/ping', options }),
  )
  const headers = { authorization: `Bearer ${TOKEN}` }
  const caller = createCaller(baseUrl, headers)
  await caller.json('POST', '/collections', COLLECTION)
  const { data } = await caller.json<{ data: { version?: string } }>('GET', '/server/info')
  caller.close()
  const same = JSON.stringify(sharedColumns(subject)).slice(1)
  const running = stack.move()
  return {
    name: `Directus ${data.version ?? ''}`,
    notes: NOTES,
    run: (load) =>
      sendCalls(
        baseUrl,
        load,
        (call) => {
          const items = events(subject, load.round, call, load.size, ({ eventId, moment, userId }) => {
            return `{"event_id":"${eventId}","occurred_at":"${moment}","user_id":"${userId}",${same}`
          })
          return { path: '/items/presence?fields=event_id', text: `[${items.join(',')}]` }
        },
        { headers },
      ),
    stored: async () => Number((await queryPeer(url, 'select count(*) as stored from presence'))[0]?.stored),
    cpu: async () => (await cpu()) + (await subject.cpu()).database,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
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
