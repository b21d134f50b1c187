import { randomUUID } from 'node:crypto'
import type { Problem, SubmissionResult } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listQuarantine, replayQuarantine } from '../../src/operations/quarantine/quarantine-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, type Nodes, openIngest } from '../ingest/support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id, 'America/New_York')
})

const visit = (more: object = {}) => ({
  eventId: 'v1',
  timestamp: '2026-03-02T02:30:00Z',
  eventType: 'arrived',
  locationId: nodes.location,
  ...more,
})

const send = async (events: object[]) => {
  const response = await fetch(`${service.baseUrl}/v1/visitor-arrival/basic`, {
    method: 'POST',
    headers: { ...basic(org.keys['visitor-permissions']), 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'reception', visitorEvents: events }),
  })
  const body = (await response.json()) as SubmissionResult & Problem
  return { status: response.status, said: body.results?.map(({ resultCode, message }) => `${resultCode} ${message}`), body }
}

const stored = async () => {
  const { rows } = await service.database.pool.query(
    `select event_id, event_type, local_day, location_id, visitor_name, visitor_email, visitor_type, host_user_id, badge_number
     from visitor_events where org_id = $1 order by utc_day, event_id`,
    [org.id],
  )
  return rows
}

describe('a visitor event', () => {
  it('is stored with its host on the local day of the building', async () => {
    const host = await addUser(service, org.id, { userName: 'ada' })
    const person = { visitorName: 'Alan', visitorEmail: 'alan@visitor.example', visitorType: 'guest', badgeNumber: 'V-12' }
    expect(await send([visit({ ...person, hostEmail: 'ada' })])).toMatchObject({ status: 200, said: ['0 Accepted'] })
    expect(await stored()).toEqual([
      {
        event_id: 'v1',
        event_type: 'arrived',
        local_day: '2026-03-01',
        location_id: nodes.location,
        visitor_name: 'Alan',
        visitor_email: 'alan@visitor.example',
        visitor_type: 'guest',
        host_user_id: host,
        badge_number: 'V-12',
      },
    ])
  })

  it('of a walk-in needs no host, no name, nothing', async () => {
    expect((await send([visit(), visit({ eventId: 'v2', hostUserId: null, hostEmail: '', visitorName: null })])).said).toEqual([
      '0 Accepted',
      '0 Accepted',
    ])
    expect((await stored()).map(({ host_user_id, visitor_name }) => [host_user_id, visitor_name])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('with an unknown host is the only one refused, without naming anyone', async () => {
    const { said, body } = await send([
      visit({ hostEmail: 'stranger@example.com', visitorName: 'Alan' }),
      visit({ eventId: 'v2', hostUserId: randomUUID() }),
      visit({ eventId: 'v3' }),
    ])
    expect(said).toEqual(['1 Host not found', '1 Host not found', '0 Accepted'])
    expect(JSON.stringify(body)).not.toMatch(/stranger|Alan/)
  })

  it('with two different hosts, an unknown building, a level, or a time too far ahead is refused', async () => {
    const ada = await addUser(service, org.id, { userName: 'ada' })
    await addUser(service, org.id, { userName: 'grace' })
    const tomorrow = new Date(Date.now() + 25 * 3_600_000).toISOString()
    const { said } = await send([
      visit({ hostUserId: ada, hostEmail: 'grace' }),
      visit({ eventId: 'v2', locationId: randomUUID() }),
      visit({ eventId: 'v3', locationId: nodes.level }),
      visit({ eventId: 'v4', timestamp: tomorrow }),
    ])
    expect(said).toEqual([
      '3 hostUserId and hostEmail name different users',
      '2 Location not found',
      '2 Location is not of the type location',
      '3 The time is more than 24 hours in the future',
    ])
  })

  it('sent again, once or many times at once, is recorded once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send([visit()])))
    expect(answers.flatMap(({ said }) => said).sort()).toEqual(['0 Accepted', ...Array(9).fill('0 Already recorded')])
    expect(await stored()).toHaveLength(1)
  })
})

describe('a body', () => {
  it.each([
    ['1000 events', (): object[] => Array.from({ length: 1000 }, (_, n) => visit({ eventId: `v${n}` })), 200],
    ['1001 events', (): object[] => Array.from({ length: 1001 }, (_, n) => visit({ eventId: `v${n}` })), 400],
    ['no event', (): object[] => [], 400],
    ['an unknown eventType', (): object[] => [visit({ eventType: 'left' })], 400],
    ['a visitorName of 200 characters', (): object[] => [visit({ visitorName: 'a'.repeat(200) })], 200],
    ['a visitorName of 201 characters', (): object[] => [visit({ visitorName: 'a'.repeat(201) })], 400],
    ['a time without a zone', (): object[] => [visit({ timestamp: '2026-03-02T02:30:00' })], 400],
  ])('with %s', async (_, events, status) => {
    expect((await send(events())).status).toBe(status)
  })
})

describe('a refused event', () => {
  it('is replayed with all it said once its host is known', async () => {
    await send([visit({ hostEmail: 'ada', visitorName: 'Alan', badgeNumber: 'V-1' })])
    const { db } = service.database
    expect(await listQuarantine(db, org.id)).toMatchObject([{ kind: 'visitor', reason: 'Host not found', eventId: 'v1' }])
    const host = await addUser(service, org.id, { userName: 'ada' })
    await using ingest = await openIngest(service)
    expect(await replayQuarantine(db, ingest, org.id)).toEqual({ accepted: 1, stillRefused: 0 })
    expect(await listQuarantine(db, org.id)).toEqual([])
    expect(await stored()).toMatchObject([{ visitor_name: 'Alan', badge_number: 'V-1', host_user_id: host }])
  })
})
