import type { AuditEntry, AuditLogRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteOldEntries } from '../../src/operations/audit/audit-retention.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type SignedIn, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { readEntries } from './support.ts'

let service: TestService
let org: TestOrganization
let owner: SignedIn
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  owner = await service.signIn(org.id, ['global-administrator'])
})

const today = new Date().toISOString().slice(0, 10)
/** A run may end on the day after it began. */
const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
const path = (startDate: string, endDate = startDate) => `/v1/analytics/audit-log/basic?startDate=${startDate}&endDate=${endDate}`
const read = (startDate: string, endDate = startDate, headers = {}, { keys } = org) =>
  send(service.baseUrl, { path: path(startDate, endDate), headers: { ...basic(keys['data-warehouse']), ...headers } })
const rows = async (startDate: string, endDate = startDate) => (await read(startDate, endDate)).json<AuditLogRow[]>()
const call = (method: string, path: string, body?: object, { headers } = owner) =>
  send(service.baseUrl, { method, path, body, headers: { ...(body ? JSON_TYPE : {}), ...headers } })
const createKey = async (name: string) =>
  (await call('POST', '/api/keys', { name, role: 'data-warehouse', authMethods: ['basic'] })).json<{ keyId: string }>()
const query = (text: string, ...values: unknown[]) => service.database.pool.query(text, [org.id, ...values])
/** An act at a time in the past. */
const insert = (at: string, entityName: string, actorId: string | null = null) =>
  query(
    `insert into audit_log (org_id, at, action, actor_type, actor_id, entity_type, entity_name, address)
     values ($1, $2, 'key.update', $3, $4, 'key', $5, '192.0.2.17')`,
    ...[at, actorId ? 'user' : 'service', actorId, entityName],
  )

describe('GET /v1/analytics/audit-log', () => {
  it('returns the entries that administrators see, with their day, the oldest first', async () => {
    const { keyId } = await createKey('Badges')
    await call('PATCH', `/api/keys/${keyId}`, { name: 'Doors' })
    await call('PATCH', '/api/settings', { minimumGroupSize: 7 })
    const { items } = (await call('GET', '/api/audit-log')).json<{ items: AuditEntry[] }>()
    const answer = await read(today, tomorrow)
    expect(answer.headers['warehouse-row-count']).toBe('3')
    const days = answer.json<AuditLogRow[]>()
    expect(days.map(({ day: _, ...row }) => row)).toEqual(items.toReversed())
    for (const { day, timestamp } of days) expect(day).toBe(timestamp.slice(0, 10))
    expect(days[1]).toMatchObject({ action: 'key.update', actorName: owner.userName, entityName: 'Doors' })
  })

  it('separates days at midnight of the time zone of the organization', async () => {
    await query(`update organizations set time_zone = 'Pacific/Auckland' where id = $1`)
    await insert('2026-03-03T10:59:59.999Z', 'before midnight')
    await insert('2026-03-03T11:00:00Z', 'midnight')
    await insert('2026-03-04T10:59:59.999Z', 'the last moment')
    await insert('2026-03-04T11:00:00Z', 'the day after')
    const ofDay = await rows('2026-03-04')
    expect(ofDay.map(({ day, entityName }) => [day, entityName])).toEqual([
      ['2026-03-04', 'midnight'],
      ['2026-03-04', 'the last moment'],
    ])
    expect(await rows('2026-03-03', '2026-03-05')).toHaveLength(4)
  })

  it('takes 30 days after the first, and no day more', async () => {
    expect((await read('2026-01-01', '2026-01-31')).status).toBe(200)
    expectProblem(await read('2026-01-01', '2026-02-01'), 'range_too_large')
  })

  it('shows nothing of another organization', async () => {
    await insert('2026-03-04T12:00:00Z', 'ours')
    const other = await service.createOrganization()
    expect((await read('2026-03-04', '2026-03-04', {}, other)).json()).toEqual([])
  })

  it('is for keys that read the warehouse, and for global administrators', async () => {
    const as = async (role: 'submitting-events' | 'all-permissions') =>
      send(service.baseUrl, { path: path(today), headers: basic(org.keys[role]) })
    expect((await as('all-permissions')).status).toBe(200)
    expectProblem(await as('submitting-events'), 'role_not_allowed')
    const plain = path(today).replace('/basic', '')
    const analyst = await service.signIn(org.id, ['analytics-administrator', 'workplace-administrator', 'bookings-administrator'])
    expectProblem(await call('GET', plain, undefined, analyst), 'role_not_allowed')
    expect((await call('GET', plain)).status).toBe(200)
  })

  it('is an act itself if a person reads it, and none if a key does', async () => {
    await read(today)
    expect(await readEntries(service, org.id)).toEqual([])
    await call('GET', path(today).replace('/basic', ''))
    expect(await readEntries(service, org.id)).toMatchObject([
      { action: 'dataset.read', actorId: owner.userId, entityType: 'dataset', entityId: 'audit-log' },
    ])
  })

  it('answers 304 until entries of these days are added, erased or deleted, a name changes or the days do', async () => {
    const { keyId } = await createKey('Badges')
    const day = '2026-03-04'
    const { userId } = await service.signIn(org.id)
    await insert(`${day}T12:00:00Z`, 'first', userId)
    const changes = [
      () => insert(`${day}T13:00:00Z`, 'second'),
      () => query('update users set user_name = $2 where org_id = $1 and id = $3', `renamed-${userId}`, userId),
      () => call('PATCH', `/api/keys/${keyId}`, { name: 'Doors' }),
      () => query(`update organizations set time_zone = 'Europe/Berlin' where id = $1`),
      () => query(`update organizations set time_zone = 'UTC' where id = $1`),
      () => call('POST', `/api/users/${userId}/erasure`, { reason: 'asked', confirm: `renamed-${userId}` }),
      async () => {
        // A month later these days are past it.
        await query('update organizations set audit_retention_days = 31 where id = $1')
        await deleteOldEntries(service.database.db)
      },
    ]
    for (const [index, make] of changes.entries()) {
      const { etag } = (await read(day)).headers
      await insert('2026-02-01T12:00:00Z', 'another day')
      expect([index, (await read(day, day, { 'if-none-match': etag })).status]).toEqual([index, 304])
      await make()
      expect([index, (await read(day, day, { 'if-none-match': etag })).status]).toEqual([index, 200])
    }
    expect(await rows(day)).toEqual([])
  })
})
