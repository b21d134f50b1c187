import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { ATTENDANCE } from '../../src/datasets/datasets.ts'
import { openDestination } from '../../src/destinations/open.ts'
import { booking, createFolder, DATABASES, query, rowFile } from './support.ts'

const POSTGRES = DATABASES.find(({ name }) => name === 'PostgreSQL') ?? expect.fail()
const STOPPED = new Error('stopped')
const ALL = { dataset: ATTENDANCE, scope: { kind: 'all' }, state: [] } as const

const lockedBy = async (url: string, count: number): Promise<void> => {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await query(url, waiting)).length !== count);
}

it('PostgreSQL cancels the running statement when a load is stopped, and keeps the old rows', async () => {
  await using place = await POSTGRES.create()
  const stopping = new AbortController()
  await using destination = await openDestination(place.where, { signal: stopping.signal })
  await destination.prepare()
  await using files = await createFolder()
  await destination.replace({ ...ALL, rows: await rowFile(files.path, [booking('u1', '2026-01-05', 'a')]) })
  const locking = query(place.where, 'begin; lock rollcall.user_booking_attendance; select pg_sleep(600)').catch(() => {})
  const sleeping = `from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  while ((await query(place.where, `select 1 ${sleeping}`)).length === 0);
  const replacing = expect(destination.replace(ALL)).rejects.toBe(STOPPED)
  await lockedBy(place.where, 1)
  stopping.abort(STOPPED)
  await replacing
  await lockedBy(place.where, 0)
  await expect(destination.readState()).rejects.toBe(STOPPED)
  await query(place.where, `select pg_cancel_backend(pid) ${sleeping}`)
  await locking
  expect(await place.rows('user_booking_attendance')).toMatchObject([{ user_id: 'u1' }])
})

it('a load that is stopped does not wait for an unresponsive PostgreSQL', async () => {
  await using server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const stopping = new AbortController()
  const opening = openDestination(`postgres://user@127.0.0.1:${port}/copy`, { signal: stopping.signal })
  const refused = expect(opening).rejects.toBe(STOPPED)
  const [socket] = await once(server, 'connection')
  stopping.abort(STOPPED)
  await refused
  socket.destroy()
})

it('PostgreSQL reports when it waits for a lock of another session', async () => {
  await using place = await POSTGRES.create()
  await using destination = await openDestination(`${place.where}?options=-c%20lock_timeout%3D100ms`)
  await destination.prepare()
  const locking = query(place.where, 'begin; lock rollcall.users; select pg_sleep(600)').catch(() => {})
  const sleeping = `from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  while ((await query(place.where, `select 1 ${sleeping}`)).length === 0);
  await expect(destination.countRows('users')).rejects.toThrow(/Another session holds a lock .*: end it, and load again\.$/)
  await query(place.where, `select pg_cancel_backend(pid) ${sleeping}`)
  await locking
})

it('DuckDB cancels the running statement when a load is stopped, and keeps the old rows', async () => {
  const kind = DATABASES.find(({ name }) => name === 'DuckDB') ?? expect.fail()
  await using place = await kind.create()
  const stopping = new AbortController()
  await using files = await createFolder()
  const file = await rowFile(files.path, [booking('u1', '2026-01-05', 'a')])
  await using destination = await openDestination(place.where, { signal: stopping.signal })
  await destination.prepare()
  await destination.replace({ ...ALL, rows: file })
  await destination[Symbol.asyncDispose]()
  // An endless view simulates a large table.
  await place.run('alter table user_booking_attendance rename to kept')
  await place.run(`create view user_booking_attendance as
    select kept.* from kept, range(10000000) as a (a), range(10000000) as b (b) where a * b % 7 = 8`)
  await using again = await openDestination(place.where, { signal: stopping.signal })
  const counting = expect(again.countRows('user_booking_attendance')).rejects.toBe(STOPPED)
  setTimeout(() => stopping.abort(STOPPED), 50)
  await counting
  await expect(again.replace(ALL)).rejects.toBe(STOPPED)
  await again[Symbol.asyncDispose]()
  expect(await place.rows('kept')).toMatchObject([{ user_id: 'u1' }])
})
