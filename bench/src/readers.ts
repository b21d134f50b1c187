import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fetchBytes } from './download.ts'
import { median, percentile } from './load.ts'
import { grouped } from './measure.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import type { Subject } from './subject.ts'

const SLOW_READERS = 50
const BYTES_PER_SECOND = 1024
const USERS = '/v1/analytics/users/basic'
/** Number of users of the organization that is read at full speed. */
const OTHER_USERS = 2_000

/** Names long enough that a response exceeds all buffers. */
const LENGTHEN = `
  update users set first_name = (select string_agg(md5(id || ' ' || j), '') from generate_series(1, 40) j) where org_id = $1`

/** Another organization with users and a key with the same secret as the first. */
const seedOther = async ({ pool, orgId, authorization }: Subject): Promise<string> => {
  const [keyId, secret] = atob(authorization.slice('Basic '.length)).split(':')
  const other = randomUUID()
  await pool.query(`insert into organizations (id, name) values ($1, 'Beside slow readers')`, [other])
  await pool.query(
    `insert into api_keys (org_id, id, family_id, name, role, auth_methods, secret_hash)
     select $1, $1, $1, 'bench', role, array['basic'], secret_hash from api_keys where org_id = $2 and id = $3`,
    [other, orgId, keyId],
  )
  await pool.query(
    `insert into users (org_id, id, user_name) select $1, gen_random_uuid(), 'user-' || n || '@bench.example'
     from generate_series(1, $2::int) n`,
    [other, OTHER_USERS],
  )
  return `Basic ${btoa(`${other}:${secret}`)}`
}

/** Reads endlessly at a low rate, and starts again when rejected or disconnected. */
const readSlowly = ({ baseUrl, authorization }: Subject, signal: AbortSignal): void => {
  const begin = (): void => {
    if (signal.aborted) return
    const call: ClientRequest = request(baseUrl + USERS, { headers: { authorization }, agent: false, signal })
    call.on('response', (response) => {
      const timer = setInterval(() => response.read(BYTES_PER_SECOND), 1000)
      response.on('error', () => {})
      response.on('close', () => clearInterval(timer))
      if (response.statusCode !== 200) response.resume()
    })
    call.on('error', () => {})
    call.on('close', () => setTimeout(begin, 1000).unref())
    call.end()
  }
  begin()
}

const readTimes = async (url: string, authorization: string, reads: number): Promise<number[]> => {
  const times: number[] = []
  for (let read = 0; read < reads; read++) {
    const started = performance.now()
    await fetchBytes(url, { authorization })
    times.push(performance.now() - started)
  }
  return times
}

/** Reads of one organization while 50 readers with the key of another organization read a kilobyte a second each. */
export const measureReaders = async (subject: Subject, { quick }: Scale): Promise<Figure[]> => {
  const reads = quick ? 100 : 1_000
  const authorization = await seedOther(subject)
  await subject.pool.query(LENGTHEN, [subject.orgId])
  const url = subject.baseUrl + USERS
  await readTimes(url, authorization, 100)
  const quiet = await readTimes(url, authorization, reads)
  const stop = new AbortController()
  for (let reader = 0; reader < SLOW_READERS; reader++) readSlowly(subject, stop.signal)
  await delay(2_000)
  const beside = await readTimes(url, authorization, reads)
  stop.abort()
  const [p95, reference] = [percentile(beside, 0.95), percentile(quiet, 0.95)]
  return [
    {
      name: `read of ${grouped(OTHER_USERS)} users beside ${SLOW_READERS} slow readers of another organization`,
      value: `p95 ${p95.toFixed(1)} ms`,
      reference: `p95 ${reference.toFixed(1)} ms without them`,
      ratio: p95 / reference,
      notes: `${grouped(reads)} reads, none refused; p50 ${median(beside).toFixed(1)} and ${median(quiet).toFixed(1)} ms; slow: ${BYTES_PER_SECOND / 1024} kB a second of 13 MB`,
    },
  ]
}
