import { callAsKey, createCaller } from './caller.ts'
import type { Cell } from './cells-of-subject.ts'
import { type CpuSeconds, cpuOf, cpuOfFamily } from './cpu.ts'
import { download } from './download.ts'
import { inParallel } from './load.ts'
import { dayFromNow, timed } from './measure.ts'
import { type PeakMemory, watchMemory } from './peak-memory.ts'
import { DAYS, type Site, type SiteSize, seedDayOfEvents, seedSites } from './seed-sites.ts'
import type { Subject } from './subject.ts'

/** One thing that was done, with what it took. */
export interface Cost {
  readonly seconds: number
  readonly cpu: CpuSeconds
  readonly peak: PeakMemory
  /** Rows, events or bytes, whatever was counted. */
  readonly count: number
  /** Bytes that PostgreSQL wrote to disk because a sort or hash did not fit into its memory. */
  readonly spilled: number
}

/** What a day of all organizations costs. */
export interface SiteRun {
  readonly ingest: Cost
  /** Days before, without presence events. */
  readonly backlog: Cost
  readonly refresh: Cost
  readonly idle: Cost
  readonly attendance: Cost
  readonly users: Cost
  /** The first read of the presence of the day builds its rows; the second sends them. */
  readonly firstPresence: Cost
  readonly presence: Cost
  /** Late events of everybody, after the presence was read. */
  readonly restated: Cost
  /** Bytes on disk. */
  readonly disk: { readonly events: number; readonly all: number }
}

const EVENTS_PER_CALL = 1_000
const SENDERS = 8
/** Refreshes and reads at a time, if there are several organizations. */
const LANES = 4
/** An hour of a day of 24, as sources send it. */
export const HOUR = 1 / 24

interface Sites {
  readonly subject: Subject
  readonly cells: readonly Cell[]
  readonly sites: readonly Site[]
}

const measuring = ({ subject, cells }: Sites) => {
  const postmasters = cells.map(({ postmaster }) => postmaster)
  const cpu = async () => ({
    server: await cpuOf(subject.pid),
    database: (await Promise.all(postmasters.map(cpuOfFamily))).reduce((a, b) => a + b, 0),
  })
  const spilled = async (): Promise<number> => {
    const text = 'select temp_bytes::float8 as bytes from pg_stat_database where datname = current_database()'
    const rows = await Promise.all(cells.map(async ({ pool }) => (await pool.query<{ bytes: number }>(text)).rows[0]?.bytes ?? 0))
    return rows.reduce((a, b) => a + b, 0)
  }
  return async (name: keyof SiteRun, work: () => Promise<number>): Promise<Cost> => {
    const [before, spilledBefore] = [await cpu(), await spilled()]
    const { result, peak } = await watchMemory({ pid: subject.pid, postmasters }, () => timed(work))
    const after = await cpu()
    console.error(`  ${name}: ${result.seconds.toFixed(1)} s`)
    return {
      seconds: result.seconds,
      cpu: { server: after.server - before.server, database: after.database - before.database },
      peak,
      count: result.result,
      spilled: (await spilled()) - spilledBefore,
    }
  }
}

/** Events of people at their zones in the last hour of the day, from badge systems of all organizations in turn. */
const send = async ({ subject, sites }: Sites, round: string, events: number): Promise<number> => {
  const senders = sites.map(({ authorization }) => createCaller(subject.baseUrl, { authorization }, SENDERS))
  const start = Date.parse(`${dayFromNow(-1)}T18:00:00Z`)
  const calls = Math.ceil(events / EVENTS_PER_CALL)
  await inParallel(calls, SENDERS, async (call) => {
    const { seen } = sites[call % sites.length] as Site
    const list: string[] = []
    for (let number = call * EVENTS_PER_CALL; number < (call + 1) * EVENTS_PER_CALL; number++) {
      const { userId, zoneId } = seen[number % seen.length] as Site['seen'][number]
      const moment = new Date(start + Math.floor((number / EVENTS_PER_CALL / calls) * 3_599_000)).toISOString()
      list.push(
        `{"timestamp":"${moment}","locationId":"${zoneId}","locationType":"zone","eventId":"${round}-${String(number).padStart(12, '0')}","userId":"${userId}"}`,
      )
    }
    await senders[call % sites.length]?.submit(
      '/v1/presence/basic',
      `{"sourceId":"readers","presenceEvents":[${list.join(',')}]}`,
    )
  })
  for (const sender of senders) sender.close()
  return calls * EVENTS_PER_CALL
}

