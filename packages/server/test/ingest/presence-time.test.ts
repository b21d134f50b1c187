import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, type Nodes, storedEvents, submit } from './support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let userId: string
let made = 0

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id)
  userId = await addUser(service, org.id)
})

const at = (timestamp: string) => ({
  ...{ timestamp, userId, locationId: nodes.location, locationType: 'location', eventId: `e-${made++}` },
})
const send = (...timestamps: string[]) => submit(service, org, 'presence', timestamps.map(at))
const stored = () => storedEvents(service, org.id)

describe('a time', () => {
  test('just inside of 24 hours from now is taken, just outside refused', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const { said } = await send(inHours(23.999), inHours(24.01), inHours(24 * 365), '9999-12-31T23:59:59.999Z')
    const refused = '3 The time is more than 24 hours in the future'
    expect(said).toEqual(['0 Accepted', refused, refused, refused])
  })

  test('from 1970 on is taken, an earlier one refused', async () => {
    const { said } = await send(
      '1970-01-01T00:00:00Z',
      '1969-12-31T23:59:59.999Z',
      '1970-01-01T00:59:59+01:00',
      '0001-01-01T00:00:00Z',
    )
    const refused = '3 The time is before 1970'
    expect(said).toEqual(['0 Accepted', refused, refused, refused])
    expect(await stored()).toMatchObject([{ utc_day: '1970-01-01', local_day: '1970-01-01' }])
  })

  test.each([
    ['a 29 February that the year does not have', '2025-02-29T09:00:00Z'],
    ['a 29 February of a century', '1900-02-29T09:00:00Z'],
    ['a 30 February', '2024-02-30T09:00:00Z'],
    ['a 31 April', '2026-04-31T09:00:00Z'],
    ['a time without a zone', '2026-03-02T09:00:00'],
    ['a zone by name', '2026-03-02T09:00:00 Europe/Berlin'],
    ['a day alone', '2026-03-02'],
    ['month 13', '2026-13-02T09:00:00Z'],
    ['hour 24', '2026-03-02T24:00:00Z'],
    ['second 61', '2026-03-02T23:59:61Z'],
    ['an offset without a colon', '2026-03-02T09:00:00+0100'],
    ['31 digits of a second', `2026-03-02T09:00:00.${'1'.repeat(31)}Z`],
    ['a year of five digits', '12026-03-02T09:00:00Z'],
    ['the year 0', '0000-06-01T00:00:00Z'],
    ['an offset that leads before year 1', '0001-01-01T00:00:00+01:00'],
    ['an offset that leads beyond year 9999', '9999-12-31T23:59:59-01:00'],
  ])('%s refuses the whole call', async (_, timestamp) => {
    const { status, body } = await send('2026-03-02T09:00:00Z', timestamp)
    expect([status, body.code, body.errors?.map(({ pointer }) => pointer)]).toEqual([
      ...[400, 'invalid_body', ['/presenceEvents/1/timestamp']],
    ])
    expect(await stored()).toEqual([])
  })

  test.each([
    ['2024-02-29T09:00:00Z', '2024-02-29T09:00:00+00:00'],
    ['2000-02-29T09:00:00Z', '2000-02-29T09:00:00+00:00'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00+00:00'],
    ['2016-12-31T23:59:60.500Z', '2017-01-01T00:00:00.5+00:00'],
    ['2017-01-01T00:59:60+01:00', '2017-01-01T00:00:00+00:00'],
    ['2026-03-02t09:00:00z', '2026-03-02T09:00:00+00:00'],
    ['2026-03-02 09:00:00Z', '2026-03-02T09:00:00+00:00'],
    ['2026-03-02T00:30:00+05:45', '2026-03-01T18:45:00+00:00'],
    ['2026-03-02T23:30:00-11:00', '2026-03-03T10:30:00+00:00'],
    ['2026-03-02T09:00:00-00:00', '2026-03-02T09:00:00+00:00'],
    ['2026-03-02T09:00:00.123456789Z', '2026-03-02T09:00:00.123+00:00'],
    ['2026-03-02T09:00:00.1Z', '2026-03-02T09:00:00.1+00:00'],
  ])('written %s is stored as %s', async (timestamp, moment) => {
    expect((await send(timestamp)).codes).toEqual([0])
    expect(await stored()).toMatchObject([{ occurred_at: moment, utc_day: moment.slice(0, 10) }])
  })
})

describe('the months of the past and the future', () => {
  const months = () => [
    '1990-05',
    '2014-12',
    '2015-01',
    '2031-07',
    new Date(Date.now() + 23 * 3_600_000).toISOString().slice(0, 7),
  ]

  test('are all kept, each in its partition', async () => {
    const timestamps = ['1990-05-01T00:00:00Z', '2014-12-31T23:59:59Z', '2015-01-01T00:00:00Z', '2022-02-15T00:00:00Z']
    expect((await send(...timestamps)).codes).toEqual([0, 0, 0, 0])
    const { rows } = await service.database.pool.query<{ part: string }>(
      'select tableoid::regclass::text as part from presence_events where org_id = $1 order by utc_day',
      [org.id],
    )
    expect(rows.map(({ part }) => part.replace('presence_events_', ''))).toEqual([
      ...['before_2015', 'before_2015', '2015_01', '2022_02'],
    ])
  })

  test('include the next month, when tomorrow is in it', async () => {
    const tomorrow = new Date(Date.now() + 23 * 3_600_000).toISOString()
    expect((await send(tomorrow)).codes).toEqual([0])
    expect(months().at(-1)).toBe(tomorrow.slice(0, 7))
  })

  test('are made once when many calls and both kinds of event need them at the same time', async () => {
    const years = Array.from({ length: 4 }, (_, index) => 2016 + index)
    const timestamps = years.flatMap((year) => ['11', '12'].map((month) => `${year}-${month}-10T09:00:00Z`))
    const calls = Array.from({ length: 12 }, (_, index) => (index % 2 ? timestamps : timestamps.toReversed()))
    const answers = await Promise.all(
      calls.map((list, index) =>
        index % 3 === 0
          ? submit(
              service,
              org,
              'occupancy',
              list.map((timestamp) => ({ ...at(timestamp), occupied: true })),
            )
          : submit(service, org, 'presence', list.map(at)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200))
    expect(answers.flatMap(({ codes }) => codes).every((code) => code === 0)).toBe(true)
    expect(await stored()).toHaveLength(8 * 8)
    expect(await storedEvents(service, org.id, 'occupancy')).toHaveLength(4 * 8)
  })
})
