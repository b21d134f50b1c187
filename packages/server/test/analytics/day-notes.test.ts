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

  expect((await ask(service, grace.headers, 'DELETE', `${NOTES}/${noteId}`)).status).toBe(200)
  expectProblem(await ask(service, grace.headers, 'DELETE', `${NOTES}/${noteId}`), 'entity_not_found')
})