const refresh = async ({ subject, sites }: Sites, body: object): Promise<number> => {
  let rows = 0
  await inParallel(sites.length, LANES, async (index) => {
    const key = await callAsKey({ ...subject, ...(sites[index] as Site) })
    const run = await key.json<{ rows: number }>('POST', '/api/refresh-runs', body)
    rows += run.rows
    key.close()
  })
  return rows
}

const read = async ({ subject, sites }: Sites, path: string): Promise<number> => {
  let bytes = 0
  await inParallel(sites.length, LANES, async (index) => {
    const { authorization } = sites[index] as Site
    const answer = await download(subject.baseUrl + path, { authorization, 'accept-encoding': 'gzip' })
    bytes += answer.bytes
  })
  return bytes
}

const sizeOf = async (cells: readonly Cell[], what: string): Promise<number> => {
  const rows = await Promise.all(
    cells.map(async ({ pool }) => (await pool.query<{ bytes: number }>(`select (${what})::float8 as bytes`)).rows[0]?.bytes ?? 0),
  )
  return rows.reduce((a, b) => a + b, 0)
}

const EVENTS_SIZE = `select sum(pg_total_relation_size(relid)) from pg_partition_tree('presence_events') where isleaf`

/** Seeds a day, sends its last hour through the API, and refreshes and reads it. */
export const runSites = async (
  subject: Subject,
  cells: readonly Cell[],
  size: SiteSize,
  place: (cell: Cell, orgIds: readonly string[]) => Promise<void>,
): Promise<SiteRun> => {
  const sites: Site[] = []
  const share = { ...size, organizations: size.organizations / cells.length, events: size.events / cells.length }
  for (const cell of cells) {
    const added = await seedSites(cell.pool, share, subject)
    await place(
      cell,
      added.map(({ orgId }) => orgId),
    )
    sites.push(...added)
  }
  const all = { subject, cells, sites }
  const cost = measuring(all)
  const day = `?startDate=${dayFromNow(-1)}&endDate=${dayFromNow(-1)}`
  const backlog = await cost('backlog', () => refresh(all, { from: dayFromNow(-DAYS.behind), to: dayFromNow(-2) }))
  await Promise.all(cells.map(({ pool }) => seedDayOfEvents(pool, share.events * (1 - HOUR))))
  const ingest = await cost('ingest', () => send(all, 'hour', Math.max(size.events * HOUR, 100_000)))
  await assertStored(cells, Math.floor(share.events * (1 - HOUR)) * cells.length + ingest.count)
  const refreshed = await cost('refresh', () => refresh(all, {}))
  const idle = await cost('idle', () => refresh(all, {}))
  const attendance = await cost('attendance', () => read(all, `/v1/analytics/user-booking-attendance/basic${day}`))
  const users = await cost('users', () => read(all, '/v1/analytics/users/basic'))
  const firstPresence = await cost('firstPresence', () => read(all, `/v1/analytics/presence/basic${day}`))
  const presence = await cost('presence', () => read(all, `/v1/analytics/presence/basic${day}`))
  await send(
    all,
    'late',
    sites.reduce((sum, { seen }) => sum + seen.length, 0),
  )
  const restated = await cost('restated', () => refresh(all, {}))
  const disk = {
    events: await sizeOf(cells, EVENTS_SIZE),
    all: await sizeOf(cells, 'pg_database_size(current_database())'),
  }
  return { backlog, ingest, refresh: refreshed, idle, attendance, users, firstPresence, presence, restated, disk }
}

const assertStored = async (cells: readonly Cell[], expected: number): Promise<void> => {
  const stored = await sizeOf(cells, 'select count(*) from presence_events')
  if (stored !== expected) throw new Error(`${expected} events were sent and ${stored} are stored.`)
}
