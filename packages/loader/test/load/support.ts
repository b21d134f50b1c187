import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createClient, type RollcallClient } from '@rollcall/client'
import { expect, onTestFinished } from 'vitest'
import { makeScratchFolder } from '../../../server/src/testing/scratch-folder.ts'
import { awaitSteadyDay } from '../../../server/src/testing/steady-day.ts'
import { type Bench, openOffice } from '../../../server/test/attendance/support.ts'
import { publish as publishAt } from '../../../server/test/warehouse/support.ts'
import { type LoadSummary, openDestination } from '../../src/index.ts'

export type Office = Awaited<ReturnType<typeof openLoadedOffice>>['office']

/** A company to load: two buildings, and a user without a building. */
export const openLoadedOffice = async (bench: Bench) => {
  const office = await openOffice(bench)
  const [berlin, paris] = [await office.addLocation(), await office.addLocation('Europe/Paris')]
  const [ada, bob, eve] = [await office.addUser(berlin), await office.addUser(paris), await office.addUser()]
  return { office, berlin, paris, ada, bob, eve }
}

export const clientOf = (bench: Bench, { organization }: Office, baseUrl = bench.service.baseUrl): RollcallClient => {
  const key = organization.keys['data-warehouse']
  return createClient({ baseUrl, key, auth: 'basic', backoffMs: 1, maxAttempts: 2 })
}

/** A temporary folder of the test. */
export const newFolder = async (): Promise<string> => {
  const folder = await makeScratchFolder('rollcall-load-test-')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A copy that does not exist yet, and its reader. */
export const newCopy = async () => {
  const where = join(await newFolder(), `${randomUUID()}.duckdb`)
  /** Runs with the copy open, which is exclusive. */
  const using = async <T>(work: (destination: Awaited<ReturnType<typeof openDestination>>) => Promise<T>): Promise<T> => {
    await using destination = await openDestination(where)
    return await work(destination)
  }
  const query = async (statement: string): Promise<Record<string, unknown>[]> => {
    const instance = await DuckDBInstance.create(where)
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(statement)).getRowObjectsJson() as Record<string, unknown>[]
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  }
  return { where, using, query }
}

export type Copy = Awaited<ReturnType<typeof newCopy>>

type Table =
  | 'user_booking_attendance'
  | 'presence'
  | 'users'
  | 'locations'
  | 'events'
  | 'user_change_log'
  | 'audit_log'
  | 'future_bookings'

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** As text, so that different notations of the same instant are equal. */
const normalized = (row: object): string => {
  const entries = Object.entries(row).map(([name, value]) => {
    if (value === null || value === undefined) return [snake(name), null]
    if (name === 'day') return ['day', String(value).slice(0, 10)]
    if (typeof value === 'object') return [snake(name), JSON.stringify(value)]
    const isMoment = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/.test(value)
    return [snake(name), isMoment ? new Date(value.replace(/\+00$/, 'Z')).toISOString() : String(value)]
  })
  return JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))))
}

/** The rows of a table as sorted text. */
export const rowsOf = async (copy: Copy, table: Table): Promise<string[]> =>
  (await copy.query(`select * from ${table}`)).map(normalized).sort()

/** The same for responses of the service. */
export const rowsFrom = async (rows: AsyncIterable<object>): Promise<string[]> => {
  const all: string[] = []
  for await (const row of rows) all.push(normalized(row))
  return all.sort()
}

/** The responses of the service, in order. */
export interface Seen {
  readonly path: string
  readonly query: URLSearchParams
  readonly status: number
}

interface Proxy {
  readonly baseUrl: string
  readonly seen: Seen[]
  /** Requests for rows of this dataset that returned rows. */
  readonly read: (dataset: string) => Seen[]
}

/** Responds itself and returns true, or passes the request to the service. */
type Intercept = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => boolean | undefined | Promise<boolean | undefined>

