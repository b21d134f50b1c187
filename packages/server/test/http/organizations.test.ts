import { randomUUID } from 'node:crypto'
import { ENDPOINTS, RESULT_CODES } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { type DirectoryIds, seedDirectory } from './support/directory-data.ts'
import { ALL } from './support/good-calls.ts'
import { type Answer, post, send } from './support/send.ts'

let service: TestService
let ours: TestOrganization
let others: TestOrganization
let ourIds: DirectoryIds
let otherIds: DirectoryIds

beforeAll(async () => {
  service = await startTestService()
  ours = await service.createOrganization()
  others = await service.createOrganization()
  ourIds = await seedDirectory(service.database.pool, ours.id, 'ours')
  otherIds = await seedDirectory(service.database.pool, others.id, 'others')
})
afterAll(() => service[Symbol.asyncDispose]())

const read = (path: string, organization: TestOrganization): Promise<Answer> =>
  send(service.baseUrl, { path: `${path}/basic`, headers: basic(organization.keys['data-warehouse']) })

describe.each(ALL.filter(({ streamed }) => streamed).map(({ path }) => ({ path })))('GET $path', ({ path }) => {
  it('tells each organisation its own rows only', async () => {
    const [mine, theirs] = [await read(path, ours), await read(path, others)]
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(Object.values(ourIds).some((id) => mine.text.includes(id))).toBe(true)
    for (const id of Object.values(ourIds)) expect(theirs.text).not.toContain(id)
    for (const id of Object.values(otherIds)) expect(mine.text).not.toContain(id)
    expect(theirs.text).not.toContain('ours')
    expect(mine.text).not.toContain('others')
  })
})

const submit = async (list: string, path: string, events: object[]): Promise<{ text: string; codes: number[] }> => {
  const body = { sourceId: 'badges', [list]: events.map((event) => ({ eventId: randomUUID(), timestamp, ...event })) }
  const answer = await post(service.baseUrl, `${path}/basic`, body, basic(ours.keys['submitting-events']))
  const { results } = answer.json<{ results: { resultCode: number }[] }>()
  return { text: answer.text, codes: results.map(({ resultCode }) => resultCode) }
}
const timestamp = '2026-01-05T09:00:00Z'

describe('a submission that refers to another organisation', () => {
  it('does not find its users, however they are named', async () => {
    const at = { locationId: ourIds.desk, locationType: 'place' }
    const { text, codes } = await submit('presenceEvents', ENDPOINTS.submitPresence.path, [
      { ...at, userId: otherIds.ada },
      { ...at, userEmail: 'ada.others@example.com' },
      { ...at, userEmail: 'mail.others@example.com' },
      { ...at, sourceUserId: 'card-others' },
      { ...at, userId: ourIds.ada },
    ])
    expect(codes).toEqual([...Array(4).fill(RESULT_CODES.userNotFound), RESULT_CODES.accepted])
    for (const id of Object.values(otherIds)) expect(text).not.toContain(id)
    expect(text).not.toContain('others')
  })

  it('does not find its locations, levels, zones, desks and spaces', async () => {
    const nodes = [
      { locationId: otherIds.berlin, locationType: 'location' },
      { locationId: otherIds.level, locationType: 'level' },
      { locationId: otherIds.openZone, locationType: 'zone' },
      { locationId: otherIds.desk, locationType: 'place' },
      { locationId: otherIds.room, locationType: 'space' },
      { locationId: otherIds.room, locationType: 'place' },
    ]
    const notFound = nodes.map(() => RESULT_CODES.locationNotFound)
    const presence = nodes.map((node) => ({ ...node, userId: ourIds.ada }))
    const occupancy = nodes.map((node) => ({ ...node, occupancy: 1 }))
    const answers = [
      await submit('presenceEvents', ENDPOINTS.submitPresence.path, presence),
      await submit('occupancyEvents', ENDPOINTS.submitOccupancy.path, occupancy),
    ]
    for (const { text, codes } of answers) {
      expect(codes).toEqual(notFound)
      // An id of another organisation and one that nobody has are told apart by nothing.
      expect(text).not.toContain('not of the type')
      for (const id of Object.values(otherIds)) expect(text).not.toContain(id)
    }
  })

  it('is stored for the organisation of the key alone', async () => {
    const { rows } = await service.database.pool.query<{ org_id: string }>(
      'select org_id from presence_events union select org_id from quarantine union select org_id from sources',
    )
    expect(rows).toEqual([{ org_id: ours.id }])
  })
})
