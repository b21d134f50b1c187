import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCaller } from './caller.ts'
import { EVENT_DAY, events } from './events.ts'
import { freePort } from './free-port.ts'
import { type Peer, sendCalls, startProgram } from './peer.ts'
import type { Subject } from './subject.ts'
import { influxdb } from './versions.ts'

const NOTES =
  'line protocol over HTTP, its WAL flushed before it answers; it has no keys: an event is the same if person, node and time are, to the nanosecond, so each event gets a nanosecond of its own; it knows no people and no permissions, its columns are text and numbers, and it returns no results of events'

/** Durable as PostgreSQL is, with the index on disk that is recommended for many series, and without logs and statistics. */
const settings = (folder: string, port: number, backupPort: number): string => `
reporting-disabled = true
bind-address = "127.0.0.1:${backupPort}"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  wal-fsync-delay = "0s"
  index-version = "tsi1"
  query-log-enabled = false
  max-series-per-database = 0
  max-values-per-tag = 0
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
  max-body-size = 0
[monitor]
  store-enabled = false
[logging]
  level = "error"
`

/** The most events of a round, each of which has a nanosecond of its own. */
const ROUND = 10_000_000

/** InfluxDB with its own files, as Debian has it. */
export const startInfluxDb = async (subject: Subject): Promise<Peer> => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-influxdb-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const [port, backupPort] = [await freePort(), await freePort()]
  const config = join(folder, 'influxdb.conf')
  await writeFile(config, settings(folder, port, backupPort))
  const { baseUrl, cpu } = stack.use(await startProgram(['influxd', 'run', '-config', config], { port, path: '/ping' }))
  const caller = createCaller(baseUrl, {})
  stack.defer(() => caller.close())
  await caller.json('POST', '/query?q=CREATE+DATABASE+bench')
  const { node } = subject
  const tags = `node_id=${node.id}`
  const same = `source_no=1i,utc_day="${EVENT_DAY}",local_day="${EVENT_DAY}",location_id="${node.locationId}",node_type="level"`
  const rounds: string[] = []
  const running = stack.move()
  return {
    name: Object.entries(await influxdb())
      .join(' ')
      .replace(',', ' '),
    notes: NOTES,
    run: (load) => {
      const first = (rounds.push(load.round) - 1) * ROUND
      return sendCalls(
        baseUrl,
        load,
        (call) => {
          const received = `${Date.now()}i`
          let number = first + call * load.size
          const lines = events(subject, load.round, call, load.size, ({ eventId, moment, userId }) => {
            const nanoseconds = `${Date.parse(moment) / 1000}${String(number++).padStart(9, '0')}`
            return `presence,user_id=${userId},${tags} event_id="${eventId}",received_at=${received},${same} ${nanoseconds}\n`
          })
          return { path: '/write?db=bench', text: lines.join('') }
        },
        { status: 204 },
      )
    },
    async stored() {
      const answer = await caller.json<Counted>('GET', '/query?db=bench&q=select+count(event_id)+from+presence')
      return answer.results[0]?.series?.[0]?.values[0]?.[1] ?? 0
    },
    cpu,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

interface Counted {
  readonly results: readonly { readonly series?: readonly { readonly values: readonly (readonly [string, number])[] }[] }[]
}
