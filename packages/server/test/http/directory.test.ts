import type { Operation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { type DirectoryIds, seedDirectory } from './support/directory-data.ts'
import { expectProblem } from './support/expect-problem.ts'
import { expectedRows } from './support/expected-rows.ts'
import { ALL } from './support/good-calls.ts'
import { type Answer, send } from './support/send.ts'

let service: TestService
let organization: TestOrganization
let ids: DirectoryIds

beforeAll(async () => {
  service = await shareTestService()
  organization = await service.createOrganization()
  ids = await seedDirectory(service.database.pool, organization.id)
})
afterAll(() => service[Symbol.asyncDispose]())

const TABLES = [
  ...(['locations', 'levels', 'zones', 'places', 'spaces', 'users', 'groups', 'group_members', 'parking_bays'] as const),
  ...(['group_member_history', 'desk_history'] as const),
]

/** The tables that each dataset shows something of. */
const DEPENDS_ON: Partial<Record<Operation, readonly (typeof TABLES)[number][]>> = {
  readUsers: ['users', 'groups', 'locations'],
  readGroups: ['groups', 'group_members', 'group_member_history', 'users'],
  readLocations: ['locations', 'levels', 'zones', 'places', 'spaces'],
  readDesks: ['places', 'zones', 'levels', 'locations'],
  readSpaces: ['spaces', 'levels', 'locations'],
  readGroupMembers: ['group_member_history', 'groups'],
  readGroupClosure: ['groups'],
  readDeskHistory: ['desk_history', 'places', 'zones', 'levels', 'locations'],
}

const DATASETS = ALL.filter(({ operation }) => operation in DEPENDS_ON)

const read = (path: string, headers: Record<string, string> = {}, of = organization): Promise<Answer> =>
  send(service.baseUrl, { path: `${path}/basic`, headers: { ...basic(of.keys['data-warehouse']), ...headers } })

describe.each(DATASETS.map(({ operation, path }) => ({ operation: operation as Operation, path })))(
  'GET $path',
  ({ operation, path }) => {
    it('answers whole rows, ordered by id, one per line', async () => {
      const { text } = await read(path)
      const rows = expectedRows(ids)[operation] as object[]
      expect(JSON.parse(text)).toEqual(rows)
      expect(
        text
          .trimEnd()
          .split(/\n,?/)
          .filter((line) => line.startsWith('{') || line.startsWith('[{')),
      ).toHaveLength(rows.length)
    })

    it('says in its headers how many rows, how new and how to ask again', async () => {
      const before = Date.now()
      const { headers } = await read(path)
      const refreshedAt = Date.parse(headers['warehouse-refreshed-at'] as string)
      expect(refreshedAt).toBeGreaterThanOrEqual(before)
      expect(refreshedAt).toBeLessThanOrEqual(Date.now())
      expect(headers['warehouse-row-count']).toBe(String(expectedRows(ids)[operation]?.length))
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers.etag).toMatch(/^W\/"[^"]+"$/)
      expect(new Date(headers['last-modified'] as string).toUTCString()).toBe(headers['last-modified'])
      expect(headers.vary).toMatch(/authorization/)
    })

    it('of an organization without any is an empty array', async () => {
      const empty = await service.createOrganization()
      const { text, headers } = await read(path, {}, empty)
      expect([text.trimEnd(), headers['warehouse-row-count']]).toEqual(['[]', '0'])
      expect((await read(path, { 'if-none-match': headers.etag as string }, empty)).status).toBe(304)
    })

    it.each([
      ['the same ETag', (etag: string) => etag],
      ['the ETag as a strong one', (etag: string) => etag.replace('W/', '')],
      ['a list that holds it', (etag: string) => `"other", ${etag},W/"third"`],
      ['a star', () => '*'],
    ])('answers 304 without a body to %s in If-None-Match', async (_, ask) => {
      const { etag, 'last-modified': lastModified } = (await read(path)).headers
      const answer = await read(path, { 'if-none-match': ask(etag as string) })
      expect([answer.status, answer.text]).toEqual([304, ''])
      expect(answer.headers).toMatchObject({ etag, 'last-modified': lastModified, 'cache-control': 'private, no-cache' })
      expect(answer.headers).not.toHaveProperty('content-type')
    })

    it.each(['"other"', 'W/"x", "y"', '', 'nonsense', '**'])('answers all rows to %s in If-None-Match', async (tag) => {
      expect((await read(path, { 'if-none-match': tag })).status).toBe(200)
    })

    it('never has the ETag of another organization, however alike they are', async () => {
      const twin = await service.createOrganization()
      await seedDirectory(service.database.pool, twin.id)
      const { etag } = (await read(path)).headers
      expect((await read(path, {}, twin)).headers.etag).not.toBe(etag)
      expect((await read(path, { 'if-none-match': etag as string }, twin)).status).toBe(200)
    })

    it('takes no time for a proof that nothing changed', async () => {
      const future = new Date(Date.now() + 3_600_000).toUTCString()
      expect((await read(path, { 'if-modified-since': future })).status).toBe(200)
    })

    it('answers HEAD with count and ETag, without rows', async () => {
      const { headers } = await read(path)
      const key = basic(organization.keys['data-warehouse'])
      const head = await send(service.baseUrl, { method: 'HEAD', path: `${path}/basic`, headers: key })
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers.etag).toBe(headers.etag)
      expect(head.headers['warehouse-row-count']).toBe(headers['warehouse-row-count'])
    })

    it('has a new ETag after a change of each table that it shows something of, and after no other', async () => {
      const changed: string[] = []
      for (const table of TABLES) {
        const before = (await read(path)).headers
        await change(table, organization.id)
        const after = await read(path, { 'if-none-match': before.etag as string })
        expect([200, 304]).toContain(after.status)
        if (after.status === 304) continue
        changed.push(table)
        expect(after.headers.etag).not.toBe(before.etag)
        expect(Date.parse(after.headers['last-modified'] as string)).toBeGreaterThanOrEqual(
          Date.parse(before['last-modified'] as string),
        )
      }
      expect(changed.sort()).toEqual(DEPENDS_ON[operation]?.toSorted())
    })

    it('keeps its ETag when another organization changes, and when a change concerns no row', async () => {
      const other = await service.createOrganization()
      await seedDirectory(service.database.pool, other.id, `other of ${operation}`)
      const { etag } = (await read(path)).headers
      for (const table of TABLES) {
        await change(table, other.id)
        await service.database.pool.query(`update ${table} set org_id = org_id where false`)
        await service.database.pool.query(`delete from ${table} where org_id = gen_random_uuid()`)
      }
      expect((await read(path)).headers.etag).toBe(etag)
    })

    it('keeps its ETag when a change is rolled back', async () => {
      const { etag } = (await read(path)).headers
      const client = await service.database.pool.connect()
      await client.query('begin')
      for (const table of TABLES) await client.query(changeOf(table), [organization.id])
      expect((await read(path)).headers.etag).toBe(etag)
      await client.query('rollback')
      client.release()
      expect((await read(path)).headers.etag).toBe(etag)
    })
  },
)

