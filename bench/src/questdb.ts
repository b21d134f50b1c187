import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCaller } from './caller.ts'
import { EVENT_DAY, events } from './events.ts'
import { freePort } from './free-port.ts'
import { sleep } from './measure.ts'
import { type Peer, run, sendCalls, startProgram } from './peer.ts'
import type { Subject } from './subject.ts'

const VERSION = '9.3.4'
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/peers', import.meta.url))
const JAR = `${FOLDER}/questdb-${VERSION}.jar`
/** Whether a commit is flushed to disk before the answer. By default it is not. */
type CommitMode = 'sync' | 'nosync'

const MODES: Readonly<Record<CommitMode, string>> = {
  sync: 'its commits flushed before it answers (cairo.commit.mode=sync)',
  nosync: 'as it is by default: a power failure may lose what it has acknowledged (cairo.commit.mode=nosync)',
}
const NOTES =
  'line protocol over HTTP with DEDUP UPSERT KEYS; rows are visible after it applied them, which its CPU time includes; it knows no people and no permissions, creates a column for a name that it does not know, and returns no results of events'

/** Without the interfaces and logs that are not used. */
const settings = (mode: CommitMode, port: number): string =>
  [
    `cairo.commit.mode=${mode}`,
    `http.bind.to=127.0.0.1:${port}`,
    'http.min.enabled=false',
    'line.tcp.enabled=false',
    'pg.enabled=false',
    'telemetry.enabled=false',
  ].join('\n')

/** The columns of our table. The key has to contain the designated timestamp. */
const TABLE = `
  create table presence (
    occurred_at timestamp, event_id varchar, source_no int, utc_day date, received_at timestamp, local_day date, user_id uuid,
    location_id uuid, node_type symbol, node_id uuid, source_user_id varchar)
  timestamp(occurred_at) partition by month wal dedup upsert keys(occurred_at, source_no, event_id)`

const nanoseconds = (moment: string): string => `${Date.parse(moment)}000000`

/** QuestDB with its own files. Maven brings it on first use. */
export const startQuestDb = async (subject: Subject, mode: CommitMode): Promise<Peer> => {
  if (!existsSync(JAR)) {
    const goal = ['dependency:copy', `-Dartifact=org.questdb:questdb:${VERSION}`, `-DoutputDirectory=${FOLDER}`]
    await run('mvn', ['-q', '-B', ...goal])
  }
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-questdb-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  await mkdir(join(folder, 'conf'))
  await writeFile(join(folder, 'conf', 'server.conf'), settings(mode, port))
  const env = { PATH: process.env.PATH ?? '', QDB_LOG_W_STDOUT_LEVEL: 'ERROR' }
  const { baseUrl, cpu } = stack.use(
    await startProgram(['java', '-p', JAR, '-m', 'io.questdb/io.questdb.ServerMain', '-d', folder], {
      ...{ port, path: '/exec?query=select+1', options: { env } },
    }),
  )
  const caller = createCaller(baseUrl, {})
  stack.defer(() => caller.close())
  const query = async (text: string): Promise<unknown[][]> =>
    (await caller.json<{ dataset: unknown[][] }>('GET', `/exec?query=${encodeURIComponent(text)}`)).dataset
  await query(TABLE)
  const { node } = subject
  const day = `${Date.parse(EVENT_DAY)}i`
  const same = `source_no=1i,utc_day=${day},local_day=${day},location_id="${node.locationId}",node_id="${node.id}"`
  const running = stack.move()
  return {
    name: `QuestDB ${VERSION}${mode === 'sync' ? '' : ', not flushed'}`,
    notes: `${MODES[mode]}; ${NOTES}`,
    run: (load) =>
      sendCalls(
        baseUrl,
        load,
        (call) => {
          const received = `${Date.now()}000t`
          const lines = events(subject, load.round, call, load.size, ({ eventId, moment, userId }) => {
            return `presence,node_type=level event_id="${eventId}",user_id="${userId}",received_at=${received},${same} ${nanoseconds(moment)}\n`
          })
          return { path: '/write', text: lines.join('') }
        },
        { status: 204 },
      ),
    async stored() {
      while ((await query('select count() from wal_tables() where writerTxn < sequencerTxn'))[0]?.[0] !== 0) await sleep(20)
      return Number((await query('select count() from presence'))[0]?.[0])
    },
    cpu,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