/** A proxy between a load and the service that records requests and may respond itself. */
export const startProxy = async (
  target: string,
  intercept: Intercept = () => false,
  dropped: readonly string[] = [],
): Promise<Proxy> => {
  const seen: Seen[] = []
  const server = createServer({ maxHeaderSize: 98_304 }, async (incoming, response) => {
    const url = new URL(incoming.url ?? '', target)
    const record = (status: number) => seen.push({ path: url.pathname, query: url.searchParams, status })
    if (await intercept(incoming, response, url)) return record(response.statusCode)
    const forwarded = request(url, { headers: { ...incoming.headers, host: url.host } }, (answer) => {
      record(answer.statusCode ?? 0)
      const headers = Object.entries(answer.headers).filter(([name]) => !dropped.includes(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers))
      answer.pipe(response)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const read = (dataset: string) => seen.filter(({ path, status }) => path === `/v1/analytics/${dataset}/basic` && status === 200)
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, read }
}

export const ATTENDANCE = 'user-booking-attendance'

const DAY_MS = 86_400_000
const NOW = new Date()
const LAST_SUNDAY = Math.floor(NOW.getTime() / DAY_MS) - NOW.getUTCDay()

/** Days near the present, because loads end yesterday. The first is a Sunday, six weeks before the latest one. */
export const day = (number: number): string => new Date((LAST_SUNDAY - 43 + number) * DAY_MS).toISOString().slice(0, 10)

/** Before all days of the following history. */
export const FROM = day(1)
/** The last day that is over whatever day it is today. Loads from the first day have two windows. */
export const LAST_DAY = day(42)
const RANGE = { startDate: FROM, endDate: day(31) }
export const HISTORY = [2, 3, 4, 9, 10, 20].map(day)

/** Publishes all days until the last. */
export const publish = (office: Pick<Office, 'pool' | 'orgId'>) =>
  publishAt(office, { moment: new Date(`${LAST_DAY}T12:00:00Z`) })

/** Three published weeks with some presence. */
export const openHistory = async (bench: Bench) => {
  // Loads end yesterday, and what is ahead begins today.
  await awaitSteadyDay()
  const company = await openLoadedOffice(bench)
  const { office, berlin, paris, ada, bob, eve } = company
  await office.pool.query(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     select $1, user_id, day, plan, 'day-plan', 'directory', gen_random_uuid()
     from unnest($2::uuid[], array['o', 'o', 'r']) as planned (user_id, plan), unnest($3::date[]) as day`,
    [office.orgId, [ada, bob, eve], HISTORY],
  )
  await office.see(ada, berlin, ...HISTORY.flatMap((day) => [`${day}T09:00:00.123Z`, `${day}T15:00:00Z`]))
  await office.see(bob, paris, ...HISTORY.map((day) => `${day}T10:00:00Z`))
  await publish(office)
  return { ...company, client: clientOf(bench, office), copy: await newCopy() }
}

/** The summary of a dataset. */
export const countersOf = ({ datasets }: LoadSummary, name: string) => {
  const found = datasets.find((dataset) => dataset.name === name)
  if (!found) throw new Error(`The summary has no ${name}.`)
  return found
}

/** Asserts that the copy equals the service for the days of the history. */
export const expectExact = async (bench: Bench, copy: Copy, office: Office): Promise<void> => {
  const client = clientOf(bench, office)
  const attendance = await rowsFrom(client.readAttendance(RANGE))
  expect(attendance.length).toBeGreaterThan(0)
  expect(await rowsOf(copy, 'user_booking_attendance')).toEqual(attendance)
  expect(await rowsOf(copy, 'presence')).toEqual(await rowsFrom(client.readPresence(RANGE)))
  expect(await rowsOf(copy, 'users')).toEqual(await rowsFrom(client.readUsers()))
  expect(await rowsOf(copy, 'locations')).toEqual(await rowsFrom(client.readLocations()))
}

/** Erases the presence of a user, with the days announced as erased. */
export const erasePresence = ({ pool, orgId }: Office, userId: string) =>
  pool.query(
    `with gone as (delete from presence_events where org_id = $1 and user_id = $2 returning local_day)
     insert into day_change_ticks (org_id, topic, day, reason)
     select distinct $1::uuid, 'presence', local_day, 'erased' from gone`,
    [orgId, userId],
  )