/** Touches rows of the table without changing what the datasets answer. */
const changeOf = (table: string): string =>
  table === 'parking_bays'
    ? `insert into parking_bays (org_id, id, location_id, name)
       select org_id, gen_random_uuid(), id, gen_random_uuid() from locations where org_id = $1`
    : `update ${table} set org_id = org_id where org_id = $1`

const change = (table: string, orgId: string) => service.database.pool.query(changeOf(table), [orgId])

it('Every streamed dataset that is read without a parameter is tested here', () => {
  const names = (query: object | undefined) => Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  const simple = ALL.filter(({ streamed, query }) => streamed && ['format', 'asOf,format'].includes(names(query).join()))
  expect(simple.map(({ operation }) => operation).sort()).toEqual(Object.keys(DEPENDS_ON).sort())
})

describe('Rows of history, as of a day', () => {
  const rowsOn = (dataset: string, asOf: string) =>
    send(service.baseUrl, {
      path: `/v1/analytics/${dataset}/basic?asOf=${asOf}`,
      headers: basic(organization.keys['data-warehouse']),
    })

  it.each([
    ['group-members', '2024-02-29', []],
    ['group-members', '2024-03-01', ['2024-03-01']],
    ['group-members', '20240531', ['2024-03-01']],
    ['group-members', '2024-06-01', []],
    ['group-members', '2025-03-01', ['2025-03-01', '2025-03-01']],
    ['desk-history', '2024-02-29', []],
    ['desk-history', '2024-03-01T23:00:00Z', ['2024-03-01']],
    ['desk-history', '2025-02-28', ['2024-03-01']],
    ['desk-history', '2025-03-01', ['2025-03-01', '2025-03-01', '2025-03-01']],
    ['desk-history', '9999-12-31', ['2025-03-01', '2025-03-01', '2025-03-01']],
  ])('of %s at %s are those from validFrom up to and excluding validTo', async (dataset, asOf, validFrom) => {
    const answer = await rowsOn(dataset, asOf)
    expect(answer.json<{ validFrom: string }[]>().map((row) => row.validFrom)).toEqual(validFrom)
    expect(answer.headers['warehouse-row-count']).toBe(String(validFrom.length))
  })

  it('have an ETag of their own, and a day that does not exist is refused', async () => {
    const [all, one, other] = [
      await read('/v1/analytics/desk-history'),
      await rowsOn('desk-history', '2024-03-01'),
      await rowsOn('desk-history', '2024-03-02'),
    ].map(({ headers }) => headers.etag)
    expect(new Set([all, one, other]).size).toBe(3)
    expectProblem(await rowsOn('desk-history', '2025-02-30'), 'invalid_parameter')
    expectProblem(await rowsOn('group-members', '0000-01-01'), 'invalid_parameter')
    expectProblem(await rowsOn('group-members', 'yesterday'), 'invalid_parameter')
  })
})

