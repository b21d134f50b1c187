import { once } from 'node:events'
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Caller, callAsKey, createCaller } from './caller.ts'
import { download } from './download.ts'
import { eventsJson } from './events.ts'
import { dayFromNow, sleep } from './measure.ts'
import { BURNERS, coresOf, figuresOf, NOISE, type NoiseReport, type Spent } from './neighbors-figures.ts'
import { recycleLog } from './recycled-log.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import { DAYS_AHEAD, seedGrowth, type Tenant } from './seed-growth.ts'
import type { Subject } from './subject.ts'
import { count, createTally, type Tally } from './tally.ts'

/** What the thread of the busy organization needs to know. */
export interface Noise {
  readonly baseUrl: string
  readonly tenant: Tenant
  readonly noise: typeof NOISE
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

/** Runs the work while threads use as much of the machine as the busy organization did, without using the service. */
const besideBurners = async (cores: number, work: () => Promise<void>): Promise<void> => {
  const workerData = { share: Math.min(0.99, cores / BURNERS) }
  const workers = Array.from(
    { length: BURNERS },
    () => new Worker(new URL('./neighbors-burner.ts', import.meta.url), { workerData }),
  )
  await work()
  await Promise.all(workers.map((worker) => worker.terminate()))
}

/** Runs the work, and returns what it and the service spent. */
const spentBy = async (subject: Subject, work: () => Promise<NoiseReport | undefined>) => {
  const [from, fromMs] = [await subject.cpu(), performance.now()]
  const report = await work()
  const to = await subject.cpu()
  const spent: Spent = {
    server: to.server - from.server,
    database: to.database - from.database,
    noise: report?.cpu ?? 0,
    seconds: (performance.now() - fromMs) / 1000,
  }
  return { report, spent }
}

/** Requests of a quiet organization, alone and while another one puts full load on the same node, twice in turn. */
export const measureNeighbors = async (subject: Subject, { quick }: Scale): Promise<Figure[]> => {
  const [busy, quiet] = (await seedGrowth(subject, 2, 10)) as [Tenant, Tenant]
  await subject.pool.query(LENGTHEN, [busy.orgId])
  const key = await callAsKey({ ...subject, ...quiet }, 2)
  const busyKey = await callAsKey({ ...subject, ...busy })
  for (const each of [busyKey, key]) await each.json('POST', '/api/refresh-runs', {})
  await recycleLog(subject)
  // Other work on the machine makes the figures worse, so the report says how much of it there was.
  const [load = 0] = loadavg()
  const seconds = quick ? 5 : 20
  await live(habitsOf(subject, quiet, key), 5)
  const [alone, together] = [habitsOf(subject, quiet, key), habitsOf(subject, quiet, key)]
  const contended = habitsOf(subject, quiet, key)
  const reports: NoiseReport[] = []
  const spent: Spent[] = []
  let cores = 0
  for (let round = 0; round < 2; round++) {
    const before = await spentBy(subject, () => live(alone, seconds).then(() => undefined))
    const during = await spentBy(subject, () => beside(subject, busy, () => live(together, seconds)))
    if (during.report) reports.push(during.report)
    spent.push(during.spent)
    cores = coresOf(during.spent) - coresOf(before.spent)
    await besideBurners(cores, () => live(contended, seconds))
  }
  key.close()
  busyKey.close()
  return figuresOf({ alone, together, contended }, reports, { spent, cores, load })
}
