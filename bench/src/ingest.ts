import { createSender, inParallel, percentile } from './load.ts'
import type { Figure } from './report.ts'
import type { Subject } from './subject.ts'

const SENDERS = 8
const START = Date.parse('2026-01-05T06:00:00Z')

/** Events of the n-th call of a round: like a morning at the readers, all on one day. */
const events = ({ node, userIds }: Subject, round: string, call: number, size: number) =>
  Array.from({ length: size }, (_, index) => {
    const number = call * size + index
    return {
      timestamp: new Date(START + (number % 36_000) * 1000).toISOString(),
      locationId: node.id,
      locationType: 'level',
      eventId: `${round}-${number}`,
      userId: userIds[number % userIds.length],
    }
  })

/** Durable events per second through the whole service. */
const throughService = async (subject: Subject, round: string, calls: number, size: number) => {
  const sender = createSender(subject, SENDERS)
  const latencies: number[] = []
  const cpuBefore = await subject.cpuSeconds()
  const started = performance.now()
  await inParallel(calls, SENDERS, async (call) => {
    const body = JSON.stringify({ sourceId: 'bench', presenceEvents: events(subject, round, call, size) })
    const sent = performance.now()
    await sender.post('/v1/presence/basic', body)
    latencies.push(performance.now() - sent)
  })
  const seconds = (performance.now() - started) / 1000
  sender.close()
  return {
    perSecond: (calls * size) / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuMicroseconds: (((await subject.cpuSeconds()) - cpuBefore) * 1e6) / (calls * size),
  }
}

const COLUMNS = {
  utc_day: 'date',
  event_id: 'text',
  occurred_at: 'timestamptz',
  local_day: 'date',
  location_id: 'uuid',
  node_type: 'text',
  node_id: 'uuid',
  user_id: 'uuid',
}
const NAMES = Object.keys(COLUMNS).join(', ')
const ARRAYS = Object.values(COLUMNS).map((type, index) => `$${index + 2}::${type}[]`)
const RAW = `
  insert into presence_events (org_id, source_no, ${NAMES})
  select $1, 1, ${NAMES} from unnest(${ARRAYS.join(', ')}) as e (${NAMES})
  on conflict do nothing`

/** The reference: the same rows into the same table by the fastest statement we know, without service, HTTP or judgement. */
const rawInserts = async (subject: Subject, round: string, calls: number, size: number): Promise<number> => {
  const started = performance.now()
  await inParallel(calls, SENDERS, async (call) => {
    const rows = events(subject, round, call, size).map(({ timestamp, eventId, userId }) => ({
      utc_day: timestamp.slice(0, 10),
      event_id: eventId,
      occurred_at: timestamp,
      local_day: timestamp.slice(0, 10),
      location_id: subject.node.locationId,
      node_type: 'level',
      node_id: subject.node.id,
      user_id: userId,
    }))
    const arrays = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((name) => `{${rows.map((row) => row[name]).join(',')}}`)
    await subject.pool.query({ name: 'raw', text: RAW, values: [subject.orgId, ...arrays] })
  })
  return (calls * size) / ((performance.now() - started) / 1000)
}

/** Each size is measured twice, reference and service in turn, and the better of two counts for both. */
const compare = async (subject: Subject, size: number, calls: number): Promise<Figure> => {
  const runs = []
  for (const round of ['a', 'b']) {
    const raw = await rawInserts(subject, `raw-${size}-${round}`, calls, size)
    runs.push({ raw, service: await throughService(subject, `${size}-${round}`, calls, size) })
  }
  const raw = Math.max(...runs.map((run) => run.raw))
  const service = runs.map((run) => run.service).reduce((a, b) => (a.perSecond >= b.perSecond ? a : b))
  const latency = `p50 ${service.p50.toFixed(1)} ms, p99 ${service.p99.toFixed(1)} ms`
  return {
    name: `presence, ${size} per call, ${SENDERS} senders`,
    value: `${Math.round(service.perSecond)} events/s`,
    reference: `${Math.round(raw)} rows/s raw inserts`,
    ratio: service.perSecond / raw,
    notes: `${latency}, server ${service.cpuMicroseconds.toFixed(1)} µs CPU/event`,
  }
}

const PARTS = 10

/** Memory of the server while many events pass. */
const memoryOver = async (subject: Subject, total: number): Promise<Figure> => {
  const size = 1000
  const samples: number[] = []
  for (let part = 0; part < PARTS; part++) {
    await throughService(subject, `memory-${part}`, Math.max(1, Math.round(total / PARTS / size)), size)
    samples.push(await subject.memory())
  }
  const atHalf = samples[PARTS / 2 - 1] ?? 0
  return {
    name: `server memory over ${total} events`,
    value: `${samples.map((sample) => sample.toFixed(0)).join(' ')} MiB`,
    reference: `${atHalf.toFixed(0)} MiB at half time`,
    ratio: Math.max(...samples.slice(PARTS / 2)) / atHalf,
    notes: 'resident set after each tenth; flat is a ratio near 1',
  }
}

/** Idle connections publish their counters after ten seconds. */
const COUNTERS_MS = 11_000

const commits = async ({ pool }: Subject): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, COUNTERS_MS))
  const { rows } = await pool.query('select xact_commit from pg_stat_database where datname = current_database()')
  return Number(rows[0].xact_commit)
}

/** How often a call of 1,000 events goes to the database, by PostgreSQL's own count. */
const roundTrips = async (subject: Subject): Promise<Figure> => {
  const calls = 500
  const before = await commits(subject)
  await throughService(subject, 'round-trips', calls, 1000)
  const perCall = ((await commits(subject)) - before) / calls
  return {
    name: 'database transactions per call of 1000 events',
    value: perCall.toFixed(2),
    reference: '1: one statement, one commit',
    ratio: perCall,
    notes: 'counted by PostgreSQL, with what the server writes once a second',
  }
}

export const measureIngest = async (subject: Subject, total: number): Promise<Figure[]> => {
  await throughService(subject, 'warm-up', 200, 100)
  const figures = [await compare(subject, 1, 5_000), await compare(subject, 100, 1_000), await compare(subject, 1000, 200)]
  return [...figures, await roundTrips(subject), await memoryOver(subject, total)]
}
