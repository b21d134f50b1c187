import { MAX_OCCUPANCY_STRETCHES, type SpaceOccupancy } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSpaceOccupancy } from '../../src/intake/occupancy/space-occupancy.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { addBuilding, type Nodes, submit } from '../ingest/support.ts'

let service: TestService
let organization: TestOrganization
let person: SignedIn
let nodes: Nodes
let made = 0

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await service.createOrganization()
  person = await service.signIn(organization.id, ['bookings-administrator'])
  nodes = await addBuilding(service, organization.id, 'Europe/Berlin')
})

type Reading = readonly [timestamp: string, state: number | boolean]

const report = async (readings: readonly Reading[], sourceId = 'sensors', node: 'space' | 'place' = 'space') => {
  const events = readings.map(([timestamp, state]) => ({
    ...{ timestamp, eventId: `e-${made++}`, locationId: nodes[node], locationType: node },
    ...(typeof state === 'number' ? { occupancy: state } : { occupied: state }),
  }))
  const { codes } = await submit(service, organization, 'occupancy', events, sourceId)
  expect(new Set(codes)).toEqual(new Set([0]))
}

const ask = (startDate: string, endDate = startDate, spaceId = nodes.space) =>
  send(service.baseUrl, {
    path: `/api/spaces/${spaceId}/occupancy?startDate=${startDate}&endDate=${endDate}`,
    headers: person.headers,
  })
const read = async (startDate: string, endDate = startDate): Promise<SpaceOccupancy> => {
  const answer = await ask(startDate, endDate)
  expect(answer.status).toBe(200)
  return answer.json<SpaceOccupancy>()
}

const hoursOf = ({ hours }: SpaceOccupancy) =>
  hours.map(({ day, hour, occupiedMinutes, reportedMinutes, peak }) => [day, hour, occupiedMinutes, reportedMinutes, peak])

