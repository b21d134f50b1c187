import type { Deactivation, UserAction, UserDay } from '@rollcall/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { changeRow } from '../bookings/support.ts'
import { addColleague, addOffice, type Office } from '../planning/support.ts'
import { type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
let office: Office
let ada: SignedIn
let bob: SignedIn
let booker: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
  office = await addOffice(service, organization.orgId)
  ada = await addColleague(service, organization.orgId, office)
  bob = await addColleague(service, organization.orgId, office)
  booker = await addColleague(service, organization.orgId, office, ['bookings-administrator'])
})

const today = () => Temporal.Now.plainDateISO('UTC')
const dayAhead = (days: number) => today().add({ days }).toString()
const book = async (person: SignedIn, days: number, node: object) => {
  const answer = await organization.call('PUT', `/api/users/${person.userId}/days/${dayAhead(days)}/booking`, node, booker)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
}
const dayOf = async (person: SignedIn, days: number): Promise<UserDay> => {
  const range = `startDate=${dayAhead(days)}&endDate=${dayAhead(days)}`
  const answer = await organization.call('GET', `/api/users/me/days?${range}`, undefined, person)
  return answer.json<{ items: UserDay[] }>().items[0] as UserDay
}
const preview = (path: string) => organization.ask<Deactivation>('GET', `/api/${path}/deactivation`)
const desk = () => `places/${office.deskIds[0]}`

describe('the preview of a node that goes out of service', () => {
  it('lists the bookings after today with their users, and changes nothing', async () => {
    for (const days of [0, 1, 2]) await book(ada, days, { placeId: office.deskIds[0] })
    await book(bob, 3, { placeId: office.deskIds[0] })
    await book(bob, 1, { placeId: office.deskIds[1] })
    const expected = { bookingCount: 3, userCount: 2 }
    const found = await preview(desk())
    expect(found).toMatchObject(expected)
    expect(found.bookings.map(({ userId, day, nodeName }) => [userId, day, nodeName])).toEqual([
      [ada.userId, dayAhead(1), 'Desk 0001'],
      [ada.userId, dayAhead(2), 'Desk 0001'],
      [bob.userId, dayAhead(3), 'Desk 0001'],
    ])
    expect(await preview(desk())).toEqual(found)
    expect(await preview(`zones/${office.deskZoneId}`)).toMatchObject({ bookingCount: 4, userCount: 2 })
    expect(await preview(`levels/${office.levelId}`)).toMatchObject({ bookingCount: 4 })
    expect(await preview(`locations/${office.locationId}`)).toMatchObject({ bookingCount: 4 })
    expect(await preview(`places/${office.deskIds[2]}`)).toEqual({ bookingCount: 0, userCount: 0, bookings: [] })
    expect(await organization.ask('GET', `/api/${desk()}`)).toMatchObject({ status: 'active' })
    expect((await dayOf(ada, 1)).booking).toMatchObject({ placeId: office.deskIds[0] })
  })

  it('counts parking bookings of a bay', async () => {
    const bay = await organization.ask('POST', '/api/parking-bays', { bayName: 'P-1', locationId: office.locationId })
    const path = `/api/users/${ada.userId}/days/${dayAhead(2)}/parking`
    const parked = await organization.call('PUT', path, { bayId: bay.bayId }, booker)
    expect([parked.status, parked.text]).toEqual([200, parked.text])
    expect(await preview(`parking-bays/${bay.bayId}`)).toMatchObject({ bookingCount: 1, bookings: [{ nodeName: 'P-1' }] })
  })

  it('is not for employees, nor for nodes of another organization', async () => {
    const asked = (by: SignedIn) => organization.call('GET', `/api/${desk()}/deactivation`, undefined, by)
    expect((await asked(ada)).status).toBe(403)
    const other = await setUp(service)
    expect((await asked(other.workplaceAdmin)).status).toBe(404)
  })
})

describe('a user whose desk goes out of service', () => {
  const takeAway = () => organization.ask('PATCH', `/api/${desk()}`, { status: 'inactive' })

  it('is notified on each of the days, until they book again', async () => {
    await book(ada, 0, { placeId: office.deskIds[0] })
    for (const days of [1, 2]) await book(ada, days, { placeId: office.deskIds[0] })
    await takeAway()
    expect((await dayOf(ada, 0)).booking).toMatchObject({ placeId: office.deskIds[0] })
    expect(await dayOf(ada, 0)).toMatchObject({ lostBooking: null })
    const lost = { placeName: 'Desk 0001', zoneName: 'Desks', changedBy: 'administrator', reason: 'inactive' }
    for (const days of [1, 2]) expect(await dayOf(ada, days)).toMatchObject({ plan: 'o', booking: null, lostBooking: lost })
    await organization.call('PUT', `/api/users/me/days/${dayAhead(1)}/booking`, { placeId: office.deskIds[1] }, ada)
    expect(await dayOf(ada, 1)).toMatchObject({ booking: { placeId: office.deskIds[1] }, lostBooking: null })
    await organization.call('PUT', `/api/users/me/days/${dayAhead(2)}/plan`, { plan: 'r' }, ada)
    expect(await dayOf(ada, 2)).toMatchObject({ plan: 'r', lostBooking: null })
  })

  it('is not notified of bookings that they canceled themselves', async () => {
    await book(ada, 1, { placeId: office.deskIds[0] })
    await organization.call('DELETE', `/api/users/me/days/${dayAhead(1)}/booking`, undefined, ada)
    expect(await dayOf(ada, 1)).toMatchObject({ booking: null, lostBooking: null })
  })

  it('learns which desk the night chose instead', async () => {
    await book(ada, 1, { placeId: office.deskIds[0] })
    await takeAway()
    await service.database.pool.query(
      `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, 'auto-booking', gen_random_uuid())`,
      [organization.orgId, ada.userId, dayAhead(1), office.locationId, office.deskZoneId, office.deskIds[2]],
    )
    expect(await dayOf(ada, 1)).toMatchObject({
      booking: { placeId: office.deskIds[2] },
      lostBooking: { placeName: 'Desk 0001', reason: 'inactive' },
    })
  })

  it('finds in the log which administrator did it, and why; a key is an administrator without a name', async () => {
    await book(ada, 1, { placeId: office.deskIds[0] })
    await book(bob, 1, { placeId: office.deskIds[1] })
    await takeAway()
    const last = async ({ userId }: SignedIn) => {
      const { items } = (await organization.call('GET', `/api/users/${userId}/actions`, undefined, booker)).json<{
        items: UserAction[]
      }>()
      return items.find(({ action }) => action === 'cancelled')
    }
    expect(await last(ada)).toMatchObject({
      changedBy: 'administrator',
      changedByUserId: organization.workplaceAdmin.userId,
      reason: 'inactive',
    })
    await changeRow(service.database.db, organization.orgId, 'places', office.deskIds[1], sql`status = 'inactive'`)
    expect(await last(bob)).toMatchObject({ changedBy: 'directory', changedByUserId: null, reason: 'inactive' })
  })
})
