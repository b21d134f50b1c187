import type { PresenceEvent } from '@rollcall/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AcceptedEvent } from '../../src/intake/ingest/event-kind.ts'
import { type EventBatch, eventStore, type StoreEvents } from '../../src/intake/ingest/event-store.ts'
import { mergeSources } from '../../src/intake/ingest/merge-sources.ts'
import { presenceEvents } from '../../src/intake/presence/presence-events.ts'
import { currentOwner, runFor, SERVICE } from '../../src/platform/fairness/work-owner.ts'
import { startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, type Nodes, storedEvents, submit } from './support.ts'

interface Site {
  readonly org: TestOrganization
  readonly nodes: Nodes
  readonly userId: string
}

let service: TestService
let sites: Site[]

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  sites = []
  for (let count = 0; count < 6; count++) {
    const org = await service.createOrganization()
    sites.push({ org, nodes: await addBuilding(service, org.id), userId: await addUser(service, org.id) })
    await service.database.pool.query(`insert into sources (org_id, source_no, source_id) values ($1, 1, 'badges')`, [org.id])
  }
})

const site = (index: number): Site => sites[index] as Site
const storedIds = async ({ org }: Site) => (await storedEvents(service, org.id)).map(({ event_id }) => event_id)
const markedDays = async ({ org }: Site) => {
  const { rows } = await service.database.pool.query(
    `select distinct day from (select org_id, day from day_change_ticks union select org_id, day from day_changes) d where org_id = $1`,
    [org.id],
  )
  return rows.map(({ day }) => day)
}

const accepted = ({ userId, nodes }: Site, eventId: string, day = '2026-03-02'): AcceptedEvent<PresenceEvent> => ({
  ...{ eventId, utcDay: day, time: Date.parse(`${day}T09:00:00Z`), localDay: day, userId },
  node: { id: nodes.zone, locationId: nodes.location, timeZone: 'UTC', dayStartHour: 0 },
  event: { timestamp: `${day}T09:00:00Z`, locationId: nodes.zone, locationType: 'zone', eventId },
})
const batch = (of: Site, events: readonly AcceptedEvent<PresenceEvent>[]): EventBatch<PresenceEvent> => ({
  ...{ orgId: of.org.id, sourceNo: 1, keyId: null, accepted: events, refused: [], release: false, follow: false },
})
const events = (of: Site, name: string, count: number) =>
  Array.from({ length: count }, (_, index) => accepted(of, `${name}-${String(index).padStart(4, '0')}`))

/** Records the numbers of batches that statements store, and for whom they work. Each starts when its organization is `ready`. */
const recorded = (ready: (orgId: string) => Promise<void> = async () => {}) => {
  const statements: { batches: number; events: number; orgId: string }[] = []
  const record = (batches: readonly EventBatch<PresenceEvent>[]) =>
    statements.push({
      batches: batches.length,
      events: batches.reduce((sum, each) => sum + each.accepted.length, 0),
      orgId: currentOwner().orgId,
    })
  const inner = eventStore(presenceEvents)
  const store = mergeSources<PresenceEvent>({
    ...inner,
    store: async (pool, each) => {
      record([each])
      await ready(each.orgId)
      return inner.store(pool, each)
    },
    storeNew: async (pool, batches) => {
      record(batches)
      await ready(currentOwner().orgId)
      return inner.storeNew(pool, batches)
    },
  })
  /** Stores as a request of the organization does. */
  const storeFor: StoreEvents<PresenceEvent> = (pool, each) =>
    new Promise((resolve, reject) => {
      runFor({ orgId: each.orgId, caller: 'key' }, () => void store(pool, each).then(resolve, reject))
    })
  return { statements, store: storeFor }
}