describe('the occupancy of a space', () => {
  it('is stretches of one state, each until the report that says otherwise', async () => {
    await report([
      ['2026-01-05T08:10:00Z', 2],
      ['2026-01-05T08:20:00Z', 4],
      ['2026-01-05T09:30:00Z', 0],
      ['2026-01-05T09:40:00Z', 0],
      ['2026-01-05T10:15:00Z', true],
    ])
    const { stretches, ...rest } = await read('2026-01-05')
    expect(rest).toMatchObject({ spaceId: nodes.space, timeZone: 'Europe/Berlin', stretchCount: 3 })
    expect(stretches).toEqual([
      {
        ...{ day: '2026-01-05', occupied: true, isOpen: false, peak: 4, reports: 2 },
        ...{ startsAt: '2026-01-05T08:10:00.000Z', endsAt: '2026-01-05T09:30:00.000Z' },
      },
      {
        ...{ day: '2026-01-05', occupied: false, isOpen: false, peak: 0, reports: 2 },
        ...{ startsAt: '2026-01-05T09:30:00.000Z', endsAt: '2026-01-05T10:15:00.000Z' },
      },
      {
        ...{ day: '2026-01-05', occupied: true, isOpen: true, peak: null, reports: 1 },
        ...{ startsAt: '2026-01-05T10:15:00.000Z', endsAt: '2026-01-05T11:00:00.000Z' },
      },
    ])
  })

  it('is counted by hours as the clocks of the building show them', async () => {
    await report([
      ['2026-01-05T08:10:00Z', 2],
      ['2026-01-05T10:15:00Z', 0],
    ])
    expect(hoursOf(await read('2026-01-05'))).toEqual([
      ['2026-01-05', 9, 50, 50, 2],
      ['2026-01-05', 10, 60, 60, 2],
      ['2026-01-05', 11, 15, 60, 2],
    ])
  })

  it.each([
    ['Asia/Kathmandu', '2026-01-05T03:20:00Z', '2026-01-05T04:20:00Z', [9, 10], [55, 5]],
    // The clock goes back from 3 to 2, and forward from 2 to 3.
    ['Europe/Berlin', '2026-10-24T23:30:00Z', '2026-10-25T02:30:00Z', [1, 2, 3], [30, 120, 30]],
    ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', [1, 3], [30, 30]],
  ])('is right in %s from %s to %s', async (timeZone, from, to, hours, minutes) => {
    await service.database.pool.query('update locations set time_zone = $2 where id = $1', [nodes.location, timeZone])
    await report([
      [from, true],
      [to, false],
    ])
    const day = from.includes('T23') ? '2026-10-25' : from.slice(0, 10)
    const { hours: found } = await read(day)
    const occupied = found.filter(({ occupiedMinutes }) => occupiedMinutes > 0)
    expect(occupied.map(({ hour }) => hour)).toEqual(hours)
    expect(occupied.map(({ occupiedMinutes }) => occupiedMinutes)).toEqual(minutes)
  })

  it('does not last beyond its day, and the last report of a day lasts until the end of its hour', async () => {
    await report([
      ['2026-01-05T22:30:00Z', true],
      ['2026-01-05T23:10:00Z', false],
    ])
    const { hours, stretches } = await read('2026-01-05', '2026-01-06')
    expect(hours).toMatchObject([
      { day: '2026-01-05', hour: 23, occupiedMinutes: 30 },
      { day: '2026-01-06', hour: 0, occupiedMinutes: 0, reportedMinutes: 50 },
    ])
    expect(stretches.map(({ endsAt, isOpen }) => [endsAt, isOpen])).toEqual([
      ['2026-01-05T23:00:00.000Z', true],
      ['2026-01-06T00:00:00.000Z', true],
    ])
  })

  it('is not known beyond now', async () => {
    await report([['2026-01-05T08:10:00Z', true]])
    const days = { firstDay: '2026-01-05', lastDay: '2026-01-05' }
    const { db } = service.database
    const at = (moment: string) => getSpaceOccupancy(db, organization.id, nodes.space, days, new Date(moment))
    expect((await at('2026-01-05T08:25:00Z')).hours).toMatchObject([{ hour: 9, occupiedMinutes: 15, reportedMinutes: 15 }])
    // A sensor whose clock runs ahead.
    expect((await at('2026-01-05T08:00:00Z')).stretches).toMatchObject([
      { startsAt: '2026-01-05T08:10:00.000Z', endsAt: '2026-01-05T08:10:00.000Z', isOpen: true },
    ])
  })

  it('is that of all its sensors in the order of their reports, and of nothing else', async () => {
    await report([['2026-01-05T09:00:00Z', true]], 'one')
    await report([['2026-01-05T09:20:00Z', false]], 'two')
    await report([['2026-01-05T09:10:00Z', true]], 'seats', 'place')
    const { stretches } = await read('2026-01-05')
    expect(stretches.map(({ occupied, reports }) => [occupied, reports])).toEqual([
      [true, 1],
      [false, 1],
    ])
    expect(await read('2026-01-04')).toMatchObject({ hours: [], stretches: [], stretchCount: 0 })
  })

  it(`lists at most ${MAX_OCCUPANCY_STRETCHES} stretches and tells how many there are`, async () => {
    const start = Date.parse('2026-01-05T06:00:00Z')
    const readings = Array.from(
      { length: MAX_OCCUPANCY_STRETCHES + 1 },
      (_, index): Reading => [new Date(start + index * 5_000).toISOString(), index % 2 === 0],
    )
    for (let from = 0; from < readings.length; from += 1000) await report(readings.slice(from, from + 1000))
    const { stretches, stretchCount, hours } = await read('2026-01-05')
    expect([stretches.length, stretchCount]).toEqual([MAX_OCCUPANCY_STRETCHES, MAX_OCCUPANCY_STRETCHES + 1])
    expect(hours[0]).toMatchObject({ hour: 7, occupiedMinutes: 30, reportedMinutes: 60 })
  })

  it('is read for 31 days at most, in their order', async () => {
    expect((await ask('2026-01-01', '2026-01-31')).status).toBe(200)
    expectProblem(await ask('2026-01-01', '2026-02-01'), 'range_too_large')
    expectProblem(await ask('2026-01-02', '2026-01-01'), 'invalid_parameter')
  })

  it('of a space that is not there, or not here, is a 404', async () => {
    const other = await service.createOrganization()
    const { space } = await addBuilding(service, other.id)
    expectProblem(await ask('2026-01-05', '2026-01-05', space), 'entity_not_found')
    expectProblem(await ask('2026-01-05', '2026-01-05', nodes.level), 'entity_not_found')
  })
})
