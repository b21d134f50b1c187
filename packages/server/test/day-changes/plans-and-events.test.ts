import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCommand } from '../../src/planning/commands/command.ts'
import { saveDayPlans } from '../../src/planning/plans/day-plans.ts'
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

const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-03-02', '2026-03-03', '2026-03-04'] as const
const AS = `changed_by = 'directory', command_id = gen_random_uuid()`

describe('a day plan changes its day', () => {
  it('when it is made, changed and removed, once a statement and day however many plans there are', async () => {
    const { plan, run, changes, user, colleague } = company
    expect(await changes(() => plan(user, MONDAY, TUESDAY))).toEqual([`plans ${MONDAY}`, `plans ${TUESDAY}`])
    await plan(colleague, MONDAY)
    expect(await changes(() => run(`update day_plans set plan = 'r', ${AS} where org_id = $1 and day = $2`, MONDAY))).toEqual([
      `plans ${MONDAY}`,
    ])
    expect(await changes(() => run('delete from day_plans where org_id = $1 and day = $2', TUESDAY))).toEqual([
      `plans ${TUESDAY}`,
    ])
    const { rows } = await run('select day, count(*) as ticks from day_change_ticks where org_id = $1 group by day order by day')
    expect(rows).toEqual([
      { day: MONDAY, ticks: 3 },
      { day: TUESDAY, ticks: 2 },
    ])
  })

  it('and only of the rows that are others afterwards', async () => {
    const { plan, run, changes, user } = company
    await plan(user, MONDAY, TUESDAY)
    const toRemote = `update day_plans set plan = case when day = $2 then 'r' else plan end, ${AS} where org_id = $1`
    expect(await changes(() => run(toRemote, MONDAY))).toEqual([`plans ${MONDAY}`])
    expect(await changes(() => run(toRemote, MONDAY))).toEqual([])
    expect(await changes(() => run(`update day_plans set updated_at = now() where org_id = $1 and day = $2`, TUESDAY))).toEqual([
      `plans ${TUESDAY}`,
    ])
  })

  it('not when it is taken back with its transaction', async () => {
    const { pool, orgId, changes, user } = company
    const rolledBack = async () => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query(
        `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
         values ($1, $2, $3, 'o', 'day-plan', 'directory', gen_random_uuid())`,
        [orgId, user, MONDAY],
      )
      const { rows } = await client.query('select day from day_change_ticks where org_id = $1', [orgId])
      expect(rows).toEqual([{ day: MONDAY }])
      await client.query('rollback')
      client.release()
    }
    expect(await changes(rolledBack)).toEqual([])
  })
})

describe('a booking changes its day', () => {
  const book = (day: string, status = 'booked') =>
    company.run(
      `insert into bookings (org_id, id, user_id, day, status, location_id, changed_by, command_id)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, 'directory', gen_random_uuid())`,
      ...[company.user, day, status, company.location],
    )

  it('when it is made, moved, canceled and removed', async () => {
    const { plan, run, changes, user, zone, place } = company
    await plan(user, MONDAY, TUESDAY)
    expect(await changes(() => book(MONDAY))).toEqual([`plans ${MONDAY}`])
    const moved = `update bookings set zone_id = $2, place_id = $3, ${AS} where org_id = $1`
    expect(await changes(() => run(moved, zone, place))).toEqual([`plans ${MONDAY}`])
    expect(await changes(() => run(moved, zone, place))).toEqual([])
    expect(await changes(() => run(`update bookings set status = 'cancelled', ${AS} where org_id = $1`))).toEqual([
      `plans ${MONDAY}`,
    ])
    await book(TUESDAY)
    expect(await changes(() => run('delete from bookings where org_id = $1 and day = $2', TUESDAY))).toEqual([`plans ${TUESDAY}`])
  })

  it('not while it is canceled, which shows nowhere', async () => {
    const { run, changes } = company
    expect(await changes(() => book(MONDAY, 'cancelled'))).toEqual([])
    expect(await changes(() => run('update bookings set updated_at = now() where org_id = $1'))).toEqual([])
    expect(await changes(() => run('delete from bookings where org_id = $1'))).toEqual([])
  })

  it('when it falls with its plan', async () => {
    const { plan, run, changes, user } = company
    await plan(user, MONDAY)
    await book(MONDAY)
    const before = await run(`select count(*) as ticks from day_change_ticks where org_id = $1`)
    await saveDayPlans(database.db, company.orgId, createCommand({ changedBy: 'directory', userId: null }), [
      { userId: user, day: MONDAY, plan: 'r', locationId: null, origin: 'day-plan' },
    ])
    const after = await run(`select count(*) as ticks from day_change_ticks where org_id = $1`)
    expect(after.rows[0].ticks - before.rows[0].ticks).toBe(2)
    expect(await changes(() => run(`update bookings set reason = reason where org_id = $1`))).toEqual([])
  })
})

describe('a workplace event changes the local day of its start', () => {
  const hold = (startsAt: string, locationId: string) => {
    const id = randomUUID() as string
    const added = company.run(
      `insert into workplace_events (org_id, id, name, starts_at, ends_at, location_id)
       values ($1, $2, 'All hands', $3, $3::timestamptz + interval '1 hour', $4)`,
      ...[id, startsAt, locationId],
    )
    return added.then(() => id)
  }

  it('in the time zone of its location, before and after a change', async () => {
    const { run, changes, addLocation, location } = company
    const tokyo = await addLocation('Asia/Tokyo')
    expect(await changes(() => hold(`${MONDAY}T16:00:00Z`, tokyo))).toEqual([`events ${TUESDAY}`])
    expect(await changes(() => run('update workplace_events set location_id = $2 where org_id = $1', location))).toEqual([
      ...[`events ${MONDAY}`, `events ${TUESDAY}`],
    ])
    expect(await changes(() => run(`update workplace_events set name = 'All hands' where org_id = $1`))).toEqual([])
    const later = `update workplace_events set starts_at = $2, ends_at = $2::timestamptz + interval '1 hour' where org_id = $1`
    expect(await changes(() => run(later, `${WEDNESDAY}T08:00:00Z`))).toEqual([`events ${MONDAY}`, `events ${WEDNESDAY}`])
    expect(await changes(() => run('delete from workplace_events where org_id = $1'))).toEqual([`events ${WEDNESDAY}`])
  })

  it('when a user is invited, replies or is no longer invited', async () => {
    const { run, changes, location, user, colleague } = company
    const [monday, tuesday] = [await hold(`${MONDAY}T09:00:00Z`, location), await hold(`${TUESDAY}T09:00:00Z`, location)]
    const invite = 'insert into event_invitations (org_id, event_id, user_id) values ($1, $2, $3)'
    expect(await changes(() => run(invite, monday, user))).toEqual([`events ${MONDAY}`])
    await run(invite, tuesday, user)
    await run(invite, tuesday, colleague)
    const reply = `update event_invitations set reply = 'accepted' where org_id = $1 and event_id = $2`
    expect(await changes(() => run(reply, tuesday))).toEqual([`events ${TUESDAY}`])
    expect(await changes(() => run(reply, tuesday))).toEqual([])
    expect(await changes(() => run('delete from event_invitations where org_id = $1'))).toEqual([
      ...[`events ${MONDAY}`, `events ${TUESDAY}`],
    ])
  })
})