describe('calls of several organizations that come at once', () => {
  test('share statements, and each row has its own organization', async () => {
    const { pool } = service.database
    const { statements, store } = recorded()
    const results = await Promise.all(sites.map((of, index) => store(pool, batch(of, [accepted(of, `e-${index}`)]))))
    expect(results.map(({ inserted }) => inserted)).toEqual(sites.map(() => 'all'))
    expect(statements.map(({ batches }) => batches)).toEqual([1, 1, 1, 3])
    expect(statements.at(-1)?.orgId).toBe(SERVICE.orgId)
    expect(statements[0]?.orgId).toBe(site(0).org.id)
    for (const [index, of] of sites.entries()) {
      expect(await storedIds(of)).toEqual([`e-${index}`])
      expect(await markedDays(of)).toEqual(['2026-03-02'])
    }
  })

  test('are answered over HTTP like calls that come alone', async () => {
    const event = ({ nodes, userId }: Site, eventId: string) => ({
      ...{ timestamp: '2026-03-02T09:00:00Z', userId, locationId: nodes.zone, locationType: 'zone', eventId },
    })
    const calls = Array.from({ length: 60 }, (_, index) => [site(index % 6), `e-${index}`] as const)
    const first = await Promise.all(calls.map(([of, id]) => submit(service, of.org, 'presence', [event(of, id)])))
    const again = await Promise.all(calls.map(([of, id]) => submit(service, of.org, 'presence', [event(of, id)])))
    const messages = (answers: typeof first) => new Set(answers.flatMap(({ body }) => body.results.map(({ message }) => message)))
    expect(messages(first)).toEqual(new Set(['Accepted']))
    expect(messages(again)).toEqual(new Set(['Already recorded']))
    for (const of of sites) expect(await storedIds(of)).toHaveLength(10)
  })

  test('take turns: a busy organization does not keep a quiet one out of the next statement', async () => {
    const { pool } = service.database
    const { statements, store } = recorded()
    const [busy, quiet] = [site(0), site(1)]
    const many = Array.from({ length: 30 }, (_, call) => store(pool, batch(busy, events(busy, `busy-${call}`, 100))))
    const one = store(pool, batch(quiet, [accepted(quiet, 'quiet')]))
    await Promise.all([...many, one])
    // Two statements of the busy one are running when the quiet one finds a free place.
    expect(statements.slice(0, 3).map((each) => [each.batches, each.orgId])).toEqual([
      [1, busy.org.id],
      [1, busy.org.id],
      [1, quiet.org.id],
    ])
    expect(Math.max(...statements.map((each) => each.events))).toBeLessThanOrEqual(1000)
    expect(await storedIds(busy)).toHaveLength(3000)
  })

  test('do not wait for those of one that waits for its lanes, even if one of its statements is late', async () => {
    const { pool } = service.database
    const [busy, quiet] = [site(0), site(1)]
    const lane = Promise.withResolvers<void>()
    const { statements, store } = recorded((orgId) => (orgId === busy.org.id ? lane.promise : Promise.resolve()))
    const many = Array.from({ length: 6 }, (_, call) => store(pool, batch(busy, events(busy, `busy-${call}`, 100))))
    await expect.poll(() => statements.map((each) => each.batches)).toEqual([1, 1, 4])
    const one = store(pool, batch(quiet, [accepted(quiet, 'quiet')]))
    expect(statements.at(-1)?.orgId).toBe(quiet.org.id)
    await one
    lane.resolve()
    await Promise.all(many)
    expect(await storedIds(busy)).toHaveLength(600)
  })

  test('include repeated events of one of them, which are found out, and are new to the others', async () => {
    const { pool } = service.database
    await eventStore(presenceEvents).store(pool, batch(site(4), [accepted(site(4), 'e')]))
    const { statements, store } = recorded()
    const results = await Promise.all(sites.map((of) => store(pool, batch(of, [accepted(of, 'e')]))))
    expect(results.map(({ inserted }) => (inserted === 'all' ? 'all' : inserted.size))).toEqual([
      'all',
      'all',
      'all',
      'all',
      0,
      'all',
    ])
    expect(statements.map(({ batches }) => batches)).toEqual([1, 1, 1, 3, 1, 1, 1])
    // Calls of a source that repeats are checked, and no longer share a statement.
    await store(pool, batch(site(4), [accepted(site(4), 'f')]))
    expect(statements.at(-1)).toEqual({ batches: 1, events: 1, orgId: site(4).org.id })
    for (const of of sites) expect(await storedIds(of)).toEqual(of === site(4) ? ['e', 'f'] : ['e'])
  })

  test.each([
    ['its content', '23514'],
    ['its organization is being moved', '57M01'],
    ['it waited too long for a lock', '55P03'],
  ])('fail one by one, where PostgreSQL refuses one because of %s', async (_, code) => {
    const { pool } = service.database
    const name = `refuse_${code}`.toLowerCase()
    await pool.query(`create function ${name}() returns trigger language plpgsql as $$
      begin
        if new.org_id = '${site(4).org.id}' then raise exception 'refused' using errcode = '${code}'; end if;
        return new;
      end $$`)
    await pool.query(`create trigger ${name} before insert on presence_events for each row execute function ${name}()`)
    await using _trigger = {
      [Symbol.asyncDispose]: async () => void (await pool.query(`drop function ${name} cascade`)),
    }
    const { store } = recorded()
    const results = await Promise.allSettled(sites.map((of) => store(pool, batch(of, [accepted(of, 'e')]))))
    expect(results.map(({ status }) => status[0]).join('')).toBe('ffffrf')
    for (const of of sites) expect(await storedIds(of)).toEqual(of === site(4) ? [] : ['e'])
  })

  test('make the partition of a month that has none', async () => {
    const { pool } = service.database
    const { store } = recorded()
    await Promise.all(sites.map((of, index) => store(pool, batch(of, [accepted(of, 'e', `2031-0${index + 1}-02`)]))))
    for (const [index, of] of sites.entries()) expect(await markedDays(of)).toEqual([`2031-0${index + 1}-02`])
  })

  test('fail together where the database is away', async () => {
    const { statements, store } = recorded()
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
    const results = await Promise.allSettled(sites.map((of) => store(pool, batch(of, [accepted(of, 'e')]))))
    expect(results.map(({ status }) => status)).toEqual(sites.map(() => 'rejected'))
    expect(statements.map(({ batches }) => batches)).toEqual([1, 1, 1, 3])
    await pool.end()
  })
})
