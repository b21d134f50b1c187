import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOccupancy } from '../../src/intake/occupancy/occupancy-events.ts'
import { recordPresence } from '../../src/intake/presence/presence-events.ts'
import { recordVisitors } from '../../src/intake/visitors/visitor-events.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, openIngest } from './support.ts'

let service: TestService
let ingest: Awaited<ReturnType<typeof openIngest>>

beforeAll(async () => {
  service = await shareTestService()
  ingest = await openIngest(service)
})
afterAll(async () => {
  await ingest?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

/** The errors that an event of each kind can have, by the code that each causes alone. */
const FAULTS = {
  everywhere: { place: [2, { locationId: randomUUID() }], time: [3, { timestamp: '1960-01-01T00:00:00Z' }] },
  presence: { user: [1, { userEmail: 'nobody' }], conflict: [3, { userId: randomUUID(), userEmail: 'grace' }] },
  occupancy: { nothing: [3, { occupied: null }], contradiction: [3, { occupied: false, occupancy: 4 }] },
  visitor: { host: [1, { hostEmail: 'nobody' }], conflict: [3, { hostUserId: randomUUID(), hostEmail: 'grace' }] },
} satisfies Record<string, Record<string, [code: number, changes: object]>>

const GOOD = { presence: { userEmail: 'grace' }, occupancy: { occupied: true }, visitor: { eventType: 'arrived' } }

type Fault = [name: string, fault: [code: number, changes: object]]

/** Faults of the same property exclude each other. */
const canMeet = (a: object, b: object) => Object.keys(a).every((property) => !(property in b))

const pairsOf = (kind: keyof typeof GOOD) => {
  const faults: Fault[] = Object.entries({ ...FAULTS.everywhere, ...FAULTS[kind] })
  return faults.flatMap(([first, [firstCode, a]], index) => [
    { name: first, code: firstCode, changes: a },
    ...faults
      .slice(index + 1)
      .filter(([, [, b]]) => canMeet(a, b))
      .map(([second, [code, b]]) => ({ name: `${first}, ${second}`, code: Math.min(firstCode, code), changes: { ...a, ...b } })),
  ])
}

test.each(['presence', 'occupancy', 'visitor'] as const)(
  'a %s event with two faults is refused for the user, else for the location',
  async (kind) => {
    const org = await service.createOrganization()
    const { location } = await addBuilding(service, org.id)
    const ada = await addUser(service, org.id, { userName: 'ada' })
    await addUser(service, org.id, { userName: 'grace' })
    // Both of the names that contradict each other must be known.
    const known = (changes: object) =>
      Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, /serId$/.test(key) ? ada : value]))
    const good = { timestamp: '2026-03-02T09:00:00Z', locationId: location, locationType: 'location', ...GOOD[kind] }
    const pairs = pairsOf(kind)
    const events = pairs.map(({ changes }, index) => ({ ...good, ...known(changes), eventId: `e-${index}` }))
    const submission = { orgId: org.id, keyId: null, sourceId: 'badges' }
    const record = { presence: recordPresence, occupancy: recordOccupancy, visitor: recordVisitors }[kind]
    const results = await record(ingest, submission, events as never[])
    expect(results.map(({ resultCode }, index) => [pairs[index]?.name, resultCode])).toEqual(
      pairs.map(({ name, code }) => [name, code]),
    )
  },
)
