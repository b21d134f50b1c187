import { describe, expect, it } from 'vitest'
import { ATTENDANCE } from '../../src/datasets/datasets.ts'
import type { Destination } from '../../src/destinations/destination.ts'
import { openDestination } from '../../src/destinations/open.ts'
import { booking, createFolder, DATABASES, type Place, query, rowFile } from './support.ts'

const within = async (place: Place, work?: (destination: Destination) => Promise<void>): Promise<void> => {
  await using destination = await openDestination(place.where)
  await destination.prepare()
  await work?.(destination)
}

const load = async (place: Place, rows: Parameters<typeof rowFile>[1]): Promise<void> => {
  await using files = await createFolder()
  const file = await rowFile(files.path, rows)
  await within(place, (destination) =>
    destination.replace({ dataset: ATTENDANCE, scope: { kind: 'all' }, rows: file, state: [] }),
  )
}

describe.each(DATABASES)('$name', ({ create }) => {
  it('leaves other columns, views and tables unchanged', async () => {
    await using place = await create()
    await within(place)
    await place.run(`alter table user_booking_attendance add column cost_centre varchar default 'x'`)
    await place.run('create table mine as select 1 as one')
    await place.run('drop view future_bookings_with_users')
    await place.run('create view future_bookings_with_users as select user_id, 1 as mine from future_bookings')
    await load(place, [booking('u1', '2026-01-05', 'a')])
    expect(await place.rows('user_booking_attendance')).toMatchObject([{ user_id: 'u1', cost_centre: 'x' }])
    expect(await place.rows('mine')).toEqual([{ one: 1 }])
    expect(await place.rows('bookings_with_users')).toHaveLength(1)
    await place.run(`insert into future_bookings (user_id, day) values ('u2', date '2027-01-05')`)
    expect(await place.rows('future_bookings_with_users')).toEqual([{ user_id: 'u2', mine: 1 }])
  })

  it('creates only the tables that are missing', async () => {
    await using place = await create()
    await load(place, [booking('u1', '2026-01-05', 'a')])
    await place.run('drop table events')
    await place.run('drop table parking_bookings')
    await within(place)
    expect(await place.rows('events')).toEqual([])
    expect(await place.rows('parking_bookings')).toEqual([])
    expect(await place.rows('user_booking_attendance')).toMatchObject([{ user_id: 'u1' }])
  })

  it('adds columns that a copy of an earlier version lacks, to its views too', async () => {
    await using place = await create()
    await within(place)
    await place.run('drop view bookings_with_users')
    await place.run('drop view future_bookings_with_users')
    await place.run('alter table user_booking_attendance drop column plan')
    await place.run('alter table users drop column onboarded')
    await place.run(`
      create view bookings_with_users as
      select b.user_id, b.day, u.user_name
      from user_booking_attendance as b
      left join users as u on u.user_id = b.user_id`)
    await load(place, [booking('u1', '2026-01-05', 'a')])
    expect(await place.rows('bookings_with_users')).toMatchObject([{ user_id: 'u1', plan: 'o', onboarded: null }])
  })

  it('adds a column that comes with rows while others are stored', async () => {
    await using place = await create()
    await using files = await createFolder()
    const extra = [{ field: 'color', name: 'color', kind: 'text' }] as const
    const colored = (user: string, day: string, color: string) => rowFile(files.path, [booking(user, day, 'a', { color })], extra)
    const all = [
      await rowFile(files.path, [booking('u1', '2026-01-01', 'a')]),
      await rowFile(files.path, [booking('u2', '2026-01-02', 'a')]),
      await colored('u3', '2026-01-03', 'red'),
      await colored('u4', '2026-01-04', 'blue'),
    ]
    await within(place, async (destination) => {
      const stored = all.map((rows, index) => {
        const segment = { day: `2026-01-0${index + 1}`, locationId: 'a' }
        return destination.replace({ dataset: ATTENDANCE, scope: { kind: 'segments', segments: [segment] }, rows, state: [] })
      })
      await Promise.all(stored)
    })
    const rows = await place.rows('user_booking_attendance')
    expect(rows.map(({ user_id, color }) => `${user_id} ${color}`).sort()).toEqual(['u1 null', 'u2 null', 'u3 red', 'u4 blue'])
  })

  it('writes what has become text as text, and refuses a column that is of another type', async () => {
    await using place = await create()
    await within(place)
    await place.run('drop view bookings_with_users')
    await place.run('alter table user_booking_attendance drop column first_seen_at')
    await place.run('alter table user_booking_attendance add column first_seen_at varchar')
    await load(place, [booking('u1', '2026-01-05', 'a', { firstSeenAt: '2026-01-05T09:00:00.000Z' })])
    expect(await place.rows('user_booking_attendance')).toMatchObject([{ first_seen_at: '2026-01-05T09:00:00.000Z' }])
    await place.run('drop view bookings_with_users')
    await place.run('alter table user_booking_attendance drop column plan')
    await place.run('alter table user_booking_attendance add column plan bigint')
    await expect(load(place, [])).rejects.toThrow(
      /^The column plan of user_booking_attendance has the type bigint, but its values are text\. .*load again\.$/i,
    )
  })
})

