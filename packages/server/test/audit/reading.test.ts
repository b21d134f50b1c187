import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { deleteOldEntries } from '../../src/operations/audit/audit-retention.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { PASSWORD, type SignedIn, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { readEntries } from './support.ts'

let service: TestService
let orgId: string
let owner: SignedIn
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  owner = await service.signIn(orgId, ['global-administrator'])
})

const call = (method: string, path: string, body?: object, { headers } = owner) =>
  send(service.baseUrl, { method, path, body, headers: { ...(body ? JSON_TYPE : {}), ...headers } })
const list = async (query = '') =>
  (await call('GET', `/api/audit-log${query}`)).json<{ items: AuditEntry[]; nextCursor: string | null }>()
const signIn = (userName: string, password: string) =>
  send(service.baseUrl, { method: 'POST', path: '/api/session', body: { userName, password }, headers: JSON_TYPE })
const createKey = async (name: string, as = owner) =>
  (await call('POST', '/api/keys', { name, role: 'data-warehouse', authMethods: ['basic'] }, as)).json<{ keyId: string }>()

describe('GET /api/audit-log', () => {
  it('lists who did what on which entity, with the fields that changed, the newest first', async () => {
    const { keyId } = await createKey('Badges')
    await call('PATCH', `/api/keys/${keyId}`, { name: 'Doors' })
    const { items, nextCursor } = await list()
    expect(nextCursor).toBeNull()
    expect(items).toMatchObject([
      {
        action: 'key.update',
        entityType: 'key',
        entityId: keyId,
        entityName: 'Doors',
        before: { name: 'Badges' },
        after: { name: 'Doors' },
      },
      {
        action: 'key.create',
        actorType: 'user',
        actorId: owner.userId,
        actorName: owner.userName,
        address: '127.0.0.1',
        before: null,
      },
    ])
    expect(items[0]?.after).toEqual({ name: 'Doors' })
  })

  it('filters by action, actor, entity and time', async () => {
    const other = await service.signIn(orgId, ['global-administrator'])
    const first = await createKey('One')
    await createKey('Two', other)
    const between = (await list()).items[0]?.timestamp as string
    await call('DELETE', `/api/keys/${first.keyId}`)
    const names = async (query: string) => (await list(query)).items.map(({ action, entityName }) => `${action} ${entityName}`)
    expect(await names('?action=key.create')).toEqual(['key.create Two', 'key.create One'])
    expect(await names(`?actorId=${other.userId.toUpperCase()}`)).toEqual(['key.create Two'])
    expect(await names(`?entityId=${first.keyId}`)).toEqual(['key.revoke One', 'key.create One'])
    expect(await names('?actorType=key')).toEqual([])
    expect(await names('?actorId=nothing')).toEqual([])
    expect(await names(`?from=${between}&action=key.revoke`)).toEqual(['key.revoke One'])
    expect(await names(`?to=${between}&entityType=key`)).toEqual(['key.create One'])
  })

  it('reads pages one after the other, without a gap or a repetition', async () => {
    await Promise.all(['1', '2', '3', '4', '5'].map((name) => createKey(name)))
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...page.items.map(({ entryNo }) => entryNo))
      cursor = page.nextCursor
    }
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
    expectProblem(await call('GET', '/api/audit-log?cursor=x'), 'invalid_parameter')
    expectProblem(await call('GET', '/api/audit-log?action=key.steal'), 'invalid_parameter')
    expectProblem(await call('GET', '/api/audit-log?from=2026-02-30T00:00:00Z'), 'invalid_parameter')
    expectProblem(await call('GET', '/api/audit-log?actoin=key.create'), 'unknown_parameter')
  })

  it('shows an organization its own entries only, and only to global administrators', async () => {
    await createKey('Ours')
    const stranger = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
    expect((await call('GET', '/api/audit-log', undefined, stranger)).json<{ items: [] }>().items).toEqual([])
    const workplace = await service.signIn(orgId, [
      'workplace-administrator',
      'analytics-administrator',
      'bookings-administrator',
    ])
    expectProblem(await call('GET', '/api/audit-log', undefined, workplace), 'role_not_allowed')
    expectProblem(await send(service.baseUrl, { path: '/api/audit-log' }), 'session_missing')
  })
})

