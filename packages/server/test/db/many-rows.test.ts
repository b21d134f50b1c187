import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { openCompanyOfMany } from './company-of-many.ts'
import { openSession } from './session-plans.ts'

const FEW = 8
const MANY = 1_000
/** Each row may be met by several steps, and at each lead to a few others; one that is compared with all others meets 1,000. */
const ROWS_PER_CHANGE = 30

/** Signed as one command; the plans and bookings of the company are not. */
const SIGNED = `changed_by = 'directory', command_id = md5('change ' || now())::uuid`
const OTHER_LOCATION = `md5('location 1')::uuid`

interface Change {
  /** The kind of row, which the statement names by id. */
  readonly kind: string
  readonly statement: string
  /** Prepares the state that the change needs. */
  readonly first?: string
}

const update = (table: string, kind: string, columns: string, key = 'id', first?: string): Change => ({
  kind,
  statement: `update ${table} set ${columns} where org_id = $1 and ${key} = any($2::uuid[])`,
  ...(first && { first: `update ${table} set ${first} where org_id = $1 and ${key} = any($2::uuid[])` }),
})
const remove = (table: string, kind: string, key: string): Change => ({
  kind,
  statement: `delete from ${table} where org_id = $1 and ${key} = any($2::uuid[])`,
})

const CHANGES: Record<string, Change> = {
  'users who move': update('users', 'user', `primary_location_id = ${OTHER_LOCATION}`),
  'users whose first group becomes known': update(
    'users',
    'user',
    `primary_group_id = md5('group 1')::uuid`,
    'id',
    'primary_group_id = null',
  ),
  'users who leave': update('users', 'user', `status = 'inactive'`),
  'users who are renamed': update('users', 'user', `user_name = user_name || '!'`),
  'locations that are given up': update('locations', 'location', `status = 'inactive'`),
  'locations that are renamed': update('locations', 'location', `name = name || '!'`),
  'locations in another time zone': update('locations', 'location', `time_zone = 'Pacific/Pago_Pago'`),
  'locations that report presence from another day on': update('locations', 'location', `presence_from = '2026-04-01'`),
  'first days of presence': update('location_presence', 'location', `first_day = '2026-04-01'`, 'location_id'),
  'levels that are given up': update('levels', 'level', `status = 'inactive'`),
  'zones that are given up': update('zones', 'zone', `status = 'inactive'`),
  'zones with another capacity': update('zones', 'zone', 'capacity = 7'),
  'places that are given up': update('places', 'place', `status = 'inactive'`),
  'places that are renamed': update('places', 'place', `name = name || '!'`),
  'places that are assigned': update('places', 'place', `assigned_user_id = md5('user 1')::uuid`),
  'bays that are given up': update('parking_bays', 'bay', `status = 'inactive'`),
  'day plans that become remote': update('day_plans', 'user', `plan = 'r', location_id = null, ${SIGNED}`, 'user_id'),
  'day plans in another location': update('day_plans', 'user', `location_id = ${OTHER_LOCATION}, ${SIGNED}`, 'user_id'),
  'day plans that are removed': remove('day_plans', 'user', 'user_id'),
  'week plans': update('week_plans', 'user', `plan = 'r', ${SIGNED}`, 'user_id'),
  'bookings that are canceled': update('bookings', 'booking', `status = 'cancelled', ${SIGNED}`),
  'bookings that lose their desk': update('bookings', 'booking', `place_id = null, ${SIGNED}`),
  'bookings that are removed': remove('bookings', 'booking', 'id'),
  'parking bookings that are canceled': update('parking_bookings', 'parking', `status = 'cancelled', changed_by = 'directory'`),
  'parking bookings on another day': update('parking_bookings', 'parking', `day = day + 1, changed_by = 'directory'`),
  'workplace events': update('workplace_events', 'event', `name = name || '!'`),
  invitations: update('event_invitations', 'event', `reply = 'accepted'`, 'event_id'),
}

/** Formats an MD5 sum as PostgreSQL casts it to a UUID. */
const idOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

let database: TestDatabase
let company: Awaited<ReturnType<typeof openCompanyOfMany>>
const sessions = new Map<Change, Awaited<ReturnType<typeof openSession>>>()

/** The steps of a change of these numbers, which is taken back: the next finds the company as it was. */
const change = async (of: Change, ...numbers: number[]) => {
  const { client, stepsOf } = sessions.get(of) as Awaited<ReturnType<typeof openSession>>
  const values = [company.orgId, numbers.map((number) => idOf(`${of.kind} ${number}`))]
  await client.query('begin')
  if (of.first) await client.query(of.first, values)
  const steps = await stepsOf(() => client.query(of.statement, values))
  await client.query('rollback')
  return steps
}

/** Each change has a session that made it while there were few of everything. */
beforeAll(async () => {
  database = await createTestDatabase()
  await leaveStatisticsAlone(database)
  company = await openCompanyOfMany(database)
  await company.grow(1, FEW)
  await database.pool.query('analyze')
  for (const of of Object.values(CHANGES)) {
    sessions.set(of, await openSession(database.url))
    for (let number = 1; number <= FEW; number++) await change(of, number)
  }
  await company.grow(FEW + 1, MANY)
})
afterAll(async () => {
  for (const session of sessions.values()) await session[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

/** Turns automatic statistics off, because new ones would make sessions plan their statements again. */
const leaveStatisticsAlone = ({ pool }: TestDatabase) =>
  pool.query(`
    do $$ declare name text; begin
      for name in select oid::regclass from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = off)', name);
      end loop;
    end $$`)

test.each(Object.entries(CHANGES))(
  'a change of many %s looks at no more rows for each in a session that changed single ones while there were few of everything',
  async (_name, of) => {
    const steps = await change(of, ...Array.from({ length: MANY - FEW }, (_, index) => FEW + 1 + index))
    expect(steps.some(({ rows }) => rows >= MANY - FEW)).toBe(true)
    expect(steps.filter(({ rows }) => rows > ROWS_PER_CHANGE * MANY)).toEqual([])
  },
)
