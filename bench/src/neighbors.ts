import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Caller, callAsKey, createCaller } from './caller.ts'
import { download } from './download.ts'
import { eventsJson } from './events.ts'
import { percentile } from './load.ts'
import { dayFromNow, grouped, latencyText, shareName, sleep } from './measure.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import { DAYS_AHEAD, seedGrowth, type Tenant } from './seed-growth.ts'
import type { Subject } from './subject.ts'
import { count, createTally, errorCount, type Tally, tallyText } from './tally.ts'

/** What the busy organization does; all senders send their next call as soon as the one before is answered. */
const NOISE = { large: 16, largeEvents: 1_000, small: 32, lists: 16, readers: 8, readDays: 10, imports: 1, slowReaders: 50 }

/** What the thread of the busy organization needs to know. */
export interface Noise {
  readonly baseUrl: string
  readonly tenant: Tenant
  readonly noise: typeof NOISE
}

/** What the busy organization got. */
export interface NoiseReport {
  readonly events: number
  readonly calls: number
  /** The number of refusals by what they say. */
  readonly refused: Readonly<Record<string, number>>
}

/** Names long enough that a dataset of users exceeds all buffers, for slow readers. */
const LENGTHEN = `
  update users set first_name = (select string_agg(md5(id || ' ' || j), '') from generate_series(1, 40) j) where org_id = $1`
const EVENTS = 50

/** A kind of call of the quiet organization, at its pace. */
interface Habit {
  readonly tally: Tally
  readonly everyMs: number
  readonly call: (turn: number) => Promise<unknown>
}

const habitsOf = ({ baseUrl }: Subject, { authorization, locationIds, userIds, ...tenant }: Tenant, key: Caller): Habit[] => {
  const sender = createCaller(baseUrl, { authorization }, 1)
  const source = `quiet-${Date.now()}`
  const eventsOf = (turn: number, size: number) => ({
    body: `{"sourceId":"${source}-${size}","presenceEvents":${eventsJson({ ...tenant, userIds }, `${source}-${size}`, turn, size)}}`,
  })
  const searchOf = (turn: number) =>
    `/api/locations/${locationIds[turn % locationIds.length]}/free-desks?day=${dayFromNow(1 + (turn % (DAYS_AHEAD - 1)))}`
  const dayOf = (turn: number) => {
    const day = dayFromNow(-1 - (turn % 9))
    return `${baseUrl}/v1/analytics/user-booking-attendance/basic?startDate=${day}&endDate=${day}`
  }
  return [
    {
      ...{ tally: createTally('look-up of a user'), everyMs: 40 },
      call: (turn) => key.json('GET', `/api/users/${userIds[turn % userIds.length]}`),
    },
    {
      ...{ tally: createTally('search for a free desk'), everyMs: 100 },
      call: (turn) => key.json('GET', searchOf(turn)),
    },
    {
      ...{ tally: createTally('badge event'), everyMs: 40 },
      call: (turn) => sender.submit('/v1/presence/basic', eventsOf(turn, 1).body),
    },
    {
      ...{ tally: createTally(`call of ${EVENTS} events`), everyMs: 100 },
      call: (turn) => sender.submit('/v1/presence/basic', eventsOf(turn, EVENTS).body),
    },
    {
      ...{ tally: createTally('read of a day'), everyMs: 250 },
      call: (turn) => download(dayOf(turn), { authorization, 'accept-encoding': 'gzip' }),
    },
  ]
}

/** Performs each habit at its pace. */
const live = async (habits: readonly Habit[], seconds: number): Promise<void> => {
  const until = performance.now() + seconds * 1000
  await Promise.all(
    habits.map(async ({ tally, everyMs, call }) => {
      await sleep(Math.random() * everyMs)
      for (let turn = 0; performance.now() < until; turn++) {
        const next = performance.now() + everyMs
        await count(tally, () => call(turn))
        await sleep(Math.max(0, next - performance.now()))
      }
    }),
  )
}

