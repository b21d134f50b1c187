import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ATTENDANCE_ROWS } from '@rollcall/server'
import { type Download, download, fetchBytes } from './download.ts'
import { createReader, percentile } from './load.ts'
import { grouped } from './measure.ts'
import type { Figure } from './report.ts'
import { addPresence, HISTORY, seedHistory } from './seed-history.ts'
import { type StaticServer, startStaticServer } from './static-server.ts'
import type { Subject } from './subject.ts'

const READS = 9
const ATTENDANCE = '/v1/analytics/user-booking-attendance/basic'
const PRESENCE = '/v1/analytics/presence/basic'

interface Run {
  startedAt: string
  endedAt: string
  days: number
  rows: number
  segments: number
}

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const rangeOf = (path: string, first: number, last: number): string =>
  `${path}?startDate=${dayFromNow(first)}&endDate=${dayFromNow(last)}`
const secondsOf = ({ startedAt, endedAt }: Run): number => (Date.parse(endedAt) - Date.parse(startedAt)) / 1000
const median = (values: number[]): number => percentile(values, 0.5)
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

/** The warehouse of an organisation of 10,000 users with a year of history: refreshes, then reads. */
export const measureWarehouse = async (subject: Subject): Promise<Figure[]> => {
  // First, so that whoever lacks it need not wait for the history.
  await using nginx = await startStaticServer()
  await seedHistory(subject)
  const reader = await createReader(subject)
  const refresh = () => reader.post<Run>('/api/refresh-runs', {})
  const figures = [
    await measureYear(subject, refresh),
    ...(await measureMonth(subject, nginx)),
    await measureFuture(subject),
    ...(await measureDay(subject, refresh)),
    ...(await measureGigabyte(subject, nginx)),
    await measureReadDay(subject, refresh),
  ]
  reader.close()
  return figures
}

const timedQuery = async ({ pool }: Subject, text: string, values: unknown[] = []): Promise<number> => {
  const started = performance.now()
  await pool.query(text, values)
  return (performance.now() - started) / 1000
}

/** The statement of the attendance rows, as the service runs it. */
const attendanceQuery = ({ orgId }: Subject, firstDay: string, lastDay: string): string => {
  const values: Record<string, string> = {
    org: `'${orgId}'::uuid`,
    firstDay: `'${firstDay}'`,
    lastDay: `'${lastDay}'`,
    moment: 'now()',
  }
  const from = ATTENDANCE_ROWS.from.replaceAll(/\$(\w+)/g, (_, name: string) => values[name] as string)
  return `select row_to_json(r) from (select ${ATTENDANCE_ROWS.columns} from ${from}) r`
}

const measureYear = async (subject: Subject, refresh: () => Promise<Run>): Promise<Figure> => {
  const run = await refresh()
  const seconds = secondsOf(run)
  const month = await timedQuery(
    subject,
    `select count(row_to_json::text) from (${attendanceQuery(subject, dayFromNow(-30), dayFromNow(-1))}) r`,
  )
  const reference = (month / 30) * HISTORY.days
  return {
    name: 'first refresh of a year',
    value: `${seconds.toFixed(1)} s, ${run.rows} rows, ${run.segments} segments`,
    reference: `${reference.toFixed(1)} s: computing the attendance alone, 30 days of it × ${(HISTORY.days / 30).toFixed(1)}`,
    ratio: seconds / reference,
    notes:
      'computing, splitting by building, compressing twice, storing, publishing; all in one transaction; presence is among the rows, which is only counted until somebody reads it, and no part of the reference',
  }
}

/** The same request to both, in turn. */
const compare = async (
  ours: string,
  ourHeaders: Record<string, string>,
  theirs: string,
  theirHeaders: Record<string, string>,
) => {
  const times = { ours: [] as Download[], theirs: [] as Download[] }
  for (let read = 0; read < READS; read++) {
    times.ours.push(await download(ours, ourHeaders))
    times.theirs.push(await download(theirs, theirHeaders))
  }
  const total = (of: Download[]) => median(of.map((each) => each.total))
  const firstByte = median(times.ours.map((each) => each.firstByte))
  return { ours: total(times.ours), theirs: total(times.theirs), firstByte, bytes: times.ours[0]?.bytes ?? 0 }
}

