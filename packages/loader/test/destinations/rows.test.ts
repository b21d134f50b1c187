import { describe, expect, it } from 'vitest'
import { ATTENDANCE, FUTURE_TABLE } from '../../src/datasets/datasets.ts'
import type { Scope } from '../../src/destinations/destination.ts'
import { CHANGES, createCopy, month, segments, USERS } from './copy.ts'
import { booking, KINDS, rowFor } from './support.ts'

/** A number as it is written. The types of TypeScript do not have this function yet. */
const { rawJSON: raw } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
const LONG = { kind: 'json', hasLongIntegers: true } as const

describe.each(KINDS)('$name', (kind) => {
  it('stores a row as sent, with days as dates and instants to the millisecond', async () => {
    await using copy = await createCopy(kind)
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

  it('stores objects and booleans, including nulls in objects', async () => {
    await using copy = await createCopy(kind)
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

  it('joins bookings with their users', async () => {
    await using copy = await createCopy(kind)
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

  it('stores text exactly: quotes, line breaks, formulas, other scripts, and empty text distinct from null', async () => {
    await using copy = await createCopy(kind)
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
    // Moving one row rewrites the file from what was read back.
    await copy.replace(segments(['2026-01-05', 'b']), [booking('u0', '2026-01-05', 'b', { bookingLocationName: '' })])
    const read = await copy.place.rows('user_booking_attendance')
    expect(Object.fromEntries(read.map(({ user_id, booking_location_name }) => [user_id, booking_location_name]))).toEqual(
      Object.fromEntries(texts.map((text, index) => [`u${index}`, text])),
    )
    expect(read.every(({ booking_zone_name }) => booking_zone_name === null)).toBe(true)
  })

  it('accepts new columns of a later version of the service, and rows without them', async () => {
    await using copy = await createCopy(kind)
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
    ).rejects.toThrow(/^The column desk_height of user_booking_attendance has the type \w+/)
  })

  it('keeps each digit of long integers in a new column, and stores them in a column of numbers that it has', async () => {
    await using copy = await createCopy(kind)
    const serial = { name: 'serial_no', field: 'serialNo' }
    const height = { name: 'height', field: 'height' }
    const number = { kind: 'number' } as const
    const first = booking('u1', '2026-01-05', 'a', { serialNo: raw('9007199254740993'), height: 1 })
    await copy.replace(month('a'), [first], {
      extra: [
        { ...serial, ...LONG },
        { ...height, ...number },
      ],
    })
    const second = booking('u2', '2026-01-05', 'b', { serialNo: 7, height: raw('9007199254740993') })
    await copy.replace(month('b'), [second], {
      extra: [
        { ...serial, ...number },
        { ...height, ...LONG },
      ],
    })
    for (const [userId, digits] of [
      ['u1', '9007199254740993'],
      ['u2', '7'],
    ] as const) {
      const rows = await copy.place.rows(`user_booking_attendance where serial_no::text = '${digits}'`)
      expect(rows).toMatchObject([{ user_id: userId }])
    }
    const rows = await copy.place.rows('user_booking_attendance where height > 9007199254740000')
    expect(rows).toMatchObject([{ user_id: 'u2' }])
  })
})
