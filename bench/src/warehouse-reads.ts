import { type Download, download, fetchBytes } from './download.ts'
import { median } from './load.ts'
import { dayFromNow } from './measure.ts'
import type { Figure } from './report.ts'
import { HISTORY } from './seed-history.ts'
import type { StaticServer } from './static-server.ts'
import type { Subject } from './subject.ts'
import { attendanceQuery, timedCopy } from './warehouse-sql.ts'

const READS = 9
const ATTENDANCE = '/v1/analytics/user-booking-attendance/basic'
const PRESENCE = '/v1/analytics/presence/basic'

const rangeOf = (path: string, first: number, last: number): string =>
  `${path}?startDate=${dayFromNow(first)}&endDate=${dayFromNow(last)}`
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

const readTimes = async (url: string, headers: Record<string, string>): Promise<number[]> => {
  const times: number[] = []
  for (let read = 0; read < READS; read++) times.push((await download(url, headers)).total)
  return times
}

/** Sends the same request to both, alternating. */
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

/** A published month, compared with the same bytes as a file and with COPY. */
export const measureMonth = async (subject: Subject, nginx: StaticServer): Promise<Figure[]> => {
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

/** The future days, and the same request again. */
export const measureFuture = async ({ baseUrl, authorization }: Subject): Promise<Figure> => {
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

/** A response larger than memory. */
export const measureGigabyte = async (subject: Subject, nginx: StaticServer): Promise<Figure[]> => {
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
