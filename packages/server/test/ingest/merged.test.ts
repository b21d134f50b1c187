import { randomUUID } from 'node:crypto'
import type { PresenceEvent } from '@rollcall/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AcceptedEvent } from '../../src/intake/ingest/event-kind.ts'
import { type EventBatch, eventStore, type StoreEvents } from '../../src/intake/ingest/event-store.ts'
import { mergeCalls } from '../../src/intake/ingest/merge-calls.ts'
import { presenceEvents } from '../../src/intake/presence/presence-events.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, type Nodes, storedEvents, submit } from './support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let userId: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id)
  userId = await addUser(service, org.id)
})

const stored = async () => (await storedEvents(service, org.id)).map(({ event_id }) => event_id)

describe('calls of a source that come at once', () => {
  const event = (eventId: string) => ({
    ...{ timestamp: '2026-03-02T09:00:00Z', userId, locationId: nodes.zone, locationType: 'zone', eventId },
  })

  test('are each answered like separate calls, also where they contain the same events', async () => {
    const calls = Array.from({ length: 60 }, (_, index) => [`e-${index % 40}`, `f-${index}`])
    const answers = await Promise.all(calls.map((ids) => submit(service, org, 'presence', ids.map(event))))
    const said = answers.flatMap(({ body }) => body.results.map(({ eventId, message }) => `${eventId} ${message}`))
    const count = (message: string) => said.filter((line) => line.endsWith(message)).length
    expect([count(' Accepted'), count(' Already recorded')]).toEqual([100, 20])
    expect(new Set(said.filter((line) => line.endsWith(' Accepted'))).size).toBe(100)
    expect(await stored()).toEqual([...new Set(calls.flat())].sort())
  })

  test('are refused one by one', async () => {
    const calls = Array.from({ length: 40 }, (_, index) => [
      event(`e-${index}`),
      ...(index % 4 === 0 ? [{ ...event(`bad-${index}`), userId: 'nobody' }] : []),
    ])
    const answers = await Promise.all(calls.map((events) => submit(service, org, 'presence', events)))
    expect(answers.map(({ codes }) => codes)).toEqual(calls.map(({ length }) => (length === 2 ? [0, 1] : [0])))
    expect(await stored()).toHaveLength(40)
  })

  test('are counted like separate calls', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => submit(service, org, 'presence', [event(`e-${index % 10}`)])))
    const counts = async () => {
      const { rows } = await service.database.pool.query('select accepted, repeated from sources where org_id = $1', [org.id])
      return rows
    }
    await expect.poll(counts).toEqual([{ accepted: 10, repeated: 20 }])
  })
})

describe('the statement of several calls', () => {
  const accepted = (eventId: string, changes: Partial<PresenceEvent> = {}): AcceptedEvent<PresenceEvent> => ({
    ...{ eventId, utcDay: '2026-03-02', time: Date.UTC(2026, 2, 2, 9), localDay: '2026-03-02', userId },
    node: { id: nodes.zone, locationId: nodes.location, timeZone: 'UTC', dayStartHour: 0 },
    event: { timestamp: '2026-03-02T09:00:00Z', locationId: nodes.zone, locationType: 'zone', eventId, ...changes },
  })
  const batch = (events: readonly AcceptedEvent<PresenceEvent>[], sourceNo = 1): EventBatch<PresenceEvent> => ({
    ...{ orgId: org.id, sourceNo, keyId: null, accepted: events, refused: [], release: false, follow: false },
  })

  /** Counts the events that each statement stores. */
  const counted = (): { sizes: number[]; store: StoreEvents<PresenceEvent> } => {
    const sizes: number[] = []
    const { store } = eventStore(presenceEvents)
    return {
      sizes,
      store: mergeCalls((pool, merged) => {
        sizes.push(merged.accepted.length)
        return store(pool, merged)
      }),
    }
  }

  const sourcesOf = async (...numbers: number[]) => {
    for (const number of numbers) {
      const values = [org.id, number, `source-${number}`]
      await service.database.pool.query('insert into sources (org_id, source_no, source_id) values ($1, $2, $3)', values)
    }
  }

  test('contains the calls that arrived while others were stored, up to a limit, and larger calls are stored by themselves', async () => {
    await sourcesOf(1, 2)
    const { pool } = service.database
    const { sizes, store } = counted()
    const rows = (name: string, count: number) => Array.from({ length: count }, (_, index) => accepted(`${name}-${index}`))
    const small = Array.from({ length: 14 }, (_, call) => store(pool, batch(rows(`small-${call}`, 100))))
    const large = store(pool, batch(rows('large', 101)))
    const other = store(pool, batch(rows('other', 1), 2))
    const results = await Promise.all([...small, large, other])
    expect(sizes).toEqual([100, 100, 101, 1, 1000, 200])
    expect(new Set(results.map(({ inserted }) => inserted))).toEqual(new Set(['all']))
    expect(await stored()).toHaveLength(1502)
  })

  test('isolates the call that PostgreSQL refuses', async () => {
    await sourcesOf(1)
    const { pool } = service.database
    const { sizes, store } = counted()
    const calls = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
      batch([accepted(id, id === 'e' ? { locationType: undefined as never } : {})]),
    )
    const results = await Promise.allSettled(calls.map((call) => store(pool, call)))
    expect(results.map(({ status }) => status[0]).join('')).toBe('ffffrf')
    expect(sizes).toEqual([1, 5, 1, 1, 1, 1, 1])
    expect(await stored()).toEqual(['a', 'b', 'c', 'd', 'f'])
  })

  test('is not tried again for each of them where the database is away', async () => {
    const { sizes, store } = counted()
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => store(pool, batch([accepted(randomUUID())]))))
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'rejected'))
    expect(sizes).toEqual([1, 8])
    await pool.end()
  })
})
