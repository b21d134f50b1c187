import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordOccupancy } from '../../src/intake/occupancy/occupancy-events.ts'
import { recordVisitors } from '../../src/intake/visitors/visitor-events.ts'
import { eventually } from '../ingest/support.ts'
import { type Bench, type Office, openOffice, shareBench } from './support.ts'

let bench: Bench
let office: Office

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
})

describe('the first day of presence', () => {
  const firstDay = async (building: string) => {
    const { rows } = await office.pool.query<{ first_day: string }>(
      'select first_day from location_presence where org_id = $1 and location_id = $2',
      [office.orgId, building],
    )
    return rows[0]?.first_day
  }

  it('moves back only, whatever the order of the events, and however many come at once', async () => {
    const building = await office.addLocation('Asia/Tokyo')
    const user = await office.addUser()
    const days = Array.from({ length: 20 }, (_, index) => `2026-03-${String(index + 2).padStart(2, '0')}T08:00:00Z`)
    await Promise.all(days.map((day) => office.see(user, building, day)))
    expect(await firstDay(building)).toBe('2026-03-02')
    await office.see(user, building, '2026-03-30T08:00:00Z', '2026-03-01T14:59:59Z', '2026-03-05T08:00:00Z')
    expect(await firstDay(building)).toBe('2026-03-01')
  })

  it('is not moved by a repeat that names an earlier day of another location', async () => {
    const [here, there] = [await office.addLocation('UTC'), await office.addLocation('America/New_York')]
    const user = await office.addUser()
    const event = { eventId: 'e1', timestamp: '2026-03-02T01:00:00Z', userId: user, locationType: 'location' as const }
    await office.record([{ ...event, locationId: here }])
    expect(await office.record([{ ...event, locationId: there }])).toMatchObject([{ resultCode: 0, message: 'Already recorded' }])
    expect([await firstDay(here), await firstDay(there)]).toEqual(['2026-03-02', undefined])
  })

  it('is moved by what is accepted of a call that is refused in part', async () => {
    const building = await office.addLocation()
    const user = await office.addUser()
    const event = { timestamp: '2026-03-02T08:00:00Z', locationId: building, locationType: 'location' as const }
    await office.record([
      { ...event, eventId: 'e1', userId: user },
      { ...event, eventId: 'e2', userId: crypto.randomUUID() },
    ])
    expect(await firstDay(building)).toBe('2026-03-02')
  })

  it('is not locked by events of later days', async () => {
    const building = await office.addLocation()
    const user = await office.addUser()
    await office.see(user, building, '2026-03-02T08:00:00Z')
    const client = await office.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from location_presence where org_id = $1 for update', [office.orgId])
      await office.see(user, building, '2026-03-02T09:00:00Z', '2026-03-03T08:00:00Z')
      await client.query('rollback')
    } finally {
      client.release()
    }
    expect(await office.typeOf(user, '2026-03-03')).toBe('walkIn')
  })
})

describe('a corrected time zone', () => {
  it('moves presence, occupancy, visitors and the first day of presence to their new days, of that location only', async () => {
    const [moved, kept] = [await office.addLocation('UTC'), await office.addLocation('UTC')]
    const user = await office.addUser()
    const [early, late] = ['2026-03-02T03:00:00Z', '2026-03-02T12:00:00Z']
    await office.see(user, moved, early, late)
    await office.see(user, kept, early)
    const submission = { orgId: office.orgId, keyId: null, sourceId: 'sensors' }
    for (const [index, locationId] of [moved, kept].entries()) {
      const event = { eventId: `e${index}`, timestamp: early, locationId, locationType: 'location' as const }
      await recordOccupancy(bench.ingest, submission, [{ ...event, occupied: true }])
      await recordVisitors(bench.ingest, submission, [{ ...event, eventType: 'arrived' }])
    }
    const daysOf = async (locationId: string) => {
      const { rows } = await office.pool.query(
        `select local_day from presence_events where location_id = $1 union all
         select local_day from occupancy_events where location_id = $1 union all
         select local_day from visitor_events where location_id = $1 union all
         select first_day from location_presence where location_id = $1`,
        [locationId],
      )
      return rows.map(({ local_day }) => local_day).sort()
    }
    await office.pool.query(`update locations set time_zone = 'America/New_York' where org_id = $1 and id = $2`, [
      ...[office.orgId, moved],
    ])
    expect(await daysOf(moved)).toEqual([...Array(4).fill('2026-03-01'), '2026-03-02'])
    expect(await daysOf(kept)).toEqual(Array(4).fill('2026-03-02'))
    await office.pool.query(`update locations set time_zone = 'UTC', name = 'Renamed' where org_id = $1 and id = $2`, [
      ...[office.orgId, moved],
    ])
    expect(await daysOf(moved)).toEqual(Array(5).fill('2026-03-02'))
  })

  it('is known to the events that come afterwards', async () => {
    const building = await office.addLocation('UTC')
    const user = await office.addUser()
    await office.see(user, building, '2026-03-02T03:00:00Z')
    await office.pool.query(`update locations set time_zone = 'America/New_York' where org_id = $1`, [office.orgId])
    await eventually(async () => {
      await office.see(user, building, '2026-03-01T03:00:00Z')
      expect((await office.list({ firstDay: '2026-02-28', lastDay: '2026-02-28' })).length).toBe(1)
    })
  })
})
