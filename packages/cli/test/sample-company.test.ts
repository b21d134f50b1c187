import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@rollcall/client'
import { boot, createKey, createOrganization, type RunningService, readConfig } from '@rollcall/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listTenantTables } from '../../server/src/operations/moving/tenant-tables.ts'
import { sampleSource } from '../src/sample-source.ts'

let service: RunningService
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-sample-'))
  const config = {
    ...readConfig({ logLevel: 'warn' }),
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl: undefined,
    nightly: false,
  }
  service = await boot(config, { sampleSource })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

/** The rows of the organization in each table. */
const countRows = async (orgId: string): Promise<Record<string, number>> => {
  const tables = await listTenantTables(service.pool)
  const counts = tables.map(
    ({ name, org }) => `select '${name}' as name, count(*)::integer as count from ${name} where ${org} = '${orgId}'`,
  )
  const { rows } = await service.pool.query<{ name: string; count: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Tables whose rows stay: empty revisions for readers of the warehouse, what it knows about itself, and the audit log. */
const GROWING = [
  ...['segments', 'segment_shapes', 'publications', 'change_feeds', 'published_locations', 'table_revisions'],
  ...['day_changes', 'day_change_ticks', 'audit_log', 'key_usage'],
]

const addDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

it('the sample company fills every dataset, and its removal leaves the organization as it was', {
  timeout: 300_000,
}, async () => {
  const { db, sealer, baseUrl } = service
  const { id: orgId } = await createOrganization(db, { name: 'Empty Ltd', timeZone: 'Europe/Berlin' })
  const key = await createKey(db, sealer, { orgId, name: 'own', role: 'all-permissions', auth: ['hmac'] })
  const client = createClient({ baseUrl, key })
  const own = await client.createUser({ userName: 'own@example.com' })
  await db
    .insertInto('user_accounts')
    .values({ org_id: orgId, user_id: own.userId, roles: ['global-administrator'] })
    .execute()
  const before = await countRows(orgId)

  expect(await client.makeSampleCompany()).toMatchObject({ state: 'making' })
  const until = (state: string) =>
    vi.waitFor(
      async () => {
        const answer = await client.getSampleCompany()
        expect(answer.error).toBeNull()
        expect(answer.state).toBe(state)
      },
      { timeout: 240_000, interval: 500 },
    )
  await until('made')
  const made = await countRows(orgId)
  const filled = [
    'presence_events',
    'occupancy_events',
    'visits',
    'visitor_events',
    'bookings',
    'parking_bookings',
    'workplace_events',
  ]
  const arranged = ['zone_allocations']
  const settings = ['holidays', 'attendance_policies']
  const computed = ['location_rollups', 'group_rollups', 'group_months', 'person_months', 'segments']
  for (const table of [...filled, ...arranged, ...settings, ...computed]) expect(made[table], table).toBeGreaterThan(0)
  expect(made.users).toBe(61)
  // Four weeks are compared with the four before, and no one is missing after the last day.
  const { until: lastDay } = await client.getSampleCompany()
  const { items: buildings } = await client.listLocations({})
  expect(buildings.map(({ presenceUntil }) => presenceUntil)).toEqual([lastDay, lastDay])
  expect(buildings.map(({ checkInMode }) => checkInMode).sort()).toEqual(['by-time', 'none'])
  // Yesterday may not be over in New York yet.
  const to = addDays(-2)
  const { kpis, previous } = await client.getAttendanceFigures({ from: addDays(-29), to })
  expect([kpis.workdays, previous.days.length > 15]).toEqual([20, true])
  const rowsOfFeed = async () => {
    const { segments } = await client.readChanges({ limit: 1_000 })
    return segments.reduce((sum, { rowCount }) => sum + rowCount, 0)
  }
  expect(await rowsOfFeed()).toBeGreaterThan(1_000)

  // The organization uses buildings of the sample company: what is in them goes with them.
  const [desk] = await Array.fromAsync(client.readDesks())
  await client.updateUser({ userId: own.userId }, { primaryLocationId: desk?.locationId ?? null })
  await client.removeSampleCompany()
  await until('none')
  const after = await countRows(orgId)
  const rest = Object.entries(after).filter(([table, count]) => count !== before[table] && !GROWING.includes(table))
  expect(rest).toEqual([])
  expect(await rowsOfFeed()).toBe(0)
  expect(await client.getSampleCompany()).toMatchObject({ state: 'none', canMake: true })
})