/** A change of another row, and the datasets whose rows show it, with the id of one. */
const OTHER_CHANGES: readonly (readonly [
  string,
  keyof DirectoryIds,
  readonly (readonly [string, string, keyof DirectoryIds])[],
])[] = [
  [
    `update locations set name = 'Moved' where org_id = $1 and id = $2`,
    'berlin',
    [
      ['users', 'userId', 'ada'],
      ['desks', 'deskId', 'desk'],
      ['spaces', 'spaceId', 'room'],
      ['desk-history', 'deskId', 'desk'],
    ],
  ],
  [`update zones set name = 'Renamed' where org_id = $1 and id = $2`, 'deskZone', [['desks', 'deskId', 'desk']]],
  [
    `update places set status = 'inactive', updated_at = now() where org_id = $1 and id = $2`,
    'desk',
    [['locations', 'locationId', 'berlin']],
  ],
  [`delete from group_members where org_id = $1 and group_id = $2`, 'engineering', [['groups', 'groupId', 'engineering']]],
  [
    `insert into group_members (org_id, group_id, user_id)
     select org_id, $2, id from users where org_id = $1 and status = 'active' order by id limit 1`,
    'product',
    [['groups', 'groupId', 'product']],
  ],
  // A membership of less than a day leaves no row of history.
  [`delete from group_members where org_id = $1 and group_id = $2`, 'product', [['groups', 'groupId', 'product']]],
]

it.each(OTHER_CHANGES)('%s changes rows that show it, and their updatedAt', async (statement, changed, datasets) => {
  const rowsOf = () =>
    Promise.all(
      datasets.map(async ([dataset, key, id]) => {
        const rows = (await read(`/v1/analytics/${dataset}`)).json<Record<string, unknown>[]>()
        return rows.findLast((row) => row[key] === ids[id]) as Record<string, unknown>
      }),
    )
  const before = await rowsOf()
  await service.database.pool.query(statement, [organization.id, ids[changed]])
  for (const [index, row] of (await rowsOf()).entries()) {
    const { updatedAt: then, ...shown } = before[index] as Record<string, unknown>
    const { updatedAt, ...now } = row
    expect(now).not.toEqual(shown)
    expect(String(updatedAt) > String(then), `${updatedAt} after ${then}`).toBe(true)
  }
})