describe('an act', () => {
  it('of signing in, being refused and signing out is an entry each, and an unknown name is none', async () => {
    const { userName, userId } = owner
    expectProblem(await signIn(userName, 'not the password'), 'sign_in_failed')
    expectProblem(await signIn(`stranger-${randomUUID()}@example.com`, PASSWORD), 'sign_in_failed')
    const signedIn = await signIn(userName, PASSWORD)
    expect(signedIn.status).toBe(201)
    await call('DELETE', '/api/session', undefined, owner)
    const entries = await readEntries(service, orgId)
    expect(entries).toMatchObject([
      {
        action: 'session.refuse',
        actorType: 'unknown',
        entityType: 'account',
        entityId: userId,
        after: { reason: 'The password is wrong.' },
      },
      { action: 'session.create', actorType: 'user', actorId: userId },
      { action: 'session.end', actorType: 'user', actorId: userId },
    ])
  })

  it('that is refused, or repeated without an effect, has no entry', async () => {
    const { keyId } = await createKey('Badges')
    const before = (await list()).items.length
    await call('POST', '/api/keys', { keyId, name: 'Badges', role: 'data-warehouse', authMethods: ['basic'] })
    await call('PATCH', `/api/keys/${keyId}`, { name: 'Badges' })
    await call('PATCH', `/api/keys/${randomUUID()}`, { name: 'Doors' })
    await call('PATCH', '/api/settings', { minimumGroupSize: 0 })
    await call('PATCH', '/api/settings', { minimumGroupSize: 5 })
    expect((await list()).items.length).toBe(before)
  })

  it('changes from what the one before it left, if several happen at once', async () => {
    await Promise.all([6, 7, 8, 9, 10].map((minimumGroupSize) => call('PATCH', '/api/settings', { minimumGroupSize })))
    const sizes = (await readEntries(service, orgId)).map(({ before, after }) => [
      before?.minimumGroupSize,
      after?.minimumGroupSize,
    ])
    expect(sizes).toHaveLength(5)
    expect(sizes[0]?.[0]).toBe(5)
    for (const [index, [before]] of sizes.entries()) if (index > 0) expect(before).toBe(sizes[index - 1]?.[1])
  })

  it('of looking at another person is an entry once in ten minutes, and at oneself none', async () => {
    const other = await service.signIn(orgId)
    for (const reader of [owner, owner, other]) {
      expect((await call('GET', `/api/users/${other.userId}/actions`, undefined, reader)).status).toBe(200)
    }
    expect(await readEntries(service, orgId)).toMatchObject([
      { action: 'person.read', actorId: owner.userId, entityType: 'user', entityId: other.userId, entityName: null },
    ])
    expect((await list()).items[0]?.entityName).toBe(other.userName)
  })
})

describe('entries past their retention', () => {
  it('are deleted, and only those', async () => {
    // Those of all organizations are deleted, so no other test may have left any.
    await using database = await createTestDatabase()
    const { pool, db } = database
    const { id: ours } = await createOrganization(db, { name: 'Ours' })
    for (const days of [399, 401, 900]) {
      await pool.query(
        `insert into audit_log (org_id, at, action, actor_type) values ($1, now() - make_interval(days => $2), 'key.create', 'service')`,
        [ours, days],
      )
    }
    const { id: forever } = await createOrganization(db, { name: 'Forever' })
    await pool.query('update organizations set audit_retention_days = null where id = $1', [forever])
    await pool.query(
      `insert into audit_log (org_id, at, action, actor_type) values ($1, '2015-01-01', 'key.create', 'service')`,
      [forever],
    )
    expect(await deleteOldEntries(db)).toBe(2)
    expect(await readEntries({ database }, ours)).toHaveLength(1)
    expect(await readEntries({ database }, forever)).toHaveLength(1)
  })
})
