import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { applyUserAttributes } from '../../src/directory/attributes/attribute-service.ts'
import { mapAttribute } from '../../src/directory/attributes/mapping-service.ts'
import { applyCredentialUpdates } from '../../src/directory/credentials/credential-service.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { changeMembers } from '../../src/operations/provisioning/group-members.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { type Db, openDatabase } from '../../src/platform/db/database.ts'
import { daysAfter } from '../../src/platform/time/day.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { createRevisionBuffer } from '../../src/warehouse/refresh/revision-buffer.ts'
import { NO_LOCATION_ID } from '../../src/warehouse/segments/segment-dataset.ts'
import { readsOf } from './reads.ts'

const FEW = 20
const MANY = 2_000
/** One that looks at all others would read 1,000 on average. */
const READS_PER_ROW = 200

interface Company {
  readonly db: Db
  readonly pool: pg.Pool
  readonly orgId: string
}

interface Growth {
  /** The table in which each new row is looked up. */
  readonly table: string
  readonly begin: (company: Company) => Promise<unknown>
  /** Writes the rows with these numbers: all of them at once. */
  readonly write: (company: Company, numbers: readonly number[]) => Promise<unknown>
}

const addUsers = ({ pool, orgId }: Company, numbers: readonly number[]) =>
  pool.query<{ id: string }>(
    `insert into users (org_id, id, user_name, attributes)
     select $1, gen_random_uuid(), 'user ' || n, jsonb_build_object('team', 'Team ' || n) from unnest($2::int[]) n
     returning id`,
    [orgId, numbers],
  )

const TEAMS = { attribute: 'team', groupType: 'team', isPrimaryGroup: true, isPrimaryLocation: false }

const groupsOfAttributes: Growth = {
  table: 'groups',
  begin: ({ db, orgId }) => mapAttribute(db, directoryConsequences, orgId, TEAMS),
  async write(company, numbers) {
    const { db, orgId } = company
    await addUsers(company, numbers)
    if (numbers.length > 1) return mapAttribute(db, directoryConsequences, orgId, TEAMS)
    const items = numbers.map((n) => ({ userName: `user ${n}`, attributes: { team: `Group ${n}` } }))
    return applyUserAttributes(db, directoryConsequences, orgId, items)
  },
}

const scanDataOfCards: Growth = {
  table: 'access_credentials',
  begin: (company) => addUsers(company, [0]),
  write({ db, orgId }, numbers) {
    const credentials = numbers.map((n) => ({
      ...{ cardNumber: `card ${n}`, credentialType: 'badge', active: true },
      scanData: `scan ${n}`,
    }))
    return applyCredentialUpdates(db, orgId, [{ username: 'user 0', updateId: 'update', credentials }])
  },
}

const chunksOfSegments: Growth = {
  table: 'segments',
  begin: async () => {},
  write: ({ db, orgId }, numbers) =>
    db.transaction().execute(async (trx) => {
      const revisions = createRevisionBuffer(trx, orgId, 'headcount', { rows: 0, segments: 0, restated: 0 })
      const bytes = Buffer.alloc(1)
      const chunk = { rowCount: 1, size: 1, crc32: 0, deflated: bytes, zstandard: bytes }
      for (const n of numbers) {
        const key = { day: daysAfter('2020-01-01', n), locationId: NO_LOCATION_ID }
        await revisions.add({ ...key, reason: 'refreshed', rowCount: 1, sha256: bytes, chunks: [chunk] }, false)
      }
      await revisions.flush()
    }),
}

const GROUP_ID = randomUUID()

const membersOfProvidedGroups: Growth = {
  table: 'users',
  begin: ({ pool, orgId }) =>
    pool.query(`insert into groups (org_id, id, name, type, origin) values ($1, $2, 'Everyone', 'team', 'provisioning')`, [
      orgId,
      GROUP_ID,
    ]),
  async write(company, numbers) {
    const { rows } = await addUsers(company, numbers)
    const change = { replacesMembers: false, added: new Set(rows.map(({ id }) => id)), removed: new Set<string>() }
    await company.db.transaction().execute((trx) => changeMembers(trx, company.orgId, GROUP_ID, change))
  },
}

const numbersFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index)

it.each([
  ['members of groups that an attribute names', groupsOfAttributes],
  ['scan data of cards', scanDataOfCards],
  ['chunks of segments', chunksOfSegments],
  ['members of a group from a provider', membersOfProvidedGroups],
] as const)(
  'many %s find what they belong to by its key, whatever was planned while there was little of it',
  async (_, { table, begin, write }) => {
    await using database = await createTestDatabase()
    await using one = openDatabase({ url: database.url, poolSize: 1 })
    const { db, pool } = one
    const { id: orgId } = await createOrganization(db, { name: 'Little at first' })
    const company = { db, pool, orgId }
    await begin(company)
    for (const n of numbersFrom(1, 5)) await write(company, [n])
    // From now on PostgreSQL knows how few they are, and keeps the plan that suits them.
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
    await pool.query(`analyze ${table}`)
    for (const n of numbersFrom(6, FEW - 5)) await write(company, [n])
    const before = await readsOf(pool, table)
    await write(company, numbersFrom(FEW + 1, MANY))
    expect((await readsOf(pool, table)) - before).toBeLessThan(MANY * READS_PER_ROW)
  },
)
