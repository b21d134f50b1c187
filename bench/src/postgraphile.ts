import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { events } from './events.ts'
import { freePort } from './free-port.ts'
import { createPeerDatabase, npmFolder, type Peer, queryPeer, run, sendCalls, sharedColumns, startProgram } from './peer.ts'
import type { Subject } from './subject.ts'

const FOLDER = npmFolder('postgraphile')
const PROGRAM = `${FOLDER}node_modules/postgraphile/dist/cli-run.js`
const NOTES =
  'the same PostgreSQL and number of connections; a mutation that calls an SQL function of ours, which passes over repeats: without keys, permissions, matching of people, marks of changed days and results for each event'

const STATEMENTS = [
  `create table presence (
     source_no integer not null, utc_day date not null, event_id text not null, occurred_at timestamptz not null,
     received_at timestamptz not null default now(), local_day date not null, user_id uuid not null, location_id uuid not null,
     node_type text not null, node_id uuid not null, source_user_id text, primary key (utc_day, source_no, event_id))`,
  `create function submit_presence(events json) returns integer language sql volatile as $$
     with added as (
       insert into presence (source_no, utc_day, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
       select e.* from json_to_recordset(events) as e (
         source_no integer, utc_day date, event_id text, occurred_at timestamptz, local_day date, user_id uuid, location_id uuid,
         node_type text, node_id uuid)
       on conflict do nothing
       returning 1)
     select count(*)::integer from added $$`,
]

/** PostGraphile on the same PostgreSQL: the thin layer over a database that npm has. Installed on first use. */
export const startPostGraphile = async (subject: Subject): Promise<Peer> => {
  if (!existsSync(PROGRAM)) await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER })
  const { version } = JSON.parse(await readFile(`${FOLDER}node_modules/postgraphile/package.json`, 'utf8')) as { version: string }
  const url = await createPeerDatabase(subject, 'postgraphile', STATEMENTS)
  const port = await freePort()
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    DATABASE_URL: url.href,
    PORT: String(port),
    CONNECTIONS: String(subject.pool.options.max),
  }
  const path = '/graphql'
  const program = await startProgram([process.execPath, PROGRAM], { port, path, options: { cwd: FOLDER, env } })
  const query = 'mutation($events: JSON!) { submitPresence(input: { events: $events }) { result } }'
  const same = JSON.stringify(sharedColumns(subject)).slice(1)
  return {
    name: `PostGraphile ${version}`,
    notes: NOTES,
    run: (load) =>
      sendCalls(program.baseUrl, load, (call) => {
        const items = events(subject, load.round, call, load.size, ({ eventId, moment, userId }) => {
          return `{"event_id":"${eventId}","occurred_at":"${moment}","user_id":"${userId}",${same}`
        })
        return { path: '/graphql', text: `{"query":"${query}","variables":{"events":[${items.join(',')}]}}` }
      }),
    stored: async () => Number((await queryPeer(url, 'select count(*) as stored from presence'))[0]?.stored),
    cpu: async () => (await program.cpu()) + (await subject.cpu()).database,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}
