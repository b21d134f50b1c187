import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from './support/expect-problem.ts'
import { post, send } from './support/send.ts'

let service: TestService
let headers: Record<string, string>
let reader: Record<string, string>

beforeAll(async () => {
  service = await shareTestService()
  const { keys } = await service.createOrganization()
  headers = basic(keys['submitting-events'])
  reader = basic(keys['data-warehouse'])
})
afterAll(() => service[Symbol.asyncDispose]())

const event = {
  timestamp: '2026-01-05T09:00:00Z',
  locationId: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
  locationType: 'place',
  eventId: 'e1',
}

const errorsOf = async (body: unknown, path = '/v1/presence/basic') =>
  expectProblem(await post(service.baseUrl, path, body, headers), 'invalid_body').errors

const errorsOfEvent = async (change: object) => errorsOf({ sourceId: 'badges', presenceEvents: [event, { ...event, ...change }] })

describe('the error of a body that violates the schema', () => {
  it.each<[string, object, string, string, string]>([
    [
      'form',
      { timestamp: '2026-01-05 9:00' },
      '/timestamp',
      'pattern',
      'does not have the right format; for example "2026-01-05T09:00:00.000Z"',
    ],
    [
      'zone that a time lacks',
      { timestamp: '2026-01-05T09:00:00' },
      '/timestamp',
      'pattern',
      'needs a time zone: end it with Z or an offset such as +01:00, for example "2026-01-05T09:00:00Z"',
    ],
    [
      'zone that a time with milliseconds lacks',
      { timestamp: '2026-01-05 09:00:00.123' },
      '/timestamp',
      'pattern',
      'needs a time zone: end it with Z or an offset such as +01:00, for example "2026-01-05 09:00:00.123Z"',
    ],
    ['choice', { locationType: 'desk' }, '/locationType', 'enum', 'must be one of location, level, zone, place, space'],
    ['type', { eventId: 5 }, '/eventId', 'type', 'must be string'],
    ['type that may be null', { userId: 5 }, '/userId', 'type', 'must be string or null'],
    ['least length', { eventId: '' }, '/eventId', 'minLength', 'must not be empty'],
    ['greatest length', { eventId: 'x'.repeat(257) }, '/eventId', 'maxLength', 'must have at most 256 characters'],
    ['presence', { locationId: undefined }, '/locationId', 'required', 'is required'],
  ])('names the %s', async (_, change, pointer, code, message) => {
    expect(await errorsOfEvent(change)).toEqual([{ pointer: `/presenceEvents/1${pointer}`, message, code }])
  })

  it('never shows a regular expression', async () => {
    expect(JSON.stringify(await errorsOfEvent({ timestamp: 'x' }))).not.toMatch(/\^|\[0-9\]|pattern "/)
  })

  it('names how many events a call may have', async () => {
    expect(await errorsOf({ sourceId: 'x', presenceEvents: [] })).toEqual([
      { pointer: '/presenceEvents', message: 'must have at least 1 item', code: 'minItems' },
    ])
    expect(await errorsOf({ sourceId: 'x', presenceEvents: Array(1001).fill(event) })).toEqual([
      { pointer: '/presenceEvents', message: 'must have at most 1000 items', code: 'maxItems' },
    ])
  })

  it('names the bounds of a number', async () => {
    const occupancyEvents = [
      { ...event, occupancy: -1 },
      { ...event, occupancy: 2 ** 31 },
      { ...event, occupancy: 1.5 },
    ]
    const errors = await errorsOf({ sourceId: 'x', occupancyEvents }, '/v1/occupancy/basic')
    expect(errors?.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/occupancyEvents/0/occupancy', 'minimum'],
      ['/occupancyEvents/1/occupancy', 'maximum'],
      ['/occupancyEvents/2/occupancy', 'type'],
    ])
  })

  it('names several missing properties one by one', async () => {
    expect(await errorsOf({})).toEqual([
      { pointer: '/sourceId', message: 'is required', code: 'required' },
      { pointer: '/presenceEvents', message: 'is required', code: 'required' },
    ])
  })

  it('names the first fifty places, not more', async () => {
    const errors = await errorsOf({ sourceId: 'x', presenceEvents: Array(60).fill({ ...event, eventId: 5 }) })
    expect(errors?.map(({ pointer }) => pointer)).toEqual(Array.from({ length: 50 }, (_, i) => `/presenceEvents/${i}/eventId`))
  })

  it('names the day that no calendar has', async () => {
    expect(await errorsOfEvent({ timestamp: '2026-02-30T09:00:00Z' })).toEqual([
      { pointer: '/presenceEvents/1/timestamp', message: 'is not a day of the calendar', code: 'date' },
    ])
  })
})

describe('a parameter that is given more than once', () => {
  const errorsOfQuery = async (path: string) =>
    expectProblem(await send(service.baseUrl, { path, headers: reader }), 'invalid_parameter').errors

  it('explains how a list of values is written', async () => {
    const days = 'startDate=2026-01-05&endDate=2026-01-05'
    expect(await errorsOfQuery(`/v1/analytics/presence/basic?${days}&userIds=a&userIds=b&userIds=c`)).toEqual([
      {
        pointer: '/userIds',
        message: 'is given 3 times; give it once, with commas between the values: userIds=a,b',
        code: 'repeated',
      },
    ])
    const [error] = (await errorsOfQuery('/v1/analytics/changes/basic?datasets=presence&datasets=events')) ?? []
    expect(error?.message).toContain('datasets=a,b')
  })

  it('is refused when repeated where it holds one value', async () => {
    expect(await errorsOfQuery('/v1/analytics/users/basic?format=csv&format=json')).toEqual([
      { pointer: '/format', message: 'is given 2 times; give it once', code: 'repeated' },
    ])
  })
})

describe('a comma list', () => {
  const ask = (ids: string[]) => {
    const path = `/v1/analytics/presence/basic?startDate=2026-01-05&endDate=2026-01-05&userIds=${ids.join()}`
    return send(service.baseUrl, { path, headers: reader })
  }

  it.each([
    ['different', () => Array.from({ length: 1001 }, () => randomUUID())],
    ['identical', () => Array<string>(1001).fill(randomUUID())],
  ])('holds 1,000 ids at most, of 1,001 that are %s too', async (_, make) => {
    const ids = make()
    expect((await ask(ids.slice(1))).status).toBe(200)
    expect(expectProblem(await ask(ids), 'invalid_parameter').errors).toEqual([
      { pointer: '/userIds', message: 'must contain at most 1000 ids, not 1001', code: 'maxItems' },
    ])
  })
})