/** Runs the work while the busy organization is at full load, and returns what that one got done. */
const beside = async (subject: Subject, tenant: Tenant, work: () => Promise<void>): Promise<NoiseReport> => {
  const workerData: Noise = { baseUrl: subject.baseUrl, tenant, noise: NOISE }
  const worker = new Worker(new URL('./neighbors-noise.ts', import.meta.url), { workerData })
  await once(worker, 'message')
  await sleep(3_000)
  await work()
  const ended = once(worker, 'message')
  worker.postMessage('stop')
  const [report] = (await ended) as [NoiseReport]
  await worker.terminate()
  return report
}

const NOISE_TEXT =
  `${NOISE.large} senders of ${grouped(NOISE.largeEvents)} events, ${NOISE.small} of single events, ${NOISE.lists} readers of lists, ` +
  `${NOISE.readers} of ${NOISE.readDays} days, ${NOISE.slowReaders} slow readers, imports one after the other`

/** Requests of a quiet organization, alone and while another one puts full load on the same node, twice in turn. */
export const measureNeighbors = async (subject: Subject, { quick }: Scale): Promise<Figure[]> => {
  const [busy, quiet] = (await seedGrowth(subject, 2, 10)) as [Tenant, Tenant]
  await subject.pool.query(LENGTHEN, [busy.orgId])
  const key = await callAsKey({ ...subject, ...quiet }, 2)
  const busyKey = await callAsKey({ ...subject, ...busy })
  for (const each of [busyKey, key]) await each.json('POST', '/api/refresh-runs', {})
  const seconds = quick ? 10 : 60
  await live(habitsOf(subject, quiet, key), 5)
  const [alone, together] = [habitsOf(subject, quiet, key), habitsOf(subject, quiet, key)]
  const reports: NoiseReport[] = []
  let spent = { server: 0, database: 0, seconds: 0 }
  for (let round = 0; round < 2; round++) {
    await live(alone, seconds)
    const [from, fromMs] = [await subject.cpu(), performance.now()]
    reports.push(await beside(subject, busy, () => live(together, seconds)))
    const to = await subject.cpu()
    spent = {
      server: spent.server + to.server - from.server,
      database: spent.database + to.database - from.database,
      seconds: spent.seconds + (performance.now() - fromMs) / 1000,
    }
  }
  key.close()
  busyKey.close()
  return figuresOf(alone, together, reports, spent)
}

const figuresOf = (
  alone: readonly Habit[],
  together: readonly Habit[],
  reports: readonly NoiseReport[],
  spent: { server: number; database: number; seconds: number },
): Figure[] => {
  const sum = (of: 'events' | 'calls') => reports.reduce((total, report) => total + report[of], 0)
  const refusals = reports.flatMap(({ refused }) => Object.values(refused)).reduce((total, times) => total + times, 0)
  const p99 = (latencies: readonly number[]) => percentile(latencies, 0.99)
  const all = (habits: readonly Habit[]) => habits.flatMap(({ tally }) => tally.latencies)
  const failed = together.reduce((total, { tally }) => total + errorCount(tally), 0)
  const errors = together.flatMap(({ tally }) => [...tally.errors].map(([what, times]) => `; ${tally.kind}: ${times} × ${what}`))
  return [
    {
      name: 'quiet organization beside a busy one: all requests',
      value: latencyText(all(together)),
      reference: `${latencyText(all(alone))} alone`,
      ratio: p99(all(together)) / p99(all(alone)),
      notes:
        `p99 against p99; ${all(together).length + failed} requests, ${failed} failed${errors.join('')}; the busy one: ${NOISE_TEXT}; ` +
        `it got ${grouped(sum('calls'))} answers with ${grouped(sum('events'))} events in ${spent.seconds.toFixed(0)} s, ${grouped(refusals)} ` +
        `refusals; cores: server ${(spent.server / spent.seconds).toFixed(2)}, PostgreSQL ${(spent.database / spent.seconds).toFixed(2)}`,
    },
    ...together.map(({ tally }, index): Figure => {
      const reference = (alone[index] as Habit).tally
      return {
        name: `quiet organization beside a busy one: ${tally.kind}`,
        value: tallyText(tally),
        reference: `${tallyText(reference)} alone`,
        ratio: p99(tally.latencies) / p99(reference.latencies),
        notes: `${shareName(tally.latencies, 0.99)} against ${shareName(reference.latencies, 0.99)}; ${tally.latencies.length} requests`,
      }
    }),
  ]
}
