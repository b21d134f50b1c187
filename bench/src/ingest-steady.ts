import { createCaller } from './caller.ts'
import { eventsJson } from './events.ts'
import { inParallel } from './load.ts'
import { sleep } from './measure.ts'
import type { Figure } from './report.ts'
import type { Subject } from './subject.ts'

const SIZE = 1000
const SENDERS = 8

const submit = async (subject: Subject, round: string, calls: number): Promise<void> => {
  const sender = createCaller(subject.baseUrl, { authorization: subject.authorization }, SENDERS)
  await inParallel(calls, SENDERS, (call) =>
    sender.submit('/v1/presence/basic', `{"sourceId":"bench","presenceEvents":${eventsJson(subject, round, call, SIZE)}}`),
  )
  sender.close()
}

const PARTS = 10
const BYTES_PER_GB = 1e9

/** Memory of the server and size of the table while many events pass. */
export const measureMemory = async (subject: Subject, events: number): Promise<Figure[]> => {
  await subject.pool.query('truncate presence_events')
  const samples: number[] = []
  const calls = Math.max(1, Math.round(events / PARTS / SIZE))
  for (let part = 0; part < PARTS; part++) {
    await submit(subject, `memory-${part}`, calls)
    samples.push(await subject.memory())
  }
  const stored = calls * PARTS * SIZE
  const atHalf = samples[PARTS / 2 - 1] ?? 0
  const { rows } = await subject.pool.query(
    `select sum(pg_relation_size(inhrelid))::bigint as rows, sum(pg_indexes_size(inhrelid))::bigint as indexes
     from pg_inherits where inhparent = 'presence_events'::regclass`,
  )
  const perMillion = (bytes: string): number => (Number(bytes) / stored) * (1e6 / BYTES_PER_GB)
  const [table, indexes] = [perMillion(rows[0].rows), perMillion(rows[0].indexes)]
  return [
    {
      name: `server memory over ${stored} events`,
      value: `${samples.map((sample) => sample.toFixed(0)).join(' ')} MiB`,
      reference: `${atHalf.toFixed(0)} MiB at half time`,
      ratio: Math.max(...samples.slice(PARTS / 2)) / atHalf,
      notes: 'resident set after each tenth; flat is a ratio near 1',
    },
    {
      name: 'disk per million presence events',
      value: `${(table + indexes).toFixed(2)} GB`,
      reference: `${table.toFixed(2)} GB of rows`,
      ratio: (table + indexes) / table,
      notes: `the rest is the key of the table; event ids of ${'memory-0-000000'.length} characters`,
    },
  ]
}

/** Idle connections publish their counters after ten seconds. */
const COUNTERS_MS = 11_000

const commits = async ({ pool }: Subject): Promise<number> => {
  await sleep(COUNTERS_MS)
  const { rows } = await pool.query('select xact_commit from pg_stat_database where datname = current_database()')
  return Number(rows[0].xact_commit)
}

/** How often a call of 1,000 events goes to the database, by PostgreSQL's own count. */
export const measureRoundTrips = async (subject: Subject): Promise<Figure> => {
  const calls = 500
  const before = await commits(subject)
  await submit(subject, 'round-trips', calls)
  const perCall = ((await commits(subject)) - before) / calls
  return {
    name: `database transactions per call of ${SIZE} events`,
    value: perCall.toFixed(2),
    reference: '1: one statement, one commit',
    ratio: perCall,
    notes: 'counted by PostgreSQL, with what the server writes once a second',
  }
}
