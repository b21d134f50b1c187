import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEntities } from '../../src/directory/entities/entity-service.ts'
import { listGroups } from '../../src/directory/groups/group-service.ts'
import { listMembers } from '../../src/directory/groups/member-service.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { listUsers } from '../../src/directory/people/user-service.ts'
import { PLACES } from '../../src/directory/places/node-tables.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { DB } from '../../src/platform/db/schema.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

const USER_COUNT = 100_000
const DESK_COUNT = 50_000
const GROUP_COUNT = 20_000

let database: TestDatabase
let db: Db
let orgId: string
const statements: { sql: string; parameters: readonly unknown[] }[] = []

/** A company of 100,000 people with 50,000 desks in 10 buildings, beside a small one. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => {
      statements.push({ sql, parameters })
    },
  })
  orgId = (await createOrganization(database.db, { name: 'Large' })).id
  const { id: small } = await createOrganization(database.db, { name: 'Small' })
  const client = await pool.connect()
  // Plans of reading do not depend on what triggers check and keep beside the rows, which takes longer than all else here.
  await client.query('set session_replication_role = replica')
  await fill(client, orgId, { locations: 10, zones: 500, desks: DESK_COUNT, groups: GROUP_COUNT, users: USER_COUNT })
  await fill(client, small, { locations: 1, zones: 2, desks: 20, groups: 2, users: 30 })
  client.release(true)
  await analyze(pool)
})
afterAll(() => database[Symbol.asyncDispose]())

/** Takes statistics of all rows, because each sample would differ. */
const analyze = async (pool: TestDatabase['pool']): Promise<void> => {
  const client = await pool.connect()
  await client.query('set default_statistics_target = 1000')
  await client.query('vacuum analyze users, groups, group_members, places, zones, levels, locations')
  client.release(true)
}

type Sizes = Record<'locations' | 'zones' | 'desks' | 'groups' | 'users', number>

const fill = async (client: PoolClient, org: string, { locations, zones, desks, groups, users }: Sizes): Promise<void> => {
  const query = (text: string, ...values: unknown[]) => client.query(text, [org, ...values])
  const sqlId = (kind: string, n: string) => `md5($1::uuid || '${kind}' || (${n}))::uuid`
  await query(
    `insert into locations (org_id, id, name, time_zone)
     select $1::uuid, ${sqlId('location', 'n')}, 'Building ' || n, 'UTC' from generate_series(0, $2::int - 1) n`,
    locations,
  )
  await query(
    `insert into levels (org_id, id, location_id, name)
     select $1::uuid, ${sqlId('level', 'n')}, ${sqlId('location', 'n / 5')}, 'Level ' || n from generate_series(0, $2::int * 5 - 1) n`,
    locations,
  )
  await query(
    `insert into zones (org_id, id, level_id, name, kind)
     select $1::uuid, ${sqlId('zone', 'n')}, ${sqlId('level', 'n % ($3::int * 5)')}, 'Zone ' || n, 'individual'
     from generate_series(0, $2::int - 1) n`,
    zones,
    locations,
  )
  await query(
    `insert into places (org_id, id, zone_id, name)
     select $1::uuid, ${sqlId('place', 'n')}, ${sqlId('zone', 'n % $3::int')}, 'Desk ' || n from generate_series(0, $2::int - 1) n`,
    desks,
    zones,
  )
  await query(
    `insert into groups (org_id, id, name, type, origin)
     select $1::uuid, ${sqlId('group', 'n')}, 'Group ' || n, 'type ' || n % 4, 'hierarchy' from generate_series(0, $2::int - 1) n`,
    groups,
  )
  await query(
    `insert into users (org_id, id, user_name, first_name, last_name, primary_location_id)
     select $1::uuid, ${sqlId('user', 'n')}, 'user' || n, 'First' || n % 997, 'Last' || n % 9973, ${sqlId('location', 'n % $3::int')}
     from generate_series(0, $2::int - 1) n`,
    users,
    locations,
  )
  await query(
    `insert into group_members (org_id, group_id, user_id)
     select $1::uuid, ${sqlId('group', 'n % $3::int')}, ${sqlId('user', 'n')} from generate_series(0, $2::int - 1) n
     union
     select $1::uuid, ${sqlId('group', '0')}, ${sqlId('user', 'n * 2')} from generate_series(0, $2::int / 2 - 1) n`,
    users,
    groups,
  )
}

