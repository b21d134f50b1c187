import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignDesks } from '../../src/planning/horizon/assign-desks.ts'
import { countDesks, readHistory } from '../../src/planning/horizon/horizon-history.ts'
import {
  insertBookings,
  insertDayPlans,
  lockCapacity,
  selectFreeZones,
  selectUnbooked,
} from '../../src/planning/horizon/horizon-store.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { DB } from '../../src/platform/db/schema.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { dayAfter, setUp } from './support.ts'

/** The days that have plans and bookings. */
const PAST = [dayAfter(-2), dayAfter(-1)]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  for (const day of [...PAST, dayAfter(0)]) await database.pool.query(`select ensure_event_partitions('${day}')`)
  // Right after a large import PostgreSQL has no statistics of the tables.
  await database.pool.query(`
    do $$
    declare
      name regclass;
    begin
      for name in
        select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop
        execute format('alter table %s set (autovacuum_enabled = false)', name);
      end loop;
    end
    $$`)
})
afterAll(() => database[Symbol.asyncDispose]())

const PEOPLE = 1_500
/** The rows that one step of a plan may touch: each table holds a few rows per person. */
const LINEAR = 20 * PEOPLE

interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Loops': number
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: Step[]
}

const touched = (step: Step): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0))

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** The steps of what the work executes, as they ran, that touch more rows than a look-up per person does. Changes nothing. */
const excessOf = async (work: (db: Db) => Promise<unknown>): Promise<string[]> => {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const logged = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      statements.push({ sql: query.sql, parameters: query.parameters })
    },
  })
  const undone = new Error('undone')
  await logged
    .transaction()
    .execute(async (trx) => {
      await work(trx)
      throw undone
    })
    .catch((error) => {
      if (error !== undone) throw error
    })
  expect(statements).not.toEqual([])
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    const steps: Step[] = []
    for (const { sql, parameters } of statements) {
      const isPlanned = /^\s*(select|with|insert)/.test(sql)
      const explained = `${isPlanned ? 'explain (analyze, timing off, format json) ' : ''}${sql}`
      const { rows } = await client.query(explained, [...parameters])
      if (isPlanned) steps.push(...stepsOf(rows[0]['QUERY PLAN'][0].Plan))
    }
    return steps
      .filter((step) => touched(step) > LINEAR)
      .map((step) => `${step['Node Type']} ${step['Relation Name'] ?? ''}: ${touched(step)} rows`)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** People of one location, half of them with desks, who were there on the last days. */
const largeOffice = async () => {
  const office = await setUp(database)
  const { pool, orgId, location } = office
  const group = await office.addGroup('Sales')
  const north = await office.addZone('North', { groups: [group] })
  await office.addZone('South', { capacity: 50, groups: [group] })
  const put = (statement: string) =>
    pool.query(statement.replaceAll(':org', `'${orgId}'`).replaceAll(':location', `'${location}'`))
  await put(`
    insert into places (org_id, id, zone_id, name)
    select :org, gen_random_uuid(), '${north.id}', 'Desk ' || n from generate_series(1, ${PEOPLE / 2}) n`)
  await put(`
    insert into users (org_id, id, user_name, primary_location_id, primary_group_id)
    select :org, gen_random_uuid(), 'user ' || n, :location, '${group}' from generate_series(1, ${PEOPLE}) n`)
  await put(`
    insert into week_plans (org_id, user_id, weekday, plan, location_id, changed_by, command_id)
    select :org, id, weekday, 'o', case when user_name < 'user 5' then :location::uuid end, 'directory', gen_random_uuid()
    from users, generate_series(1, 7) weekday
    where org_id = :org`)
  for (const day of PAST) {
    await put(`
      insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
      select :org, id, '${day}', 'o', 'week-plan', 'directory', gen_random_uuid() from users where org_id = :org`)
    await put(`
      insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
      select :org, gen_random_uuid(), u.id, '${day}', :location, p.zone_id, p.id, 'directory', gen_random_uuid()
      from (select id, row_number() over (order by id) as n from users where org_id = :org) u
      join (select id, zone_id, row_number() over (order by id) as n from places where org_id = :org) p on p.n = u.n`)
  }
  await put(`insert into sources (org_id, source_no, source_id) values (:org, 1, 'badges')`)
  await put(`
    insert into presence_events (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
    select :org, day, 1, id, day + interval '9 hours', day, user_id, :location, 'location', :location from bookings where org_id = :org`)
  return office
}

test('without statistics no statement of the engine compares all users with each other', async () => {
  const { db, pool, orgId, location } = await largeOffice()
  const { rows } = await pool.query(`select tablename from pg_stats where schemaname = 'public' and tablename <> 'model_objects'`)
  expect(rows).toEqual([])
  const today = dayAfter(0)
  const day = { orgId, locationId: location, day: today, today, commandId: crypto.randomUUID() }
  const excess = {
    history: await excessOf((trx) => readHistory(trx, day, 0, false)),
    counts: await excessOf((trx) => countDesks(trx, day, today, -30, 0)),
    plans: await excessOf((trx) => insertDayPlans(trx, day)),
    unbooked: [] as string[],
    capacity: [] as string[],
    zones: [] as string[],
  }
  expect(await insertDayPlans(db, day)).toBe(PEOPLE)
  const look = async () => {
    excess.unbooked.push(...(await excessOf((trx) => selectUnbooked(trx, day))))
    excess.capacity.push(...(await excessOf((trx) => lockCapacity(trx, day))))
    excess.zones.push(...(await excessOf((trx) => selectFreeZones(trx, day))))
  }
  await look()
  const queue = (await selectUnbooked(db, day)).map(({ userId, primaryGroupId: groupId }) => ({
    ...{ userId, groupId: groupId ?? undefined, usualDesk: undefined },
  }))
  const booked = await insertBookings(db, day, assignDesks(queue, await selectFreeZones(db, day)))
  expect(booked).toHaveLength(PEOPLE)
  await look()
  expect(excess).toEqual({ history: [], counts: [], plans: [], unbooked: [], capacity: [], zones: [] })
})
