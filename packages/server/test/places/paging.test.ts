import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEntities } from '../../src/directory/entities/entity-service.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { USERS } from '../../src/directory/people/user-table.ts'
import { PLACES } from '../../src/directory/places/node-tables.ts'
import { runs } from '../../src/testing/runs.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** Names as people write them, and as they should not. */
const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('D-1', 'd-1', 'D-10', 'D 1', 'Ä', 'ä', 'a', '"', '\\', "'", '%', '{', ','),
)
const storable = name.filter((text) => text.isWellFormed() && !text.includes('\0'))

/** Entities that are there before, and those that come after each page; one name is used once. */
const history = fc.record({
  limit: fc.integer({ min: 1, max: 5 }),
  rows: fc.uniqueArray(fc.record({ name: storable, parent: fc.nat(2), page: fc.nat(4) }), {
    selector: (row) => row.name,
    maxLength: 25,
  }),
})

interface Listing {
  readonly insert: (name: string, parent: number) => Promise<unknown>
  readonly page: (limit: number, cursor: string | undefined) => Promise<{ items: string[]; nextCursor: string | null }>
}

const listUsers = async (): Promise<Listing> => {
  const { id: orgId } = await createOrganization(database.db, { name: randomUUID() })
  return {
    insert: (userName) =>
      database.pool.query('insert into users (org_id, id, user_name) values ($1, gen_random_uuid(), $2)', [orgId, userName]),
    page: async (limit, cursor) => {
      const { items, nextCursor } = await listEntities(database.db, USERS, orgId, { limit, ...(cursor && { cursor }) })
      return { items: items.map(({ userName }) => userName), nextCursor }
    },
  }
}

const listDesks = async (): Promise<Listing> => {
  const { id: orgId } = await createOrganization(database.db, { name: randomUUID() })
  const query = (text: string, values: unknown[] = []) => database.pool.query(text, [orgId, ...values])
  const zones = [randomUUID(), randomUUID(), randomUUID()]
  await query(`insert into locations (org_id, id, name, time_zone) values ($1, $1, 'Berlin', 'UTC')`)
  await query(`insert into levels (org_id, id, location_id, name) values ($1, $1, $1, 'Level')`)
  await query(
    `insert into zones (org_id, id, level_id, name, kind) select $1, id, $1, id::text, 'individual' from unnest($2::uuid[]) id`,
    [zones],
  )
  return {
    insert: (placeName, parent) =>
      query('insert into places (org_id, id, zone_id, name) values ($1, gen_random_uuid(), $2, $3)', [zones[parent], placeName]),
    page: async (limit, cursor) => {
      const filters = { locationId: orgId, limit, ...(cursor && { cursor }) }
      const { items, nextCursor } = await listEntities(database.db, PLACES, orgId, filters)
      return { items: items.map(({ placeName }) => placeName), nextCursor }
    },
  }
}

it.each([
  { kind: 'users', open: listUsers },
  { kind: 'desks of a building', open: listDesks },
])('A list of $kind has all that was there from the start, each once, whatever is added meanwhile', async ({ open }) => {
  await fc.assert(
    fc.asyncProperty(history, async ({ limit, rows }) => {
      const { insert, page } = await open()
      const add = async (turn: number) => {
        for (const row of rows) if (row.page === turn) await insert(row.name, row.parent)
      }
      await add(0)
      const seen: string[] = []
      let cursor: string | null | undefined
      for (let turn = 1; cursor !== null; turn++) {
        const { items, nextCursor } = await page(limit, cursor)
        expect(items.length).toBeLessThanOrEqual(limit)
        if (nextCursor !== null) expect(items).toHaveLength(limit)
        seen.push(...items)
        cursor = nextCursor
        await add(turn)
      }
      const known = new Set(seen)
      expect(known.size).toBe(seen.length)
      expect(rows.filter((row) => row.page === 0 && !known.has(row.name))).toEqual([])
      const whole = (await page(1000, undefined)).items
      expect(seen).toEqual(whole.filter((each) => known.has(each)))
    }),
    { numRuns: runs(16) },
  )
})

it('A page has at most a thousand items, and exactly as many where there are no more', async () => {
  const { insert, page } = await listUsers()
  await Promise.all(Array.from({ length: 1000 }, (_, index) => insert(`u${index}`, 0)))
  expect(await page(1000, undefined)).toMatchObject({ nextCursor: null, items: { length: 1000 } })
  await insert('v', 0)
  const { items, nextCursor } = await page(1000, undefined)
  expect(items).toHaveLength(1000)
  expect(await page(1000, nextCursor as string)).toEqual({ items: ['v'], nextCursor: null })
})