const idOf = async (kind: string, n: number): Promise<string> => {
  const { rows } = await database.pool.query('select md5($1::uuid || $2 || $3)::uuid as id', [orgId, kind, String(n)])
  return rows[0].id
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const LARGE = ['users', 'places', 'groups', 'group_members']

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** Returns what the last statement of the work reads of the large tables. */
const reading = async (work: () => Promise<unknown>) => {
  statements.length = 0
  await work()
  const { sql, parameters } = statements.at(-1) as (typeof statements)[number]
  const { rows } = await database.pool.query(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
  const scans = nodes(rows[0]['QUERY PLAN'][0].Plan).filter((node) => LARGE.includes(node['Relation Name'] ?? ''))
  const removed = (node: Plan) => (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return {
    whole: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
    read: Math.max(0, ...scans.map((node) => (node['Actual Rows'] + removed(node)) * node['Actual Loops'])),
  }
}

const [location, level, zone, group] = [0, 1, 2, 3].map(
  (n) => () => idOf(['location', 'level', 'zone', 'group'][n] as string, 1),
) as [() => Promise<string>, () => Promise<string>, () => Promise<string>, () => Promise<string>]

const PAGE = 101

describe('A page of', () => {
  const cases: [name: string, most: number, work: () => Promise<{ nextCursor: string | null }>][] = [
    ['users', PAGE, () => listUsers(db, orgId, {})],
    ['users of a building', PAGE, async () => listUsers(db, orgId, { primaryLocationId: await location() })],
    ['users whose name begins so', 120, () => listUsers(db, orgId, { search: 'LAST777' })],
    ['users whose names begin alike', 12_000, () => listUsers(db, orgId, { search: 'user1' })],
    ['members of a group', PAGE, async () => listUsers(db, orgId, { groupId: await group() })],
    ['members of half the company', 1000, async () => listUsers(db, orgId, { groupId: await idOf('group', 0) })],
    ['memberships of half the company', 1000, async () => listMembers(db, orgId, await idOf('group', 0), {})],
    ['memberships of a group', PAGE, async () => listMembers(db, orgId, await group(), {})],
    ['groups', PAGE, () => listGroups(db, orgId, {})],
    ['groups of a type', PAGE, () => listGroups(db, orgId, { groupType: 'type 1' })],
    ['groups whose name begins so', 20, () => listGroups(db, orgId, { search: 'group 1999' })],
    ['desks', PAGE, () => listEntities(db, PLACES, orgId, {})],
    ['desks of a zone', PAGE, async () => listEntities(db, PLACES, orgId, { zoneId: await zone() })],
    ['desks of a level', 1000, async () => listEntities(db, PLACES, orgId, { levelId: await level() })],
    ['desks of a building', 5000, async () => listEntities(db, PLACES, orgId, { locationId: await location() })],
  ]
  it.each(cases)('%s reads at most %i rows of a large table, and none from end to end', async (_name, most, work) => {
    const { whole, read } = await reading(work)
    expect(whole).toEqual([])
    expect(read).toBeLessThanOrEqual(most)
  })
})

it('The last page costs what the first one costs', async () => {
  const cursor = Buffer.from(JSON.stringify(['user99990'])).toString('base64url')
  const { whole, read } = await reading(() => listUsers(db, orgId, { cursor }))
  expect(whole).toEqual([])
  expect(read).toBeLessThanOrEqual(PAGE)
  const beyond = await reading(() =>
    listEntities(db, PLACES, orgId, { cursor: Buffer.from(JSON.stringify([randomUUID(), 'x'])).toString('base64url') }),
  )
  expect(beyond.whole).toEqual([])
  expect(beyond.read).toBeLessThanOrEqual(PAGE)
})
