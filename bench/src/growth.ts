import { type Caller, callAsKey, createCaller } from './caller.ts'
import { download } from './download.ts'
import { eventsJson } from './events.ts'
import { median, percentile } from './load.ts'
import { dayFromNow, during, slope, timed } from './measure.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import { BUILDINGS, DAYS_AHEAD, PEOPLE, seedGrowth, type Tenant } from './seed-growth.ts'
import { type Subject, startSubject } from './subject.ts'

const SENDERS = 8
const EVENTS = 100
const ORGANIZATIONS = [1, 10, 100]
const DAYS = { once: 10, tenfold: 100 }

/** The figures of one organization, or of all together. */
interface Measured {
  readonly ingest: number
  readonly search: number
  readonly read: number
  readonly refresh: number
}

const measureTenants = async (organizations: number, days: number, quick: boolean): Promise<Measured> => {
  await using subject = await startSubject()
  const tenants = await seedGrowth(subject, organizations, days)
  const keys = await Promise.all(tenants.map((tenant) => callAsKey({ ...subject, ...tenant })))
  const each = async (work: (tenant: Tenant, key: Caller) => Promise<unknown>): Promise<number> => {
    const { seconds } = await timed(async () => {
      for (const [index, tenant] of tenants.entries()) await work(tenant, keys[index] as Caller)
    })
    return seconds
  }
  // Everything is published once, so that a day can be restated later.
  await each((_, key) => key.json('POST', '/api/refresh-runs', {}))
  const search = await searchDesks(tenants, keys, quick ? 100 : 400)
  const refresh = await refreshDay(subject, tenants, each)
  const read = await readDay(subject, each)
  for (const key of keys) key.close()
  return { search, refresh, read, ingest: await ingest(subject, tenants, quick ? 1 : 6) }
}

/** Events per second, one organization after the other. */
const ingest = async (subject: Subject, tenants: readonly Tenant[], seconds: number): Promise<number> => {
  const senders = tenants.map(({ authorization }) => createCaller(subject.baseUrl, { authorization }, SENDERS))
  const send = (round: string) => (call: number) => {
    const index = call % tenants.length
    const body = `{"sourceId":"bench","presenceEvents":${eventsJson(tenants[index] as Tenant, round, call, EVENTS)}}`
    return (senders[index] as (typeof senders)[number]).submit('/v1/presence/basic', body)
  }
  await during(Math.max(1, seconds / 4), SENDERS, send('warm'))
  const slice = await during(seconds, SENDERS, send('counted'))
  for (const sender of senders) sender.close()
  return (slice.calls * EVENTS) / slice.seconds
}

/** p95 of a search for a free desk, in milliseconds. */
const searchDesks = async (tenants: readonly Tenant[], keys: readonly Caller[], count: number): Promise<number> => {
  const latencies: number[] = []
  for (let index = 0; index < count * 1.25; index++) {
    const { locationIds } = tenants[index % tenants.length] as Tenant
    const key = keys[index % tenants.length] as Caller
    const locationId = locationIds[Math.floor(index / tenants.length) % locationIds.length]
    const path = `/api/locations/${locationId}/free-desks?day=${dayFromNow(1 + (index % (DAYS_AHEAD - 1)))}`
    latencies.push((await timed(() => key.json('GET', path))).seconds * 1000)
  }
  // The first calls prepare statements.
  return percentile(latencies.slice(count / 4), 0.95)
}

type Each = (work: (tenant: Tenant, key: Caller) => Promise<unknown>) => Promise<number>

/** Seconds to restate one day with late events, for all organizations. */
const refreshDay = async ({ pool }: Subject, tenants: readonly Tenant[], each: Each): Promise<number> => {
  const times: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    for (const { orgId } of tenants) {
      await pool.query(
        `insert into presence_events
           (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
         select $1, $2::date, 900, 'late-' || $3 || user_id, $2::date + interval '7 hours', $2::date, user_id, location_id, 'zone', zone_id
         from bench_people where org_id = $1`,
        [orgId, dayFromNow(-2), turn],
      )
      await pool.query(`insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'presence', $2, 'lateEvents')`, [
        orgId,
        dayFromNow(-2),
      ])
    }
    times.push(await each((_, key) => key.json('POST', '/api/refresh-runs', {})))
  }
  return median(times)
}

