import { randomUUID } from 'node:crypto'
import type { WorkplaceEvent } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Nodes } from '../ingest/support.ts'
import { callAs } from '../parking/support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let ada: SignedIn
let bob: SignedIn
let workplaceAdmin: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id, 'Europe/Berlin')
  ada = await service.signIn(org.id)
  bob = await service.signIn(org.id)
  workplaceAdmin = await service.signIn(org.id, ['workplace-administrator'])
})

const day = Temporal.Now.plainDateISO('UTC').add({ days: 40 }).toString()
const at = (time: string, on = day) =>
  Temporal.PlainDateTime.from(`${on}T${time}`).toZonedDateTime('Europe/Berlin').toInstant().toString()
const gathering = (from: string, to: string, more: object = {}) => ({
  ...{ eventName: 'All hands', locationId: nodes.location, spaceId: nodes.space },
  ...{ startsAt: at(from), endsAt: at(to), ...more },
})
const post = (who: SignedIn, body: object) => callAs(service, who, 'POST', '/api/events', body)
const patch = (who: SignedIn, id: string, body: object) => callAs(service, who, 'PATCH', `/api/events/${id}`, body)
const create = async (who: SignedIn, body: object) => {
  const answer = await post(who, body)
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return answer.json<WorkplaceEvent>()
}

describe('a room', () => {
  it('has one gathering at a time, and says which has it, on the clock of the building', async () => {
    await create(ada, gathering('10:00', '11:00'))
    for (const [from, to] of [
      ['09:00', '10:01'],
      ['10:59', '12:00'],
      ['10:10', '10:20'],
      ['09:00', '12:00'],
    ] as const) {
      const { detail } = expectProblem(await post(bob, gathering(from, to)), 'space_taken')
      expect(detail).toBe(`The gathering "All hands" has it from ${day} 10:00 to 11:00. Choose another room or time.`)
    }
    await create(bob, gathering('09:00', '10:00'))
    await create(bob, gathering('11:00', '12:00'))
    await create(bob, gathering('10:00', '11:00', { spaceId: null }))
  })

  it('does not reveal the name of a private gathering', async () => {
    await create(ada, gathering('10:00', '11:00', { eventName: 'Layoffs', isPrivate: true }))
    const { detail } = expectProblem(await post(bob, gathering('10:00', '11:00')), 'space_taken')
    expect(detail).toContain('A private gathering has it from')
    expect(detail).not.toContain('Layoffs')
  })

  it('is free again once its gathering is canceled or moved, and cannot be taken back then', async () => {
    const first = await create(ada, gathering('10:00', '11:00'))
    const second = await create(bob, gathering('12:00', '13:00'))
    expectProblem(await patch(bob, second.eventId, { startsAt: at('10:30'), endsAt: at('11:30') }), 'space_taken')
    expect((await patch(ada, first.eventId, { status: 'cancelled' })).status).toBe(200)
    expect((await patch(bob, second.eventId, { startsAt: at('10:30'), endsAt: at('11:30') })).status).toBe(200)
    expectProblem(await patch(ada, first.eventId, { status: 'scheduled' }), 'space_taken')
    expect((await patch(ada, first.eventId, { status: 'scheduled', spaceId: null })).status).toBe(200)
  })

  it('is given to one of many simultaneous callers', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(ada, gathering('10:00', '11:00'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('is not given twice by an import either, nor by one file', async () => {
    const event = (name: string) => ({
      name,
      startsAt: at('10:00'),
      endsAt: at('11:00'),
      location: nodes.location,
      space: nodes.space,
    })
    const two = { events: [event('one'), event('two')] }
    await expect(importDirectory(service.database.db, org.id, two)).rejects.toMatchObject({ code: 'space_taken' })
    await importDirectory(service.database.db, org.id, { events: [event('one')] })
    await importDirectory(service.database.db, org.id, { events: [event('one')] })
  })

  it('may have had several gatherings at once in the past', async () => {
    const yesterday = Temporal.Now.plainDateISO('UTC').subtract({ days: 2 }).toString()
    const past = { startsAt: at('10:00', yesterday), endsAt: at('11:00', yesterday) }
    for (let n = 0; n < 2; n++) await create(workplaceAdmin, gathering('10:00', '11:00', past))
  })
})

describe('a time in the past', () => {
  const past = { startsAt: '2026-03-02T09:00:00Z', endsAt: '2026-03-02T10:00:00Z' }

  it('cannot be the time of a new gathering, except for administrators; a current one can be added', async () => {
    expectProblem(await post(ada, gathering('10:00', '11:00', past)), 'day_in_past')
    await create(workplaceAdmin, gathering('10:00', '11:00', past))
    const minutes = (amount: number) => Temporal.Now.instant().add({ minutes: amount }).toString()
    const running = await create(ada, gathering('10:00', '11:00', { startsAt: minutes(-10), endsAt: minutes(20) }))
    expectProblem(await patch(ada, running.eventId, past), 'day_in_past')
    expect((await patch(ada, running.eventId, { status: 'cancelled' })).status).toBe(200)
  })

  it('cannot be the day of a visit, except for administrators; the e-mail of a visitor must be valid', async () => {
    const today = Temporal.Now.plainDateISO('Europe/Berlin')
    const visit = (more: object) => ({ visitorName: 'Alan', locationId: nodes.location, day: today.toString(), ...more })
    const ask = (who: SignedIn, body: object) => callAs(service, who, 'POST', '/api/visits', body)
    const before = { day: today.subtract({ days: 1 }).toString() }
    expectProblem(await ask(ada, visit(before)), 'day_in_past')
    expect((await ask(workplaceAdmin, visit({ ...before, hostUserId: ada.userId }))).status).toBe(201)
    const { errors } = expectProblem(await ask(ada, visit({ visitorEmail: 'nonsense' })), 'invalid_body')
    expect(errors).toMatchObject([{ pointer: '/visitorEmail' }])
    for (const visitorEmail of ['', null, 'alan@visitor.example'])
      expect((await ask(ada, visit({ visitorEmail }))).status).toBe(201)
    const visitId = randomUUID()
    await ask(ada, visit({ visitId }))
    const change = (body: object) => callAs(service, ada, 'PATCH', `/api/visits/${visitId}`, body)
    expectProblem(await change(before), 'day_in_past')
    expectProblem(await change({ visitorEmail: 'two words@example.com' }), 'invalid_body')
    expect((await change({ status: 'cancelled' })).status).toBe(200)
  })
})