const measureMonth = async (subject: Subject, nginx: StaticServer): Promise<Figure[]> => {
  const { baseUrl, authorization } = subject
  const url = baseUrl + rangeOf(ATTENDANCE, -30, -1)
  const cold = await download(url, { authorization, 'accept-encoding': 'identity' })
  const identity = await fetchBytes(url, { authorization, 'accept-encoding': 'identity' })
  await nginx.put('month.json', identity, await fetchBytes(url, { authorization, 'accept-encoding': 'gzip' }))
  const rows = identity.toString('latin1').split('\n').length - 2
  const figures: Figure[] = []
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const { ours, theirs, firstByte, bytes } = await compare(
      url,
      { authorization, ...headers },
      `${nginx.baseUrl}/month.json`,
      headers,
    )
    figures.push({
      name: `30 days of bookings & attendance, ${encoding}`,
      value: `${Math.round(rows / (ours / 1000))} rows/s: ${rows} rows in ${ours.toFixed(0)} ms`,
      reference: `${theirs.toFixed(0)} ms: nginx, the same bytes as a static file`,
      ratio: theirs / ours,
      notes: `${megabytes(bytes)}, first byte after ${firstByte.toFixed(0)} ms; from memory; the very first read, from the database, ${cold.total.toFixed(0)} ms, first byte after ${cold.firstByte.toFixed(0)} ms`,
    })
  }
  const ours = median(await readTimes(url, { authorization, 'accept-encoding': 'identity' }))
  const computed = await timedCopy(subject, attendanceQuery(subject, dayFromNow(-30), dayFromNow(-1)))
  await subject.pool.query(`create table bench_ready as ${attendanceQuery(subject, dayFromNow(-30), dayFromNow(-1))}`)
  const ready = await timedCopy(subject, 'select row_to_json from bench_ready')
  await subject.pool.query('drop table bench_ready')
  const against = (what: string, copy: number, notes: string): Figure => ({
    name: `30 days of bookings & attendance against COPY of ${what}`,
    value: `${ours.toFixed(0)} ms`,
    reference: `${copy.toFixed(0)} ms: COPY of the same rows as JSON by psql`,
    ratio: copy / ours,
    notes: `how many times faster, identity; ${notes}`,
  })
  return [
    ...figures,
    against('rows made before', ready, 'both send what was made before: COPY from a table of the finished JSON'),
    against(
      'rows as they are made',
      computed,
      'COPY computes the rows from plans, bookings and presence; the service did so at its refresh',
    ),
  ]
}

const readTimes = async (url: string, headers: Record<string, string>): Promise<number[]> => {
  const times: number[] = []
  for (let read = 0; read < READS; read++) times.push((await download(url, headers)).total)
  return times
}

const timedCopy = async (subject: Subject, query: string): Promise<number> => {
  const { connectionString } = subject.pool.options
  const copy = `copy (${query.replaceAll(/\s+/g, ' ')}) to stdout`
  const times: number[] = []
  for (let read = 0; read < 3; read++) {
    const started = performance.now()
    await promisify(execFile)('psql', [connectionString as string, '-qc', copy, '-o', '/dev/null'])
    times.push(performance.now() - started)
  }
  return median(times)
}

const measureFuture = async ({ baseUrl, authorization }: Subject): Promise<Figure> => {
  const url = baseUrl + rangeOf(ATTENDANCE, 0, HISTORY.ahead)
  const headers = { authorization, 'accept-encoding': 'gzip' }
  const first = await download(url, headers)
  const again = median(await readTimes(url, headers))
  const unchanged = median(await readTimes(url, { ...headers, 'if-none-match': first.etag ?? '' }))
  return {
    name: 'future bookings of 14 days, polled again unchanged',
    value: `${unchanged.toFixed(1)} ms (304)`,
    reference: `${first.total.toFixed(0)} ms: the first read, ${megabytes(first.bytes)} gzip`,
    ratio: unchanged / first.total,
    notes: `without If-None-Match ${again.toFixed(0)} ms`,
  }
}

