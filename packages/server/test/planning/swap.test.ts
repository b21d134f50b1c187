import { randomUUID } from 'node:crypto'
import type { UserAction, UserDay } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addColleague, addOffice, call, dayFromToday, type Office } from './support.ts'

let service: TestService
let orgId: string
let office: Office
let ada: SignedIn
let bob: SignedIn
let booker: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  office = await addOffice(service, orgId)
  ada = await addColleague(service, orgId, office)
  bob = await addColleague(service, orgId, office)
  booker = await addColleague(service, orgId, office, ['bookings-administrator'])
  await book(ada, first())
  await book(bob, second())
})

const DAY = dayFromToday(3)
const first = () => office.deskIds[0] as string
const second = () => office.deskIds[1] as string
const book = async ({ userId }: SignedIn, placeId: string) => {
  const answer = await call(service, booker, 'PUT', `/api/users/${userId}/days/${DAY}/booking`, { placeId })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
}
const request = (more: object = {}) => ({
  ...{ day: DAY, userId: ada.userId, placeId: first(), otherUserId: bob.userId, otherPlaceId: second() },
  ...more,
})
const swap = (more: object = {}, by = booker) => call(service, by, 'POST', '/api/desk-swaps', request(more))
const dayOf = async (who: SignedIn) =>
  (await call(service, who, 'GET', `/api/users/me/days?startDate=${DAY}&endDate=${DAY}`)).json<{ items: [UserDay] }>().items[0]
const desks = async () => [(await dayOf(ada)).booking?.placeId, (await dayOf(bob)).booking?.placeId]
const actions = async ({ userId }: SignedIn) =>
  (await call(service, booker, 'GET', `/api/users/${userId}/actions`)).json<{ items: UserAction[] }>().items

describe('two people', () => {
  it('get the desk of each other, keep their bookings, and the log has one action for both', async () => {
    const ids = [(await dayOf(ada)).booking?.bookingId, (await dayOf(bob)).booking?.bookingId]
    const before = [(await actions(ada)).length, (await actions(bob)).length]
    const answer = await swap({ reason: 'Needs the window' })
    expect(answer.json<{ items: UserDay[] }>().items).toMatchObject([
      { userId: ada.userId, booking: { placeId: second(), bookingId: ids[0], changedBy: 'administrator' } },
      { userId: bob.userId, booking: { placeId: first(), bookingId: ids[1] } },
    ])
    expect(await desks()).toEqual([second(), first()])
    const [adas, bobs] = [await actions(ada), await actions(bob)]
    expect([adas.length, bobs.length]).toEqual(before.map((count) => count + 1))
    const moved = { action: 'moved', changedBy: 'administrator', changedByUserId: booker.userId, reason: 'Needs the window' }
    expect(adas[0]).toMatchObject({ ...moved, before: { placeId: first() }, after: { placeId: second() } })
    expect(bobs[0]).toMatchObject({ ...moved, before: { placeId: second() }, after: { placeId: first() } })
    expect(adas[0]?.actionId).toBe(bobs[0]?.actionId)
  })

  it('stay swapped when the call is repeated, also at once, in whichever order', async () => {
    const opposite = { userId: bob.userId, placeId: second(), otherUserId: ada.userId, otherPlaceId: first() }
    const answers = await Promise.all([swap(), swap(opposite), swap(), swap(opposite), swap()])
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, answer.text])
    expect(await desks()).toEqual([second(), first()])
    expect((await swap()).status).toBe(200)
    expect(await desks()).toEqual([second(), first()])
    expect((await actions(ada)).filter(({ action }) => action === 'moved')).toHaveLength(1)
  })

  it('swap across buildings, and are planned where they sit then', async () => {
    const there = await addOffice(service, orgId)
    await book(bob, there.deskIds[0] as string)
    expect((await swap({ otherPlaceId: there.deskIds[0] })).status).toBe(200)
    expect(await dayOf(ada)).toMatchObject({ plan: 'o', locationId: there.locationId, booking: { placeId: there.deskIds[0] } })
    expect(await dayOf(bob)).toMatchObject({ plan: 'o', locationId: office.locationId, booking: { placeId: first() } })
    const [move] = (await actions(ada)).filter(({ action }) => action === 'moved')
    expect((await actions(bob)).map(({ actionId }) => actionId)).toContain(move?.actionId)
  })

  it('keep what they have where one of them has another desk by now, or none', async () => {
    await book(bob, office.deskIds[2] as string)
    expectProblem(await swap(), 'conflict')
    expect(await desks()).toEqual([first(), office.deskIds[2]])
    await call(service, bob, 'DELETE', `/api/users/me/days/${DAY}/booking`)
    expectProblem(await swap({ otherPlaceId: office.deskIds[2] }), 'conflict')
    expect((await dayOf(ada)).booking?.placeId).toBe(first())
  })

  it('keep what they have where a rule forbids it', async () => {
    await service.database.pool.query('update places set assigned_user_id = $3 where org_id = $1 and id = $2', [
      orgId,
      first(),
      ada.userId,
    ])
    const log = (await actions(ada)).length
    expectProblem(await swap(), 'desk_assigned')
    expect(await desks()).toEqual([first(), second()])
    expect(await actions(ada)).toHaveLength(log)
  })

  it('race with others who want the desks, and every user gets one desk and every desk one user', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => addColleague(service, orgId, office)))
    await Promise.all([
      swap(),
      ...others.map(({ userId }, n) =>
        call(service, booker, 'PUT', `/api/users/${userId}/days/${DAY}/booking`, { placeId: n % 2 ? first() : second() }),
      ),
      swap(),
    ])
    expect(await desks()).toEqual([second(), first()])
    for (const other of others) expect((await dayOf(other)).booking).toBeNull()
  })
})

describe('a swap', () => {
  it('is for those who book for others', async () => {
    const workplaceAdmin = await addColleague(service, orgId, office, ['workplace-administrator'])
    for (const by of [ada, workplaceAdmin]) expectProblem(await swap({}, by), 'role_not_allowed')
    expect(await desks()).toEqual([first(), second()])
  })

  it('names two people and their desks, all of this organization', async () => {
    expectProblem(await swap({ otherUserId: ada.userId }), 'invalid_request')
    for (const more of [{ userId: 'x' }, { placeId: null }, { day: '2026-02-30' }, { day: 'soon' }, { otherUserId: undefined }]) {
      expectProblem(await swap(more), 'invalid_body')
    }
    for (const more of [{ userId: randomUUID() }, { otherUserId: randomUUID() }]) {
      expectProblem(await swap(more), 'entity_not_found')
    }
    expectProblem(await swap({ placeId: randomUUID() }), 'conflict')
    expect(await desks()).toEqual([first(), second()])
  })
})
