import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDayChanges } from '../../src/intake/day-changes/day-changes.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { changedBy } from './support.ts'

let bench: Bench
let office: Office
let building: string
let user: string

beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  // Long before all days here, so that none of them moves the first day of presence.
  building = await office.addLocation('America/New_York', { from: '2020-01-01' })
  user = await office.addUser(building)
})

const changes = (work: () => Promise<unknown>) => changedBy(office.db, office.orgId, work)
const event = (eventId: string, timestamp: string, userId = user) => ({
  ...{ eventId, timestamp, userId, locationId: building, locationType: 'location' as const },
})

describe('presence changes the local day', () => {
  it('of each event, once a call', async () => {
    const call = [
      event('e1', '2026-03-02T03:00:00Z'),
      event('e2', '2026-03-02T12:00:00Z'),
      event('e3', '2026-03-02T13:00:00Z'),
      event('e4', '2026-03-02T14:00:00Z'),
    ]
    expect(await changes(() => office.record(call))).toEqual(['presence 2026-03-01', 'presence 2026-03-02'])
    const read = await readDayChanges(office.db, office.orgId, ['2026-03-01', '2026-03-02', '2026-03-03'])
    expect(read.filter(({ topic }) => topic === 'presence')).toEqual([
      { day: '2026-03-01', topic: 'presence', reason: 'lateEvents', changes: 1, published: 0 },
      { day: '2026-03-02', topic: 'presence', reason: 'lateEvents', changes: 1, published: 0 },
    ])
  })

  it('not when all of a call is there already, or is refused', async () => {
    const call = [event('e1', '2026-03-02T12:00:00Z')]
    await office.record(call)
    expect(await changes(() => office.record(call))).toEqual([])
    expect(await changes(() => office.record([event('e2', '2026-03-02T12:00:00Z', randomUUID())]))).toEqual([])
  })

  it('of what was accepted of a call that is refused in part', async () => {
    const call = [event('e1', '2026-03-02T12:00:00Z'), event('e2', '2026-03-03T12:00:00Z', randomUUID())]
    expect(await changes(() => office.record(call))).toEqual(['presence 2026-03-02'])
  })

  it('of an event that moves back the first day of its location', async () => {
    const quiet = await office.addLocation('UTC')
    await office.plan(user, '2026-03-01', 'o', quiet)
    const see = (timestamp: string) => () => office.see(user, quiet, timestamp)
    // Days before the new first day are left as they are, and so are those from the old one on.
    expect(await changes(see('2026-03-03T09:00:00Z'))).toEqual(['directory 2026-03-03', 'presence 2026-03-03'])
    expect(await changes(see('2026-03-01T09:00:00Z'))).toEqual(['directory 2026-03-01', 'presence 2026-03-01'])
    expect(await changes(see('2026-03-02T09:00:00Z'))).toEqual(['presence 2026-03-02'])
  })
})

describe('presence that is corrected', () => {
  it('changes the days from which and to which a corrected time zone moves it', async () => {
    await office.see(user, building, '2026-03-02T03:00:00Z', '2026-03-04T12:00:00Z')
    const correct = (timeZone: string) => () =>
      office.pool.query('update locations set time_zone = $2 where org_id = $1', [office.orgId, timeZone])
    expect(await changes(correct('UTC'))).toContain('presence 2026-03-01')
    const [days] = [await changes(correct('America/New_York'))]
    expect(days.filter((day) => day.startsWith('presence'))).toEqual(['presence 2026-03-01', 'presence 2026-03-02'])
    const [again] = [await changes(correct('America/New_York'))]
    expect(again).toEqual([])
  })

  it('changes the day that it is removed from', async () => {
    await office.see(user, building, '2026-03-02T12:00:00Z', '2026-03-03T12:00:00Z')
    const remove = () =>
      office.pool.query(`delete from presence_events where org_id = $1 and local_day = '2026-03-02'`, [office.orgId])
    expect(await changes(remove)).toEqual(['presence 2026-03-02'])
    expect(await changes(remove)).toEqual([])
  })
})
