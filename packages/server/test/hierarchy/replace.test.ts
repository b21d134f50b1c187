import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { addUser } from '../ingest/support.ts'
import { addGroup, counted, everything, groupNamed, readGroups, row, type Sent, storedLinks, submit } from './support.ts'

let service: TestService
let organization: TestOrganization

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await service.createOrganization()
})

const replace = (rows: (string | object)[], sent: Sent = {}) => counted(submit(service, organization, rows, sent))
const stored = () => storedLinks(service, organization)
const group = (name: string) => groupNamed(service, organization.id, name)

describe.each(['POST', 'PUT'] as const)('%s', (method) => {
  it('replaces the whole hierarchy and counts what became of each relationship', async () => {
    const first = await replace(['a < A', 'b < A', 'c < B', 'A < Company', 'B < Company', 'solo'], { method })
    expect(first).toEqual({ groups: 7, relationships: 5, created: 5, updated: 0, removed: 0 })
    const second = await replace(['a < A', 'b < B', 'c', 'A < Company', 'd < B'], { method })
    expect(second).toEqual({ groups: 7, relationships: 4, created: 1, updated: 1, removed: 2 })
    expect(await stored()).toEqual(['A < Company', 'a < A', 'b < B', 'd < B'])
  })

  it('answers with the time in UTC', async () => {
    const { timestamp } = (await submit(service, organization, [], { method })).json<{ timestamp: string }>()
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('changes nothing when it is repeated, in whatever order and however often a row is in it', async () => {
    await replace(['a < A', 'b < A', 'A < Company', 'solo'], { method })
    const before = await everything(service, organization.id)
    for (const rows of [
      ['a < A', 'b < A', 'A < Company', 'solo'],
      ['solo', 'A < Company', 'b < A', 'a < A', 'solo', 'a < A'],
    ]) {
      expect(await replace(rows, { method })).toEqual({ groups: 5, relationships: 3, created: 0, updated: 0, removed: 0 })
      expect(await everything(service, organization.id)).toEqual(before)
    }
  })
})

it('POST and PUT are the same: each finds the other has done it', async () => {
  await replace(['a < A'], { method: 'POST' })
  expect(await replace(['a < A'], { method: 'PUT' })).toMatchObject({ created: 0, updated: 0, removed: 0 })
})

it('An empty payload removes every relationship; on an empty organization it does nothing', async () => {
  const nothing = { groups: 0, relationships: 0, created: 0, updated: 0, removed: 0 }
  expect(await replace([])).toEqual(nothing)
  expect(await everything(service, organization.id)).toEqual({ rows: [], revision: [] })
  await replace(['a < A', 'A < Company'])
  expect(await replace([])).toEqual({ ...nothing, removed: 2 })
  expect(await stored()).toEqual([])
})

it('Absent, null and empty parents mean none; the type of no parent is ignored', async () => {
  const bare = { group: 'a', groupType: 'team' }
  const rows = [
    bare,
    { ...bare, parent: null },
    { ...bare, parent: '' },
    { ...bare, parent: null, parentType: 'department' },
    { ...bare, parentType: '', unknown: 1 },
  ]
  expect(await replace(rows)).toEqual({ groups: 1, relationships: 0, created: 0, updated: 0, removed: 0 })
})

it('Names are compared exactly', async () => {
  const rows = ['a < A', { ...row('a < B'), group: 'a ' }, { ...row('a < C'), group: 'á' }, { ...row('a < D'), group: 'a\u0301' }]
  expect(await replace(rows)).toMatchObject({ groups: 8, relationships: 4 })
  expect(await replace(rows)).toMatchObject({ created: 0, updated: 0, removed: 0 })
})

it('Parents may swap places with their children', async () => {
  await replace(['a < b', 'b < c'])
  expect(await replace(['c < b', 'b < a'])).toEqual({ groups: 3, relationships: 2, created: 1, updated: 1, removed: 1 })
  expect(await stored()).toEqual(['b < a', 'c < b'])
})

it('A chain of 100 levels is stored as it is, and upside down', async () => {
  const chain = Array.from({ length: 99 }, (_, index) => [`g${index}`, `g${index + 1}`])
  expect(await replace(chain.map(([low, high]) => `${low} < ${high}`))).toMatchObject({ groups: 100, created: 99 })
  expect(await replace(chain.map(([low, high]) => `${high} < ${low}`))).toMatchObject({ updated: 98, created: 1, removed: 1 })
})

describe('groups that are missing', () => {
  it('are created with the origin hierarchy, whether named as group or as parent', async () => {
    await replace(['a < A', 'solo'])
    for (const name of ['a', 'A', 'solo']) expect(await group(name)).toMatchObject({ origin: 'hierarchy', status: 'active' })
  })
})

describe('groups that the hierarchy no longer names', () => {
  it('become inactive, and active again, with the same id, when they come back', async () => {
    await replace(['a < A', 'b < A'])
    const { id } = await group('b')
    await replace(['a < A'])
    expect(await group('b')).toMatchObject({ id, status: 'inactive', parent_id: null })
    await replace(['a < A', 'b < A'])
    expect(await group('b')).toMatchObject({ id, status: 'active', parent_id: (await group('A')).id })
  })

  it('are active again after the next submission when a user belongs to them by then', async () => {
    await replace(['a < A'])
    await replace([])
    const { pool } = service.database
    const user = await addUser(service, organization.id)
    await pool.query('insert into group_members values ($1, $2, $3)', [organization.id, (await group('a')).id, user])
    expect(await group('a')).toMatchObject({ status: 'inactive' })
    await replace([])
    expect(await group('a')).toMatchObject({ status: 'active', parent_id: null })
    expect(await group('A')).toMatchObject({ status: 'inactive' })
  })

  it('stay active while an active user belongs to them, as member or with their primary group', async () => {
    await replace(['a < A', 'b < A', 'c < A', 'd < A'])
    const { pool } = service.database
    const [member, leaver, primary] = await Promise.all([1, 2, 3].map(() => addUser(service, organization.id)))
    const join = async (name: string, user: string | undefined) =>
      pool.query('insert into group_members values ($1, $2, $3)', [organization.id, (await group(name)).id, user])
    await join('a', member)
    await join('b', leaver)
    await pool.query('update users set primary_group_id = $1 where id = $2', [(await group('c')).id, primary])
    await pool.query(`update users set status = 'inactive' where id = $1`, [leaver])
    expect(await replace([])).toMatchObject({ removed: 4 })
    const statuses = Object.fromEntries((await readGroups(service, organization)).map((each) => [each.groupName, each.status]))
    expect(statuses).toEqual({ a: 'active', b: 'inactive', c: 'active', d: 'inactive', A: 'inactive' })
    const before = await everything(service, organization.id)
    await replace([])
    expect(await everything(service, organization.id)).toEqual(before)
    await pool.query(`update users set status = 'inactive' where id = $1`, [member])
    await replace([])
    expect(await group('a')).toMatchObject({ status: 'inactive' })
  })
})

describe.each(['attribute', 'administrator'] as const)('a group of the origin %s', (origin) => {
  it('gets and loses its place in the hierarchy, and nothing else of it changes', async () => {
    await addGroup(service, organization.id, { name: 'old', origin, status: 'inactive' })
    await addGroup(service, organization.id, { name: 'a', origin })
    const own = async () => {
      const groups = await Promise.all(['old', 'a'].map(group))
      return groups.map(({ parent_id: _, updated_at: __, ...rest }) => rest)
    }
    const before = await own()
    expect(await replace(['a < A', 'old < a'])).toMatchObject({ groups: 3, created: 2 })
    expect(await stored()).toEqual(['a < A', 'old < a'])
    expect(await own()).toEqual(before)
    expect(await replace([])).toMatchObject({ removed: 2 })
    expect(await own()).toEqual(before)
    expect(await stored()).toEqual([])
  })

  it('is not written if its parent stays the same', async () => {
    const id = await addGroup(service, organization.id, { name: 'A', origin })
    const before = await group('A')
    await replace(['a < A', 'b < A'])
    await replace([])
    expect(await group('A')).toEqual(before)
    expect((await group('A')).id).toBe(id)
  })
})

it('Another organization with groups of the same names is not touched', async () => {
  const other = await service.createOrganization()
  await counted(submit(service, other, ['a < A', 'b < B']))
  const before = await everything(service, other.id)
  await replace(['a < B', 'c < B'])
  await replace([])
  expect(await everything(service, other.id)).toEqual(before)
})
