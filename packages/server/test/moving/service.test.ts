import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCapture, stopCapture } from '../../src/operations/moving/capture.ts'
import type { Cells } from '../../src/operations/moving/cells.ts'
import { confirmMove, moveOrganization } from '../../src/operations/moving/move-organization.ts'
import { listTenantTables } from '../../src/operations/moving/tenant-tables.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'
import {
  basic,
  bearer,
  type SignedIn,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../src/testing/test-service.ts'
import { tokenOf } from '../http/support/credentials.ts'
import { type DirectoryIds, seedDirectory } from '../http/support/directory-data.ts'
import { openStream } from '../http/support/send-stream.ts'

let service: TestService
let organization: TestOrganization
let ids: DirectoryIds
let cells: Cells
let here: TestDatabase
let there: TestDatabase
let person: SignedIn
beforeAll(async () => {
  service = await startTestService({ nightly: false }, undefined, ['two'])
  ;[here, there] = [service.cells.get('main') as TestDatabase, service.cells.get('two') as TestDatabase]
  organization = await service.createOrganization()
  ids = await seedDirectory(there.pool, organization.id)
  person = await service.signIn(organization.id, ['global-administrator'])
  cells = {
    control: here.db,
    names: [...service.cells.keys()],
    open: async (name) => service.cells.get(name) as TestDatabase,
  }
})
afterAll(() => service?.[Symbol.asyncDispose]())

const KEY = 'all-permissions'

const call = async (path: string, headers: Record<string, string>, body?: object) => {
  const response = await fetch(service.baseUrl + path, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json().catch(() => undefined) }
}

const submit = (eventId: string) =>
  call('/v1/presence/basic', basic(organization.keys[KEY]), {
    sourceId: 'badges',
    presenceEvents: [
      {
        eventId,
        userId: ids.ada,
        locationId: ids.desk,
        locationType: 'place',
        timestamp: new Date(Date.now() - 60_000).toISOString(),
      },
    ],
  })

const storedIn = async ({ pool }: TestDatabase): Promise<string[]> =>
  (await pool.query('select event_id as id from presence_events where org_id = $1 order by 1', [organization.id])).rows.map(
    ({ id }) => id,
  )

it('callers of an organization that moves are served before, told to wait for a moment, and served after', async () => {
  const key = organization.keys[KEY]
  const token = await tokenOf(service.baseUrl, key)
  const feed = await call('/v1/analytics/changes/basic', basic(key))
  const users = await call('/v1/analytics/users/basic', basic(key))
  const etag = users.headers.get('etag') as string
  using stream = await openStream(service.baseUrl, `/api/stream?locationId=${ids.berlin}`, person.headers)
  let isMoving = true
  const acknowledged: string[] = []
  const sending = (async () => {
    for (let no = 0; isMoving || no < 50; no++) {
      const id = `e-${String(no).padStart(6, '0')}`
      for (;;) {
        const { status, headers } = await submit(id)
        if (status === 200) break
        expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-9]/)])
        await delay(20)
      }
      acknowledged.push(id)
    }
  })()
  const reading = (async () => {
    while (isMoving) {
      const { status, body } = await call('/api/session', person.headers)
      expect([200, 503]).toContain(status)
      if (status === 200) expect(body).toMatchObject({ organizationId: organization.id })
      await delay(20)
    }
  })()
  expect(await moveOrganization(cells, organization.id, 'main')).toMatchObject({ phase: 'switched', from: 'two', to: 'main' })
  isMoving = false
  await Promise.all([sending, reading])
  expect(await storedIn(here)).toEqual(acknowledged)
  expect((await storedIn(there)).length).toBeLessThan(acknowledged.length)

  expect((await call('/api/session', bearer(token))).status).toBe(200)
  expect((await call('/api/session', person.headers)).body).toMatchObject({ organizationId: organization.id })
  const { cursor } = feed.body as { cursor: string }
  const next = await call(`/v1/analytics/changes/basic?cursor=${encodeURIComponent(cursor)}`, basic(key))
  expect([next.status, (next.body as { timeline: string }).timeline]).toEqual([200, (feed.body as { timeline: string }).timeline])
  expect((await call('/v1/analytics/users/basic', { ...basic(key), 'if-none-match': etag })).status).toBe(304)
  expect(await stream.ended).toBeDefined()
  using again = await openStream(service.baseUrl, `/api/stream?locationId=${ids.berlin}`, person.headers)
  await submit(randomUUID())
  await expect.poll(() => again.events().map(({ type }) => type)).toContain('presence')
  await confirmMove(cells, organization.id)
  expect(await storedIn(there)).toEqual([])
})

it('while it is read-only, reads are answered and changes are refused', async () => {
  const tables = await listTenantTables(here.pool)
  await startCapture(here.pool, tables, organization.id)
  await here.pool.query(`update sessions set last_used_at = now() - interval '1 hour' where org_id = $1`, [organization.id])
  await here.pool.query(`update organizations set placement = 'read-only' where id = $1`, [organization.id])
  const { status, headers } = await submit(randomUUID())
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-9]/)])
  // The session would be extended by now.
  expect((await call('/api/session', person.headers)).status).toBe(200)
  expect((await call('/v1/analytics/users/basic', basic(organization.keys[KEY]))).status).toBe(200)
  await here.pool.query(`update organizations set placement = 'here' where id = $1`, [organization.id])
  expect((await submit(randomUUID())).status).toBe(200)
  await stopCapture(here.pool, tables, organization.id)
})