const measureGigabyte = async (subject: Subject, nginx: StaticServer): Promise<Figure[]> => {
  const { baseUrl, authorization } = subject
  const url = baseUrl + rangeOf(PRESENCE, -31, -1)
  const headers = { authorization, 'accept-encoding': 'identity' }
  const built = await download(url, headers)
  await download(url, headers)
  const before = await subject.memory()
  let most = before
  const watch = setInterval(() => {
    subject.memory().then(
      (now) => {
        most = Math.max(most, now)
      },
      () => clearInterval(watch),
    )
  }, 50)
  const read = await download(url, headers).finally(() => clearInterval(watch))
  const body = await fetchBytes(url, headers)
  await nginx.put('presence.json', body, Buffer.alloc(0))
  const reference = median(await readTimes(`${nginx.baseUrl}/presence.json`, { 'accept-encoding': 'identity' }))
  return [
    {
      name: `server memory during an answer of ${megabytes(read.bytes)}`,
      value: `+${(most - before).toFixed(0)} MiB`,
      reference: `${before.toFixed(0)} MiB before`,
      ratio: most / before,
      notes: 'resident set; presence of 31 days, identity',
    },
    {
      name: '31 days of presence, identity',
      value: `${(read.total / 1000).toFixed(2)} s, first byte after ${read.firstByte.toFixed(0)} ms`,
      reference: `${(reference / 1000).toFixed(2)} s: nginx, the same bytes as a static file`,
      ratio: reference / read.total,
      notes: `segments are larger than the memory cache; the very first read, which builds them, ${(built.total / 1000).toFixed(1)} s, first byte after ${built.firstByte.toFixed(0)} ms`,
    },
  ]
}

/** A day with 500,000 presence events, and with twice and four times as many. */
const measureDay = async (subject: Subject, refresh: () => Promise<Run>): Promise<Figure[]> => {
  const day = dayFromNow(-2)
  const figures: Figure[] = []
  let once: number | undefined
  for (const [added, events] of [
    [430_000, 500_000],
    [500_000, 1_000_000],
    [1_000_000, 2_000_000],
  ] as const) {
    await addPresence(subject, day, added)
    const run = await refresh()
    const seconds = secondsOf(run)
    const scan = await timedQuery(
      subject,
      `select count(*) from (
         select user_id, location_id, min(occurred_at), max(occurred_at) from presence_events
         where org_id = $1 and utc_day = $2 group by user_id, location_id) e`,
      [subject.orgId, day],
    )
    figures.push({
      name: `refresh of one day of 10,000 users and ${grouped(events)} presence events`,
      value: `${seconds.toFixed(2)} s`,
      reference:
        once === undefined ? `${scan.toFixed(2)} s: grouping the events by user alone` : `${once.toFixed(2)} s with 500,000`,
      ratio: seconds / (once ?? scan),
      notes: `${run.rows} rows in ${run.segments} segments; grouping alone ${scan.toFixed(2)} s`,
    })
    once ??= seconds
  }
  const idle = secondsOf(await refresh())
  figures.push({
    name: 'refresh with nothing to do',
    value: `${(idle * 1000).toFixed(0)} ms`,
    reference: `${once?.toFixed(2)} s: refresh of one day`,
    ratio: idle / (once as number),
    notes: `${HISTORY.days} published days`,
  })
  return figures
}

/** The same where somebody has read the presence of the day before, so that its rows are computed again. */
const measureReadDay = async (subject: Subject, refresh: () => Promise<Run>): Promise<Figure> => {
  const day = dayFromNow(-3)
  await addPresence(subject, day, HISTORY.users)
  const run = await refresh()
  const rows = `${day}' and local_day = '${day}' and org_id = '${subject.orgId}`
  const scan = await timedQuery(subject, `select count(row_to_json(e)::text) from presence_events e where utc_day = '${rows}'`)
  return {
    name: 'refresh of one day whose presence was read before',
    value: `${secondsOf(run).toFixed(2)} s, ${run.rows} rows`,
    reference: `${scan.toFixed(2)} s: the events of the day as JSON, without names and order`,
    ratio: secondsOf(run) / scan,
    notes: 'late events of everybody; presence is computed again and compared',
  }
}
