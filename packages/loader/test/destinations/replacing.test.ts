import { describe, expect, it } from 'vitest'
import { ATTENDANCE, FUTURE_TABLE, PRESENCE } from '../../src/datasets/datasets.ts'
import { type Scope, segmentKey } from '../../src/destinations/destination.ts'
import { createCopy, EVENTS, month, POLICY_WEEKS, segments } from './copy.ts'
import { booking, KINDS, type Rows, rowFile, rowFor } from './support.ts'

describe.each(KINDS)('$name', (kind) => {
  it('replaces exactly the given segments, including those without a location', async () => {
    await using copy = await createCopy(kind)
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

  it('assigns a row to the location of its booking, else of its attendance, else the primary location', async () => {
    await using copy = await createCopy(kind)
    await copy.replace({ kind: 'all' }, [
      booking('u1', '2026-01-05', 'a', { attendanceLocationId: 'b', primaryLocationId: 'c' }),
      booking('u2', '2026-01-05', null, { attendanceLocationId: 'b', primaryLocationId: 'c' }),
      booking('u3', '2026-01-05', null, { primaryLocationId: 'c' }),
    ])
    await copy.replace(month('b'), [])
    expect((await copy.users()).map((text) => text.slice(-2))).toEqual(['u1', 'u3'])
  })

  it('replaces days of one location, of all locations, and a whole table, idempotently', async () => {
    await using copy = await createCopy(kind)
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

  it('removes a row from its old segment when it arrives in another one', async () => {
    await using copy = await createCopy(kind)
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

  it('removes a row from its old segment whose key has a second date', async () => {
    await using copy = await createCopy(kind)
    for (const primaryLocationId of ['a', 'b']) {
      const week = rowFor(POLICY_WEEKS, { userId: 'u1', day: '2026-01-11', firstDay: '2026-01-05', primaryLocationId })
      await copy.replace(segments(['2026-01-11', primaryLocationId]), [week], { dataset: POLICY_WEEKS })
    }
    const rows = await copy.place.rows('policy_weeks')
    expect(rows.map(({ first_day, primary_location_id }) => `${first_day} ${primary_location_id}`)).toEqual(['2026-01-05 b'])
  })

  it('adds rows outside the scope to the existing ones', async () => {
    await using copy = await createCopy(kind)
    await copy.replace({ kind: 'all' }, [booking('u1', '2026-01-05', 'a'), booking('u2', '2026-01-05', 'a')])
    for (const _ of [1, 2])
      await copy.replace(segments(['2026-01-05', 'b']), [booking('u2', '2026-01-05', 'a'), booking('u3', '2026-01-05', 'a')])
    expect(await copy.users()).toEqual(['2026-01-05 a u1', '2026-01-05 a u2', '2026-01-05 a u3'])
  })

  it('identifies presence by source, event and UTC date, independent of the local day', async () => {
    await using copy = await createCopy(kind)
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

  it('moves an event to another day from anywhere', async () => {
    await using copy = await createCopy(kind)
    const event = (eventId: string, day: string) => rowFor(EVENTS, { eventId, day: `${day}T00:00:00.000Z`, isPrivate: false })
    const year = (first: string, last: string): Scope => ({ kind: 'days', firstDay: first, lastDay: last })
    await copy.replace(year('2025-01-01', '2025-12-31'), [event('e1', '2025-03-01'), event('e2', '2025-03-01')], {
      dataset: EVENTS,
    })
    await copy.replace(year('2026-01-01', '2026-12-31'), [event('e1', '2026-03-01')], { dataset: EVENTS })
    const rows = await copy.place.rows('events')
    expect(rows.map(({ event_id, day }) => `${event_id} ${day}`).sort()).toEqual(['e1 2026-03-01', 'e2 2025-03-01'])
  })

  it('keeps future bookings in a separate table', async () => {
    await using copy = await createCopy(kind)
    await copy.replace({ kind: 'all' }, [booking('u1', '2026-01-05', 'a')])
    for (const user of ['u2', 'u3'])
      await copy.replace({ kind: 'all' }, [booking(user, '2027-01-05', 'a')], { table: FUTURE_TABLE })
    expect(await copy.users()).toEqual(['2026-01-05 a u1'])
    expect(await copy.users(FUTURE_TABLE)).toEqual(['2027-01-05 a u3'])
    expect(await copy.within((destination) => destination.countRows(FUTURE_TABLE))).toBe(1)
    await copy.replace({ kind: 'all' }, [], { table: FUTURE_TABLE })
    expect(await copy.users(FUTURE_TABLE)).toEqual([])
  })

  it('distinguishes locations with any ids', async () => {
    await using copy = await createCopy(kind)
    const ids = ['a/b', '..', '*', 'A b', `it's`, '%2F', 'ü', '[x]']
    await copy.replace(
      segments(...ids.map((id): [string, string] => ['2026-01-05', id])),
      ids.map((id) => booking(id, '2026-01-05', id)),
    )
    await copy.replace(segments(['2026-01-05', '*']), [])
    const kept = ids.filter((id) => id !== '*')
    expect(await copy.users()).toEqual(kept.map((id) => `2026-01-05 ${id} ${id}`).sort())
    const counted = await copy.within((destination) => destination.countSegments(ATTENDANCE))
    expect([...counted.keys()].sort()).toEqual(kept.map((locationId) => segmentKey({ day: '2026-01-05', locationId })).sort())
  })

  it('follows rows from one segment to another and back in one load', async () => {
    await using copy = await createCopy(kind)
    const at = (locationId: string, ...ids: string[]) => ids.map((id) => booking(id, '2026-01-05', locationId))
    await copy.within(async (destination) => {
      const put = async (locationId: string, rows: Rows) =>
        destination.replace({ dataset: ATTENDANCE, scope: month(locationId), rows: await rowFile(copy.files, rows), state: [] })
      await put('a', at('a', 'u1', 'u2'))
      await put('b', at('b', 'u2', 'u3'))
      await put('a', at('a', 'u1', 'u3'))
      await put('b', at('b', 'u4'))
      await destination.replace({ dataset: ATTENDANCE, scope: month('a'), state: [] })
      await put('b', [...at('b', 'u1'), ...at('a', 'u5')])
      await put('c', at('c', 'u5'))
    })
    expect(await copy.users()).toEqual(['2026-01-05 b u1', '2026-01-05 c u5'])
  })

  it('applies concurrent replacements one after the other, and skips only those that fail', async () => {
    await using copy = await createCopy(kind)
    const [kept, failed] = await copy.within(async (destination) => {
      const put = async (locationId: string, ids: readonly number[], more = 0) => {
        const rows = await rowFile(
          copy.files,
          ids.map((id) => booking(`u${id}`, '2026-01-05', locationId)),
        )
        return {
          rows: { ...rows, rowCount: rows.rowCount + more },
          scope: month(locationId),
          state: [[locationId, ids]] as const,
        }
      }
      const good = [
        await put('a', [1, 2, 3, 4, 5, 6, 7, 8]),
        await put('b', [1, 2, 3]),
        await put('c', [3, 4]),
        await put('b', [2]),
      ]
      const all = (each: typeof good) =>
        Promise.allSettled(each.map((one) => destination.replace({ dataset: ATTENDANCE, ...one })))
      const before = await all(good)
      const after = await all([await put('d', [8]), await put('e', [1, 2, 5], 1), await put('f', [7, 8])])
      return [await destination.readState(), [...before, ...after].map(({ status }) => status).indexOf('rejected')]
    })
    expect(failed).toBe(5)
    expect(Object.fromEntries(kept)).toMatchObject({ a: [1, 2, 3, 4, 5, 6, 7, 8], b: [2], c: [3, 4], d: [8], f: [7, 8] })
    expect(kept.has('e')).toBe(false)
    expect(await copy.users()).toEqual(
      ['a u5', 'a u6', 'b u2', 'c u3', 'c u4', 'f u7', 'f u8'].map((text) => `2026-01-05 ${text}`),
    )
  })

  it('stores what arrives while others are stored as if it had arrived before', async () => {
    await using copy = await createCopy(kind)
    await copy.replace({ kind: 'all' }, [booking('moved', '2026-01-05', 'z'), booking('kept', '2026-01-05', 'z')])
    const days = Array.from({ length: 9 }, (_, index) => `2026-01-0${index + 1}`)
    const state = await copy.within(async (destination) => {
      const put = async (day: string, ...ids: string[]): Promise<void> => {
        const rows = await rowFile(
          copy.files,
          ids.map((id) => booking(id, day, 'a')),
        )
        await destination.replace({
          dataset: ATTENDANCE,
          scope: segments([day, 'a']),
          rows,
          state: [
            ['last', day],
            [day, ids],
          ],
        })
      }
      // Each starts the next one a little later, while some are being stored.
      const puts: Promise<void>[] = []
      for (const day of days) {
        puts.push(put(day, day === '2026-01-05' ? 'moved' : 'u1', 'u2'))
        await new Promise((done) => setTimeout(done, 2))
      }
      await Promise.all(puts)
      return destination.readState()
    })
    expect(await copy.users()).toEqual(
      [
        ...days.flatMap((day) => [`${day} a ${day === '2026-01-05' ? 'moved' : 'u1'}`, `${day} a u2`]),
        '2026-01-05 z kept',
      ].sort(),
    )
    expect(state.size).toBe(10)
    expect(days).toContain(state.get('last'))
  })
})
