import type { Operation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { type DirectoryIds, seedDirectory } from './support/directory-data.ts'
import { expectedRows } from './support/expected-rows.ts'
import { ALL } from './support/good-calls.ts'
import { type Answer, send } from './support/send.ts'

let service: TestService
let organization: TestOrganization
let ids: DirectoryIds

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  ids = await seedDirectory(service.database.pool, organization.id)
})
afterAll(() => service[Symbol.asyncDispose]())

const TABLES = ['locations', 'levels', 'zones', 'places', 'spaces', 'users', 'groups', 'group_members', 'parking_bays'] as const

/** The tables that each dataset shows something of. */
const DEPENDS_ON: Partial<Record<Operation, readonly (typeof TABLES)[number][]>> = {
  readUsers: ['users', 'groups', 'locations'],
  readGroups: ['groups', 'group_members', 'users'],
  readLocations: ['locations', 'levels', 'zones', 'places', 'spaces'],
  readDesks: ['places', 'zones', 'levels', 'locations'],
  readSpaces: ['spaces', 'levels', 'locations'],
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
      const { headers } = await read(path)
      expect(headers['warehouse-row-count']).toBe(String(expectedRows(ids)[operation]?.length))
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers.etag).toMatch(/^W\/"[^"]+"$/)
      expect(new Date(headers['last-modified'] as string).toUTCString()).toBe(headers['last-modified'])
      expect(Math.abs(Date.parse(headers['warehouse-refreshed-at'] as string) - Date.now())).toBeLessThan(5_000)
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

it('Every streamed dataset without parameters is tested here', () => {
  const simple = ALL.filter(({ streamed, query }) => streamed && Object.keys(query?.properties ?? {}).join() === 'format')
  expect(simple.map(({ operation }) => operation).sort()).toEqual(Object.keys(DEPENDS_ON).sort())
})

it('A row shows what it refers to as that is now', async () => {
  const { pool } = service.database
  await pool.query('update locations set name = $2 where org_id = $1 and id = $3', [organization.id, 'Moved', ids.berlin])
  for (const [path, name] of [
    ['/v1/analytics/users', 'primaryLocationName'],
    ['/v1/analytics/desks', 'locationName'],
  ] as const) {
    const names = (await read(path)).json<Record<string, unknown>[]>().map((row) => row[name])
    expect(names).toContain('Moved')
    expect(names).not.toContain('Berlin a')
  }
})
