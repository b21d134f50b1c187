import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTENDANCE, DATED, DIRECTORY, FUTURE_TABLE, PRESENCE } from '../../src/datasets/datasets.ts'
import type { Destination, Replacement, Scope } from '../../src/destinations/destination.ts'
import { openDestination } from '../../src/destinations/open.ts'
import { booking, createFolder, KINDS, rowFile, rowFor } from './support.ts'

const EVENTS = DATED[0] ?? ATTENDANCE
const USERS = DIRECTORY.find(({ name }) => name === 'users') ?? EVENTS
const CHANGES = DATED.find(({ name }) => name === 'change-log') ?? EVENTS

const stack = new AsyncDisposableStack()
let files: string
beforeAll(async () => {
  files = stack.use(await createFolder()).path
})
afterAll(() => stack.disposeAsync())

type Rows = Parameters<typeof rowFile>[1]

const segments = (...ids: [day: string, locationId: string | null][]): Scope => ({
  kind: 'segments',
  segments: ids.map(([day, locationId]) => ({ day, locationId })),
})
const month = (locationId: string | null): Scope => ({
  ...{ kind: 'location-days', firstDay: '2026-01-01', lastDay: '2026-01-31', locationId },
})

describe.each(KINDS)('$name', (kind) => {
  const create = async () => {
    const place = await kind.create()
    const open = () => openDestination(place.where, kind.format && { format: kind.format })
    const within = async <T>(work: (destination: Destination) => Promise<T>): Promise<T> => {
      await using destination = await open()
      await destination.prepare()
      return await work(destination)
    }
    const replace = async (
      scope: Scope,
      rows: Rows,
      more: Partial<Replacement> & { extra?: Parameters<typeof rowFile>[2] } = {},
    ) => {
      const { extra, ...rest } = more
      const file = rows.length > 0 ? { rows: await rowFile(files, rows, extra) } : {}
      await within((destination) => destination.replace({ dataset: ATTENDANCE, scope, ...file, state: [], ...rest }))
    }
    const users = async (table = 'user_booking_attendance') =>
      (await place.rows(table)).map((row) => `${row.day} ${row.booking_location_id ?? 'none'} ${row.user_id}`).sort()
    return { place, within, replace, users, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
  }

  it('keeps a row as the service sent it, with days as dates and instants to the millisecond', async () => {
    await using copy = await create()
    const seen = '2026-01-05T08:59:59.123Z'
    await copy.replace(segments(['2026-01-05', 'a']), [
      booking('u1', '2026-01-05', 'a', {
        bookingLocationName: 'Älvsjö',
        firstSeenAt: seen,
        lastSeenAt: '2026-01-05T23:59:59.999Z',
      }),
    ])
    const [row] = await copy.place.rows('user_booking_attendance')
    expect(row).toEqual({
      ...Object.fromEntries(ATTENDANCE.columns.map(({ name }) => [name, null])),
      ...{ user_id: 'u1', day: '2026-01-05', plan: 'o', booking_depth: 3, booking_location_id: 'a' },
      ...{ booking_location_name: 'Älvsjö', first_seen_at: seen, last_seen_at: '2026-01-05T23:59:59.999Z' },
    })
  })

  it('keeps objects, booleans and what is null in them', async () => {
    await using copy = await create()
    const change = rowFor(CHANGES, {
      ...{
        actionId: 'x',
        timestamp: '2026-01-05T09:00:00.000Z',
        userId: 'u1',
        day: '2026-01-05T00:00:00.000Z',
        action: 'booked',
      },
      ...{ before: null, after: { plan: 'o', note: `"it's"`, n: null } },
    })
    const user = rowFor(USERS, { userId: 'u1', userName: 'U1', onboarded: false, email: '' })
    const days: Scope = { kind: 'days', firstDay: '2026-01-01', lastDay: '2026-01-31' }
    await copy.replace(days, [change], { dataset: CHANGES })
    await copy.replace({ kind: 'all' }, [user], { dataset: USERS })
    expect(await copy.place.rows('user_change_log')).toMatchObject([{ before: null, after: change.after, day: '2026-01-05' }])
    expect(await copy.place.rows('users')).toMatchObject([{ onboarded: false, email: '', first_name: null }])
  })

  it('replaces exactly the segments that are named, those without a location too', async () => {
    await using copy = await create()
    const days = ['2026-01-05', '2026-01-06']
    await copy.replace(
      { kind: 'all' },
      days.flatMap((day) => ['a', 'b', null].map((id) => booking(`${id}-1`, day, id))),
    )
    await copy.replace(segments(['2026-01-05', 'a'], ['2026-01-06', null]), [
      booking('a-2', '2026-01-05', 'a'),
      booking('x', '2026-01-06', null),
      booking('y', '2026-01-06', null),
    ])
    const expected = ['2026-01-05 a a-2', '2026-01-05 b b-1', '2026-01-05 none null-1', '2026-01-06 a a-1', '2026-01-06 b b-1']
    expect(await copy.users()).toEqual([...expected, '2026-01-06 none x', '2026-01-06 none y'])
    expect(await copy.within((destination) => destination.countSegments(ATTENDANCE))).toEqual(
      new Map(
        Object.entries({
          '2026-01-05/a': 1,
          '2026-01-05/b': 1,
          '2026-01-05/none': 1,
          '2026-01-06/a': 1,
          '2026-01-06/b': 1,
          '2026-01-06/none': 2,
        }),
      ),
    )
  })

  it('counts a row to its booking, else where its user was seen, else the primary location', async () => {
    await using copy = await create()
    await copy.replace({ kind: 'all' }, [
      booking('u1', '2026-01-05', 'a', { attendanceLocationId: 'b', primaryLocationId: 'c' }),
      booking('u2', '2026-01-05', null, { attendanceLocationId: 'b', primaryLocationId: 'c' }),
      booking('u3', '2026-01-05', null, { primaryLocationId: 'c' }),
    ])
    await copy.replace(month('b'), [])
    expect((await copy.users()).map((text) => text.slice(-2))).toEqual(['u1', 'u3'])
  })

  it('replaces the days of one location, of all, and a whole table, and is the same after doing it again', async () => {
    await using copy = await create()
    const days = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01']
    await copy.replace(
      { kind: 'all' },
      days.flatMap((day) => ['a', 'b'].map((id) => booking(id, day, id))),
    )
    for (const _ of [1, 2]) await copy.replace(month('a'), [booking('n', '2026-01-15', 'a')])
    const rest = ['2025-12-31 a a', '2025-12-31 b b', '2026-02-01 a a', '2026-02-01 b b']
    expect(await copy.users()).toEqual([...rest, '2026-01-01 b b', '2026-01-15 a n', '2026-01-31 b b'].sort())
    await copy.replace({ kind: 'days', firstDay: '2026-01-01', lastDay: '2026-01-31' }, [])
    expect(await copy.users()).toEqual(rest)
    await copy.replace({ kind: 'all' }, [])
    expect(await copy.users()).toEqual([])
  })

  it('takes a row out of the segment where it was when it comes in another one', async () => {
    await using copy = await create()
    await copy.replace({ kind: 'all' }, [
      booking('u1', '2026-01-05', 'a'),
      booking('u2', '2026-01-05', 'a'),
      booking('u1', '2026-01-06', 'a'),
    ])
    await copy.replace(month('b'), [booking('u1', '2026-01-05', 'b')])
    expect(await copy.users()).toEqual(['2026-01-05 a u2', '2026-01-05 b u1', '2026-01-06 a u1'])
    await copy.replace(month('c'), [booking('u2', '2026-01-05', 'c')])
    expect(await copy.users()).toEqual(['2026-01-05 b u1', '2026-01-05 c u2', '2026-01-06 a u1'])
  })

  it('adds rows that are of no segment of the scope to those that are there', async () => {
    await using copy = await create()
    await copy.replace({ kind: 'all' }, [booking('u1', '2026-01-05', 'a'), booking('u2', '2026-01-05', 'a')])
    for (const _ of [1, 2])
      await copy.replace(segments(['2026-01-05', 'b']), [booking('u2', '2026-01-05', 'a'), booking('u3', '2026-01-05', 'a')])
    expect(await copy.users()).toEqual(['2026-01-05 a u1', '2026-01-05 a u2', '2026-01-05 a u3'])
  })

  it('tells presence apart by source, event and UTC date, wherever its local day is', async () => {
    await using copy = await create()
    const presence = (day: string, timestamp: string, locationId: string, more = {}) =>
      rowFor(PRESENCE, { eventId: 'e', sourceId: 's', day: `${day}T00:00:00.000Z`, timestamp, locationId, ...more })
    const dataset = PRESENCE
    await copy.replace(segments(['2026-01-05', 'a']), [presence('2026-01-05', '2026-01-04T23:30:00.000Z', 'a')], { dataset })
    await copy.replace(segments(['2026-01-06', 'a']), [presence('2026-01-06', '2026-01-05T23:30:00.000Z', 'a')], { dataset })
    expect(await copy.place.rows('presence')).toHaveLength(2)
    await copy.replace(segments(['2026-01-05', 'b']), [presence('2026-01-05', '2026-01-05T00:00:00.000Z', 'b')], { dataset })
    const rows = await copy.place.rows('presence')
    expect(rows.map(({ day, location_id }) => `${day} ${location_id}`).sort()).toEqual(['2026-01-05 a', '2026-01-05 b'])
  })

  it('moves an event to another day wherever it was', async () => {
    await using copy = await create()
    const event = (eventId: string, day: string) => rowFor(EVENTS, { eventId, day: `${day}T00:00:00.000Z`, isPrivate: false })
    const year = (first: string, last: string): Scope => ({ kind: 'days', firstDay: first, lastDay: last })
    await copy.replace(year('2025-01-01', '2025-12-31'), [event('e1', '2025-03-01'), event('e2', '2025-03-01')], {
      dataset: EVENTS,
    })
    await copy.replace(year('2026-01-01', '2026-12-31'), [event('e1', '2026-03-01')], { dataset: EVENTS })
    const rows = await copy.place.rows('events')
    expect(rows.map(({ event_id, day }) => `${event_id} ${day}`).sort()).toEqual(['e1 2026-03-01', 'e2 2025-03-01'])
  })

  it('keeps bookings to come in a table of their own', async () => {
    await using copy = await create()
    await copy.replace({ kind: 'all' }, [booking('u1', '2026-01-05', 'a')])
    for (const user of ['u2', 'u3'])
      await copy.replace({ kind: 'all' }, [booking(user, '2027-01-05', 'a')], { table: FUTURE_TABLE })
    expect(await copy.users()).toEqual(['2026-01-05 a u1'])
    expect(await copy.users(FUTURE_TABLE)).toEqual(['2027-01-05 a u3'])
    expect(await copy.within((destination) => destination.countRows(FUTURE_TABLE))).toBe(1)
    await copy.replace({ kind: 'all' }, [], { table: FUTURE_TABLE })
    expect(await copy.users(FUTURE_TABLE)).toEqual([])
  })

  it('joins bookings with the users they are of', async () => {
    await using copy = await create()
    await copy.replace(
      { kind: 'all' },
      [rowFor(USERS, { userId: 'u1', userName: 'u1@x', firstName: 'Ada', status: 'inactive' })],
      { dataset: USERS },
    )
    await copy.replace({ kind: 'all' }, [booking('u1', '2026-01-05', 'a'), booking('u2', '2026-01-05', 'a')])
    await copy.replace({ kind: 'all' }, [booking('u1', '2027-01-05', 'a')], { table: FUTURE_TABLE })
    const named = (await copy.place.rows('bookings_with_users')).sort((a, b) =>
      String(a.user_id).localeCompare(String(b.user_id)),
    )
    expect(named).toMatchObject([
      { user_id: 'u1', user_name: 'u1@x', first_name: 'Ada', status: 'inactive', plan: 'o' },
      { user_id: 'u2', user_name: null, status: null },
    ])
    expect(await copy.place.rows('future_bookings_with_users')).toMatchObject([{ day: '2027-01-05', user_name: 'u1@x' }])
  })

  it('keeps text exactly: quotes, line breaks, formulas, other scripts, and empty text apart from none', async () => {
    await using copy = await create()
    const awkward = [
      '',
      ' ',
      '"',
      `'`,
      'a"b""c',
      'line\nbreak',
      'cr\r\nlf',
      '=1+1',
      '+@-',
      '\\',
      '\\n',
      '\\u0000',
      'tab\t',
      'NULL',
      'null',
      ',',
      ',,"",',
    ]
    const texts = [...awkward, '\\N', '日本語', '👩‍💻', 'é', '\u0001\u0002\u0085\u2028', '{"a":1}', 'x'.repeat(100_000)]
    const rows = texts.map((text, index) =>
      booking(`u${index}`, '2026-01-05', 'a', { bookingLocationName: text, bookingZoneName: null }),
    )
    await copy.replace(segments(['2026-01-05', 'a']), rows)
    // Moving one row has the file written again from what was read back.
    await copy.replace(segments(['2026-01-05', 'b']), [booking('u0', '2026-01-05', 'b', { bookingLocationName: '' })])
    const read = await copy.place.rows('user_booking_attendance')
    expect(Object.fromEntries(read.map(({ user_id, booking_location_name }) => [user_id, booking_location_name]))).toEqual(
      Object.fromEntries(texts.map((text, index) => [`u${index}`, text])),
    )
    expect(read.every(({ booking_zone_name }) => booking_zone_name === null)).toBe(true)
  })

  it('tells locations apart whatever their ids are made of', async () => {
    await using copy = await create()
    const ids = ['a/b', '..', '*', 'A b', `it's`, '%2F', 'ü', '[x]']
    await copy.replace(
      segments(...ids.map((id): [string, string] => ['2026-01-05', id])),
      ids.map((id) => booking(id, '2026-01-05', id)),
    )
    await copy.replace(segments(['2026-01-05', '*']), [])
    const kept = ids.filter((id) => id !== '*')
    expect(await copy.users()).toEqual(kept.map((id) => `2026-01-05 ${id} ${id}`).sort())
    const counted = await copy.within((destination) => destination.countSegments(ATTENDANCE))
    expect([...counted.keys()].sort()).toEqual(kept.map((id) => `2026-01-05/${id}`).sort())
  })

  it('keeps the state with the rows, and both as they were when rows cannot be taken', async () => {
    await using copy = await create()
    await copy.replace(month('a'), [booking('u1', '2026-01-05', 'a')], {
      state: [
        ['feed', { cursor: `it's` }],
        ['x', 1],
      ],
    })
    const bad = booking('u2', '2026-01-06', 'a', { day: 'no day' })
    await expect(copy.replace(month('a'), [bad], { state: [['feed', null]] })).rejects.toThrow(/^[^\n]+$/)
    const short = { ...(await rowFile(files, [booking('u3', '2026-01-06', 'a')])), rowCount: 2 }
    await expect(copy.replace(month('a'), [], { rows: short, state: [['feed', null]] })).rejects.toThrow('1 of 2 rows')
    expect(await copy.users()).toEqual(['2026-01-05 a u1'])
    expect(await copy.within((destination) => destination.readState())).toEqual(
      new Map<string, unknown>([
        ['feed', { cursor: `it's` }],
        ['x', 1],
      ]),
    )
  })

  it('remembers and forgets state, the last entry of a key counting', async () => {
    await using copy = await create()
    await copy.within((destination) =>
      destination.writeState([
        ['a', 1],
        ['b', [true]],
        ['a', { deep: { '"': '\\' } }],
        ['c', 'text'],
      ]),
    )
    await copy.within((destination) =>
      destination.writeState([
        ['b', null],
        ['unknown', null],
        ['c', 0],
      ]),
    )
    expect(await copy.within((destination) => destination.readState())).toEqual(
      new Map<string, unknown>([
        ['a', { deep: { '"': '\\' } }],
        ['c', 0],
      ]),
    )
  })

  it('takes columns that a later version of the service sends, and rows without them', async () => {
    await using copy = await create()
    const extra = [
      { field: 'deskHeight', name: 'desk_height', kind: 'number' as const },
      { field: 'facts', name: 'facts', kind: 'json' as const },
      { field: 'isQuiet', name: 'is_quiet', kind: 'boolean' as const },
    ]
    await copy.replace(month('a'), [booking('u1', '2026-01-05', 'a')])
    const later = booking('u2', '2026-01-05', 'b', { deskHeight: 0.75, facts: { sun: [1] }, isQuiet: true })
    await copy.replace(month('b'), [later], { extra })
    await copy.replace(month('c'), [booking('u3', '2026-01-05', 'c')])
    const rows = (await copy.place.rows('user_booking_attendance')).sort((a, b) =>
      String(a.user_id).localeCompare(String(b.user_id)),
    )
    expect(rows).toMatchObject([
      { user_id: 'u1', desk_height: null },
      { user_id: 'u2', desk_height: 0.75, facts: { sun: [1] }, is_quiet: true },
      { user_id: 'u3', facts: null },
    ])
    expect(await copy.place.rows('bookings_with_users')).toHaveLength(3)
    const height = [{ field: 'deskHeight', name: 'desk_height', kind: 'text' as const }]
    await expect(
      copy.replace(month('d'), [{ ...booking('u4', '2026-01-05', 'd'), deskHeight: 'low' }], { extra: height }),
    ).rejects.toThrow(/^The column desk_height of user_booking_attendance is of the type \w+/)
  })

  it('lets one load at a time in, and reads without creating anything', async () => {
    await using copy = await create()
    await using empty = await openDestination(copy.place.where, { readOnly: true })
    expect(await empty.readState()).toEqual(new Map())
    expect(await empty.countSegments(ATTENDANCE)).toEqual(new Map())
    expect(await empty.countRows('users')).toBe(0)
    await expect(copy.place.rows('users')).rejects.toThrow()
    await empty[Symbol.asyncDispose]()
    await copy.replace(month('a'), [booking('u1', '2026-01-05', 'a')], { state: [['x', 1]] })
    await copy.within(async () => {
      await expect(openDestination(copy.place.where)).rejects.toThrow(/^[^\n]+ is (already open|being loaded)[^\n]+$/)
    })
    await using reader = await openDestination(copy.place.where, { readOnly: true })
    expect(await reader.readState()).toEqual(new Map([['x', 1]]))
    expect(await reader.countSegments(ATTENDANCE)).toEqual(new Map([['2026-01-05/a', 1]]))
    await expect(reader.writeState([['x', 2]])).rejects.toThrow(/read-only/)
  })
})
