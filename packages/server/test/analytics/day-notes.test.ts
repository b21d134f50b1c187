import { randomUUID } from 'node:crypto'
import { type DayNote, MAX_NOTES_OF_DAY } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { ask } from '../mail/support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const NOTES = '/api/analytics/day-notes'
const PARTY = { day: '2026-12-11', note: 'Office party' }

it('a note on a day is shared by the administrators of an organization, and each of them may delete it', async () => {
  const { id: orgId } = await service.createOrganization()
  const ada = await service.signIn(orgId, ['analytics-administrator'])
  const grace = await service.signIn(orgId, ['bookings-administrator'])
  const boss = await service.signIn(orgId, ['global-administrator'])
  const stranger = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
  const noteId = randomUUID()
  const write = (note: object) => ask(service, ada.headers, 'POST', NOTES, note)
  const both = await Promise.all([write({ ...PARTY, noteId }), write({ ...PARTY, noteId })])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  const read = async (person: typeof ada, period = 'from=2026-12-11&to=2026-12-11') =>
    (await ask(service, person.headers, 'GET', `${NOTES}?${period}`)).json<{ items: DayNote[] }>().items
  expect(await read(ada)).toMatchObject([{ ...PARTY, noteId, isOwn: true }])
  expect(await read(grace)).toMatchObject([{ ...PARTY, isOwn: false }])
  expect(await read(ada, 'from=2026-12-12&to=2026-12-31')).toEqual([])
  expect(await read(stranger)).toEqual([])
  expectProblem(await ask(service, stranger.headers, 'DELETE', `${NOTES}/${noteId}`), 'entity_not_found')

  for (const wrong of [{ day: '2026-02-30' }, { day: '1999-12-31' }, { note: '' }, { note: 'x'.repeat(201) }]) {
    expectProblem(await write({ ...PARTY, ...wrong }), 'invalid_body')
  }
  expect((await write({ ...PARTY, day: '2000-01-01', note: 'x'.repeat(200) })).status).toBe(201)
  const more = Array.from({ length: MAX_NOTES_OF_DAY }, () => write(PARTY))
  const statuses = (await Promise.all(more)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_NOTES_OF_DAY - 1)
  expectProblem(await write(PARTY), 'conflict')
  expectProblem(await ask(service, ada.headers, 'GET', `${NOTES}?from=2026-12-11&to=2026-12-10`), 'invalid_parameter')

  const [berlin, oslo] = await Promise.all(
    ['Berlin', 'Oslo'].map(async (locationName) => {
      const made = await ask(service, boss.headers, 'POST', '/api/locations', { locationName, timeZone: 'Europe/Berlin' })
      return made.json<{ locationId: string }>().locationId
    }),
  )
  // A week of works in one building, of which only part is in the period.
  const works = { day: '2027-03-01', lastDay: '2027-03-05', locationId: berlin, note: 'Works on the lifts' }
  expect((await write(works)).json()).toMatchObject({ ...works, locationName: 'Berlin' })
  const worksIn = async (query: string) => (await read(grace, query)).map(({ note }) => note)
  expect(await worksIn('from=2027-03-05&to=2027-03-31')).toEqual(['Works on the lifts'])
  expect(await worksIn('from=2027-03-06&to=2027-03-31')).toEqual([])
  expect((await write({ day: '2027-03-03', note: 'Storm' })).json()).toMatchObject({ lastDay: '2027-03-03', locationId: null })
  expect(await worksIn(`from=2027-03-01&to=2027-03-31&locationIds=${oslo}`)).toEqual(['Storm'])
  expect(await worksIn(`from=2027-03-01&to=2027-03-31&locationIds=${oslo},${berlin}`)).toEqual(['Works on the lifts', 'Storm'])
  for (const lastDay of ['2027-02-28', '2028-03-01', '2027-02-30'])
    expectProblem(await write({ ...works, lastDay }), 'invalid_body')
  expectProblem(await write({ ...works, locationId: randomUUID() }), 'entity_not_found')
  // Two notes are on 3 March already, so a third, fourth and fifth one may reach over it.
  for (let more = 0; more < 3; more += 1) expect((await write({ ...works, day: '2027-03-02' })).status).toBe(201)
  expectProblem(await write({ ...works, day: '2027-02-01' }), 'conflict')
  expect((await write({ ...works, day: '2027-02-01', lastDay: '2027-03-01' })).status).toBe(201)

  expect((await ask(service, grace.headers, 'DELETE', `${NOTES}/${noteId}`)).status).toBe(200)
  expectProblem(await ask(service, grace.headers, 'DELETE', `${NOTES}/${noteId}`), 'entity_not_found')
})