/** Seconds to read the attendance of one day, of all organizations. */
const readDay = async ({ baseUrl }: Subject, each: Each): Promise<number> => {
  const day = dayFromNow(-3)
  const path = `/v1/analytics/user-booking-attendance/basic?startDate=${day}&endDate=${day}`
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    times.push(await each(({ authorization }) => download(baseUrl + path, { authorization, 'accept-encoding': 'gzip' })))
  }
  return median(times)
}

const LINES: readonly [keyof Measured, string, (value: number) => string][] = [
  ['ingest', `presence, ${EVENTS} per call, ${SENDERS} senders`, (value) => `${Math.round(value)} events/s`],
  ['search', 'search for a free desk', (value) => `p95 ${value.toFixed(1)} ms`],
  ['refresh', 'refresh of one day', (value) => `${value.toFixed(2)} s`],
  ['read', 'warehouse read of one day', (value) => `${(value * 1000).toFixed(0)} ms`],
]

const ALL = `${BUILDINGS} buildings and ${(BUILDINGS * PEOPLE) / 1000},000 people in all`

/** The slope is the exponent of cost growth: 0 is constant, 1 is proportional. For a rate it is that of the time per event. */
const figures = (what: string, sizes: readonly number[], measured: readonly Measured[], notes: string): Figure[] =>
  LINES.map(([kind, name, text]) => {
    const cost = (of: Measured | undefined): number => (kind === 'ingest' ? 1 / (of?.ingest ?? 0) : (of?.[kind] ?? 0))
    const [first, last] = [measured[0], measured.at(-1)]
    const grown = slope([sizes[0] as number, cost(first)], [sizes.at(-1) as number, cost(last)])
    const [, ...others] = measured
    return {
      name: `${name}, at ${sizes.slice(1).join(' and ')}× ${what}`,
      value: others.map((each) => text(each[kind])).join(', '),
      reference: `${text(first?.[kind] ?? 0)} at 1×`,
      ratio: cost(last) / cost(first),
      notes: `the cost grows with an exponent of ${grown.toFixed(2)}; ${notes}`,
    }
  })

/** The better of two runs, by figure. */
const better = (a: Measured, b: Measured): Measured => ({
  ingest: Math.max(a.ingest, b.ingest),
  search: Math.min(a.search, b.search),
  read: Math.min(a.read, b.read),
  refresh: Math.min(a.refresh, b.refresh),
})

/** The same load on one organization, spread over many, and on ten times the rows, in this order and in reverse. */
export const measureGrowth = async (_: Subject, { quick }: Scale): Promise<Figure[]> => {
  const most = quick ? DAYS.once * 2 : DAYS.tenfold
  const cases = [...ORGANIZATIONS.map((organizations) => [organizations, DAYS.once] as const), [1, most] as const]
  const first: Measured[] = []
  for (const [organizations, days] of cases) first.push(await measureTenants(organizations, days, quick))
  const second: Measured[] = []
  for (const [organizations, days] of cases.toReversed()) second.unshift(await measureTenants(organizations, days, quick))
  const all = first.map((measured, index) => better(measured, second[index] as Measured))
  const [tenants, tenfold] = [all.slice(0, -1), all.at(-1) as Measured]
  const notes = `${ALL}, the better of two rounds`
  return [
    ...figures('organizations', ORGANIZATIONS, tenants, `${notes}, ${DAYS.once} days behind them`),
    ...figures(
      'rows',
      [1, most / DAYS.once],
      [tenants[0] as Measured, tenfold],
      `${notes}, ${DAYS.once} and ${most} days behind them, and as many events where more are sent to`,
    ),
  ]
}
