import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addUpTicks,
  listDirtyDays,
  lockChanges,
  markPublished,
  readDayChanges,
  readDayStates,
} from '../../src/intake/day-changes/day-changes.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { type Company, openCompany } from './support.ts'

let database: TestDatabase
let company: Company

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await openCompany(database)
})

const [MONDAY, TUESDAY] = ['2026-03-02', '2026-03-03'] as const
const dirty = (day: string, topic = 'plans', reason = 'corrected') => ({ day, topic, reason })

const inTransaction = (work: (trx: Company['db']) => Promise<void>) => company.db.transaction().execute(work)
const addUp = () => inTransaction((trx) => addUpTicks(trx, [company.orgId]))
/** Publishes the days as a snapshot sees them; `meanwhile` comes between the snapshot and the publication. */
const publish = async (days: string[], meanwhile: () => Promise<unknown> = async () => {}) => {
  const { db, orgId } = company
  const seen = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      await listDirtyDays(snapshot, orgId, ['plans'])
      await meanwhile()
      return readDayChanges(snapshot, orgId, days)
    })
  await inTransaction(async (trx) => {
    await lockChanges(trx, orgId)
    await addUpTicks(trx, [orgId])
    await markPublished(trx, orgId, seen)
  })
}
const listDirty = (topics: Parameters<typeof listDirtyDays>[2] = ['plans', 'presence', 'directory'], lastDay?: string) =>
  listDirtyDays(company.db, company.orgId, topics, lastDay)

describe('a day is dirty', () => {
  it('from its change to the publication that shows it, added up or not', async () => {
    const { plan, user } = company
    await plan(user, MONDAY, TUESDAY)
    expect(await listDirty()).toEqual([dirty(MONDAY), dirty(TUESDAY)])
    await addUp()
    expect(await listDirty()).toEqual([dirty(MONDAY), dirty(TUESDAY)])
    await publish([MONDAY])
    expect(await listDirty()).toEqual([dirty(TUESDAY)])
    await plan(company.colleague, MONDAY)
    expect(await listDirty()).toEqual([dirty(MONDAY), dirty(TUESDAY)])
    await publish([MONDAY, TUESDAY])
    expect(await listDirty()).toEqual([])
  })

  it('when it is changed between the snapshot and the publication', async () => {
    const { plan, user, colleague } = company
    await plan(user, MONDAY)
    await publish([MONDAY], () => plan(colleague, MONDAY))
    expect(await listDirty()).toEqual([dirty(MONDAY)])
    await publish([MONDAY], addUp)
    expect(await listDirty()).toEqual([])
  })

  it('for topics that are asked for, and up to the last day', async () => {
    const { plan, run, seen, user, location } = company
    await plan(user, MONDAY, TUESDAY)
    await seen(location, `${MONDAY}T09:00:00Z`)
    await run('delete from presence_events where org_id = $1')
    await run(`update groups set name = 'Crew' where org_id = $1`)
    expect(await listDirty(['presence'])).toEqual([dirty(MONDAY, 'presence')])
    expect(await listDirty(['plans'], MONDAY)).toEqual([dirty(MONDAY)])
    await addUp()
    expect(await listDirty(['plans'], MONDAY)).toEqual([dirty(MONDAY)])
    expect(await listDirty(['presence', 'directory'])).toEqual([
      dirty(MONDAY, 'directory'),
      dirty(MONDAY, 'presence'),
      dirty(TUESDAY, 'directory'),
    ])
  })

  it('and stays published when an older snapshot is published after a newer one', async () => {
    const { plan, user, colleague, db, orgId } = company
    await plan(user, MONDAY)
    const older = await readDayChanges(db, orgId, [MONDAY])
    await plan(colleague, MONDAY)
    await publish([MONDAY])
    await inTransaction((trx) => markPublished(trx, orgId, older))
    expect(await listDirty()).toEqual([])
  })
})

describe('the state of a day', () => {
  it('is of the topics asked for, of days in the range, absent where nothing ever changed', async () => {
    const { plan, run, user, db, orgId } = company
    await plan(user, MONDAY, TUESDAY)
    await run(`update groups set name = 'Crew' where org_id = $1`)
    const states = async (...topics: Parameters<typeof readDayStates>[2]) =>
      [...(await readDayStates(db, orgId, topics, MONDAY, MONDAY))].map(([day, { state }]) => [day, state])
    expect(await states('plans')).toEqual([[MONDAY, 1]])
    expect(await states('plans', 'directory')).toEqual([[MONDAY, 2]])
    expect(await states('presence')).toEqual([])
    expect((await readDayStates(db, orgId, ['plans'], '2026-03-04', '2026-03-30')).size).toBe(0)
  })

  it('and its time are the same before and after adding up', async () => {
    const { plan, user, colleague, db, orgId } = company
    await plan(user, MONDAY)
    await addUp()
    await plan(colleague, MONDAY)
    const before = await readDayStates(db, orgId, ['plans'], MONDAY, TUESDAY)
    await addUp()
    expect(await readDayStates(db, orgId, ['plans'], MONDAY, TUESDAY)).toEqual(before)
    expect(before.get(MONDAY)?.state).toBe(2)
  })
})
