import { randomUUID } from 'node:crypto'
import { ENDPOINTS, RESULT_CODES, type Variant } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import type { DirectoryIds } from './support/directory-data.ts'
import { ALL_VARIANTS, type Caller, createCaller, label, sendGood } from './support/good-calls.ts'
import { type Answer, post } from './support/send.ts'

let service: TestService
type Known = Caller & { organization: TestOrganization }
let ours: Known
let others: Known
let ourIds: DirectoryIds
let otherIds: DirectoryIds

beforeAll(async () => {
  service = await startTestService()
  ours = await createCaller(service, 'ours')
  others = await createCaller(service, 'others')
  ourIds = ours.ids
  otherIds = others.ids
})
afterAll(() => service[Symbol.asyncDispose]())

const DATASETS = ALL_VARIANTS.filter(({ endpoint, scheme }) => endpoint.streamed && scheme === 'basic')

const read = (variant: Variant, caller: Known): Promise<Answer> =>
  sendGood(variant, caller, basic(caller.organization.keys['data-warehouse']))

describe.each(DATASETS.map((variant) => ({ variant, name: label(variant) })))('$name', ({ variant }) => {
  it('shows each organization its own rows only', async () => {
    const [mine, theirs] = [await read(variant, ours), await read(variant, others)]
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
  const answer = await post(service.baseUrl, `${path}/basic`, body, basic(ours.organization.keys['submitting-events']))
  const { results } = answer.json<{ results: { resultCode: number }[] }>()
  return { text: answer.text, codes: results.map(({ resultCode }) => resultCode) }
}
const timestamp = '2026-01-05T09:00:00Z'

describe('a submission that refers to another organization', () => {
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
      // The answers for an id of another organization and for an unknown id do not differ.
      expect(text).not.toContain('not of the type')
      for (const id of Object.values(otherIds)) expect(text).not.toContain(id)
    }
  })

  it('is stored for the organization of the key only', async () => {
    const { rows } = await service.database.pool.query<{ org_id: string }>(
      `with told as (select org_id, source_no from sources where source_id = 'badges')
       select org_id from presence_events natural join told
       union
       select org_id from quarantine natural join told
       union
       select org_id from told`,
    )
    expect(rows).toEqual([{ org_id: ours.orgId }])
  })
})