describe('DuckDB', () => {
  const duckDb = DATABASES.find(({ name }) => name === 'DuckDB')

  it('replaces and moves rows under a unique index that a user added', async () => {
    await using place = await (duckDb ?? expect.fail()).create()
    const many = Array.from({ length: 3000 }, (_, user) => booking(`u${user}`, '2026-01-05', 'a'))
    await load(place, many)
    await place.run('create unique index mine on user_booking_attendance (user_id, day)')
    await load(place, many)
    await using files = await createFolder()
    const moved = await rowFile(files.path, [booking('u1', '2026-01-05', 'b'), booking('new', '2026-01-05', 'b')])
    const scope = { kind: 'segments', segments: [{ day: '2026-01-05', locationId: 'b' }] } as const
    await within(place, (destination) => destination.replace({ dataset: ATTENDANCE, scope, rows: moved, state: [] }))
    const rows = await place.rows('user_booking_attendance')
    expect(rows).toHaveLength(3001)
    expect(
      rows
        .filter(({ booking_location_id }) => booking_location_id === 'b')
        .map(({ user_id }) => user_id)
        .sort(),
    ).toEqual(['new', 'u1'])
  })

  it('stores rows although those that should follow never come', async () => {
    await using place = await (duckDb ?? expect.fail()).create()
    await using files = await createFolder()
    const rows = await rowFile(files.path, [booking('u1', '2026-01-05', 'a')])
    await within(place, (destination) =>
      destination.replace({ dataset: ATTENDANCE, scope: { kind: 'all' }, rows, state: [], isFollowed: () => true }),
    )
    expect(await place.rows('user_booking_attendance')).toHaveLength(1)
  })

  it('takes no table of another schema for its own', async () => {
    await using place = await (duckDb ?? expect.fail()).create()
    await place.run('create schema mine')
    await place.run(`create table mine.user_booking_attendance as select 'u1' as user_id, '2026-01-05' as day`)
    await load(place, [booking('u1', '2026-01-05', 'a')])
    expect(await place.rows('user_booking_attendance')).toMatchObject([{ user_id: 'u1', plan: 'o' }])
    expect(await place.rows('mine.user_booking_attendance')).toEqual([{ user_id: 'u1', day: '2026-01-05' }])
  })

  it('names the foreign index that rejects rows', async () => {
    await using place = await (duckDb ?? expect.fail()).create()
    await within(place)
    await place.run('create unique index mine on user_booking_attendance (day)')
    const two = [booking('u1', '2026-01-05', 'a'), booking('u2', '2026-01-05', 'a')]
    await expect(load(place, two)).rejects.toThrow(/^[^\n]+added unique index or constraint[^\n]+Drop it, and load again\.$/)
  })
})

describe('PostgreSQL', () => {
  const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL')

  it('stores U+FFFD for NUL, which its text type cannot contain', async () => {
    await using place = await (postgres ?? expect.fail()).create()
    const texts = ['a\0b', '\0\0', '\\u0000', '\\\0', '\\\\u0000\0']
    await load(
      place,
      texts.map((text, index) => booking(`u${index}`, '2026-01-05', 'a', { bookingZoneName: text })),
    )
    const rows = (await place.rows('user_booking_attendance')).sort((a, b) => String(a.user_id).localeCompare(String(b.user_id)))
    expect(rows.map(({ booking_zone_name }) => booking_zone_name)).toEqual(texts.map((text) => text.replaceAll('\0', '\ufffd')))
  })

  it('rejects two rows with one key in a response, and keeps the existing rows', async () => {
    await using place = await (postgres ?? expect.fail()).create()
    await load(place, [booking('u1', '2026-01-05', 'a')])
    const twice = [booking('u2', '2026-01-05', 'a'), booking('u2', '2026-01-05', 'b')]
    await expect(load(place, twice)).rejects.toThrow('Two rows of one response have the same key')
    expect(await place.rows('user_booking_attendance')).toMatchObject([{ user_id: 'u1' }])
  })

  it('keeps a copy per schema, under any name, and allows one load per schema', async () => {
    await using place = await (postgres ?? expect.fail()).create()
    await using one = await openDestination(place.where, { schema: 'North "1"' })
    await using other = await openDestination(place.where, { schema: 'south' })
    for (const destination of [one, other]) await destination.prepare()
    await one.writeState([['x', 1]])
    expect(await other.readState()).toEqual(new Map())
    expect(await query(place.where, `select key from "North ""1""".rollcall_state`)).toEqual([{ key: 'x' }])
  })

  it('finds the rows of a day and location by an index', async () => {
    await using place = await (postgres ?? expect.fail()).create()
    await within(place)
    const index = await query(place.where, `select indexdef from pg_indexes where indexname = 'user_booking_attendance_day'`)
    expect(index).toMatchObject([{ indexdef: expect.stringMatching(/\(day, COALESCE\(booking_location_id,.*\)\)$/) }])
    const key = await query(place.where, `select indexdef from pg_indexes where indexname = 'user_booking_attendance_pkey'`)
    expect(key).toMatchObject([{ indexdef: expect.stringMatching(/\(day, user_id\)$/) }])
  })
})
