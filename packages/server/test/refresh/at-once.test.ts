import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { contentOf, noonUtc, refresh, rowsOf, runsOf, segmentsOf } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const MONDAY = '2026-03-02'
const LATER = noonUtc('2026-03-05')

const openBusyOffice = async () => {
  const office = await openOffice(bench)
  const locations = [await office.addLocation(), await office.addLocation('Pacific/Auckland'), await office.addLocation()]
  const users: string[] = []
  for (const location of locations) users.push(await office.addUser(location), await office.addUser(location))
  for (const [index, user] of users.entries()) {
    for (const day of [MONDAY, '2026-03-03', '2026-03-04']) {
      await office.plan(user, day, index % 3 === 0 ? 'r' : 'o')
      if (index % 2 === 0) await office.see(user, locations[index % 3] as string, `${day}T0${index}:00:00Z`)
    }
  }
  return { office, locations, users }
}

/** A transaction that holds a run back at its first write, until it is disposed. */
interface Held extends AsyncDisposable {
  /** Waits until a run has come so far. */
  arrived(): Promise<void>
}

const holdBack = async ({ pool, orgId }: Office): Promise<Held> => {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query('begin')
  await client.query(
    `insert into segments (org_id, dataset, day, location_id, revision, position, reason, published_at, row_count)
     select $1, 'user-booking-attendance', $2, id, 1, row_number() over (), 'refreshed', now(), 0 from locations where org_id = $1`,
    [orgId, MONDAY],
  )
  const waiting = 'select from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))'
  return {
    arrived: () => expect.poll(async () => (await pool.query(waiting, [rows[0]?.pid])).rowCount).toBe(1),
    async [Symbol.asyncDispose]() {
      await client.query('rollback')
      client.release()
    },
  }
}

const isRunning = (office: Office) => expect.poll(async () => (await runsOf(office)).at(-1)?.status).toBe('running')

test('of two runs at once the second waits, and finds nothing left to do', async () => {
  const { office } = await openBusyOffice()
  const reports = await Promise.all([refresh(office, LATER), refresh(office, LATER), refresh(office, LATER)])
  expect(reports.map(({ segments }) => segments).sort((a, b) => a - b)).toEqual([0, 0, (await segmentsOf(office)).length])
  expect((await segmentsOf(office)).every(({ revision }) => revision === 1)).toBe(true)
  expect((await runsOf(office)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
})

test('a run that does not wait is refused while another one runs, and a waiting one can be called off', async () => {
  const { office } = await openBusyOffice()
  const held = await holdBack(office)
  const first = refresh(office, LATER)
  await isRunning(office)
  await expect(refresh(office, LATER, { wait: false })).rejects.toMatchObject({ code: 'conflict' })
  await expect(refresh(office, LATER, { signal: AbortSignal.timeout(50) })).rejects.toThrow()
  await held[Symbol.asyncDispose]()
  expect((await first).segments).toBeGreaterThan(0)
  expect(await runsOf(office)).toHaveLength(1)
})

test('a run that waits too long for what others hold gives up, and is made up for', async () => {
  const { office } = await openBusyOffice()
  const held = await holdBack(office)
  await expect(refresh(office, LATER, { lockTimeoutMs: 50 })).rejects.toThrow('lock timeout')
  await held[Symbol.asyncDispose]()
  expect(await segmentsOf(office)).toEqual([])
  expect((await refresh(office, LATER)).segments).toBeGreaterThan(0)
  expect((await runsOf(office)).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
})

test('organizations do not wait for each other', async () => {
  const [{ office }, { office: other }] = [await openBusyOffice(), await openBusyOffice()]
  const held = await holdBack(office)
  const first = refresh(office, LATER)
  await isRunning(office)
  expect((await refresh(other, LATER)).segments).toBeGreaterThan(0)
  await held[Symbol.asyncDispose]()
  await first
})

test('a run that loses its connection changes nothing, and the next run records it as interrupted', async () => {
  const { office } = await openBusyOffice()
  const expected = (await openBusyOffice()).office
  await refresh(expected, LATER)
  const held = await holdBack(office)
  const lost = refresh(office, LATER).catch((error: Error) => error)
  await isRunning(office)
  const { rows } = await office.pool.query<{ pid: number }>(
    `select l.pid from pg_locks l where l.locktype = 'advisory' and l.granted
       and (l.classid::int8 << 32 | l.objid::int8) = hashtextextended($1, 0)`,
    [`rollcall.refresh.${office.orgId}`],
  )
  await office.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await held[Symbol.asyncDispose]()
  expect(await lost).toBeInstanceOf(Error)
  expect(await segmentsOf(office)).toEqual([])
  expect(await runsOf(office)).toMatchObject([{ status: 'running' }])
  await refresh(office, LATER)
  expect((await runsOf(office)).map(({ status }) => status)).toEqual(['interrupted', 'succeeded'])
  expect(await contentOf(office)).toHaveLength((await contentOf(expected)).length)
})

test('a row that moves between a location whose day is published and one whose day is not is in exactly one of them', async () => {
  const office = await openOffice(bench)
  const [auckland, honolulu] = [await office.addLocation('Pacific/Auckland'), await office.addLocation('Pacific/Honolulu')]
  const ada = await office.addUser(auckland)
  await office.see(ada, auckland, '2026-03-02T08:00:00Z')
  // Monday is over in Auckland only; another user's badge was used there.
  const inBetween = new Date('2026-03-02T20:00:00Z')
  await refresh(office, inBetween)
  expect(await rowsOf(office, MONDAY, auckland)).toMatchObject([{ userId: ada }])
  await office.pool.query('delete from presence_events where org_id = $1', [office.orgId])
  await office.see(ada, honolulu, '2026-03-02T19:00:00Z')
  await refresh(office, inBetween)
  expect(await rowsOf(office, MONDAY, auckland)).toEqual([])
  expect(await rowsOf(office, MONDAY, honolulu)).toEqual([])
  const { rows } = await office.pool.query('select published_through from published_locations where location_id = $1', [honolulu])
  expect(rows).toEqual([{ published_through: '2026-03-01' }])
  await refresh(office, LATER)
  expect(await rowsOf(office, MONDAY, honolulu)).toMatchObject([{ userId: ada }])
  expect((await segmentsOf(office, 'user-booking-attendance')).map(({ rowCount }) => rowCount).sort()).toEqual([0, 1])
})

test('what is changed while a refresh computes is published by the next one', async () => {
  const { office, locations, users } = await openBusyOffice()
  const held = await holdBack(office)
  const first = refresh(office, LATER)
  // It has read what there was.
  await held.arrived()
  await office.see(users[1] as string, locations[2] as string, `${MONDAY}T12:00:00Z`)
  await held[Symbol.asyncDispose]()
  await first
  expect(await refresh(office, LATER)).toMatchObject({ days: 1 })
  const scratch = await refresh(office, LATER, { all: true })
  expect(scratch).toMatchObject({ segments: 0 })
})
