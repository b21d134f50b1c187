import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportProgress, importDirectory } from '../../src/operations/imports/import-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { everything, newOrganization, officeFile } from './import-factory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = async (file: unknown = officeFile()) => {
  const { db } = database
  const orgId = await newOrganization(db)
  const report = await importDirectory(db, orgId, file)
  return { db, orgId, report }
}

describe('a first import', () => {
  test('creates all that the file names', async () => {
    const { report } = await setUp()
    expect(report.dryRun).toBe(false)
    const created = Object.fromEntries(Object.entries(report.changes).map(([kind, change]) => [kind, change.created]))
    expect(created).toEqual({
      locations: 2,
      levels: 1,
      zones: 2,
      places: 2,
      spaces: 1,
      parkingBays: 1,
      groups: 2,
      users: 3,
      memberships: 1,
      weekPlans: 3,
      identities: 1,
      dayPlans: 1,
      bookings: 3,
      events: 1,
      invitations: 2,
    })
  })

  test('stores references, defaults, primary group and UTC times', async () => {
    const { db, orgId } = await setUp()
    const all = await everything(db, orgId)
    const group = (all.groups as { id: string; name: string }[]).find(({ name }) => name === 'Engineering')
    const users = all.users as Record<string, unknown>[]
    expect(users.find(({ user_name }) => user_name === 'ada')).toMatchObject({
      status: 'active',
      onboarded: false,
      primary_group_id: group?.id,
      attributes: { costCentre: '4711' },
    })
    const [event] = all.workplace_events as { starts_at: string }[]
    expect(new Date(event?.starts_at ?? '').toISOString()).toBe('2026-01-05T08:00:00.000Z')
    expect((all.places as { assigned_user_id: string | null }[]).filter((place) => place.assigned_user_id)).toHaveLength(1)
  })

  test('stores given ids in lower case and time zones in their official spelling', async () => {
    const id = 'AAAAAAAA-0000-4000-8000-00000000000A'
    const { db, orgId } = await setUp({ locations: [{ id, name: 'Berlin', timeZone: 'europe/berlin' }] })
    const [location] = (await everything(db, orgId)).locations as Record<string, unknown>[]
    expect(location).toMatchObject({ id: id.toLowerCase(), time_zone: 'Europe/Berlin' })
  })
})

describe('importing the same file again', () => {
  test('changes nothing, not even a revision or a timestamp', async () => {
    const { db, orgId, report } = await setUp()
    const before = await everything(db, orgId)
    const again = await importDirectory(db, orgId, officeFile())
    for (const [kind, change] of Object.entries(again.changes)) {
      const first = report.changes[kind as keyof typeof report.changes]
      expect({ kind, ...change }).toEqual({ kind, created: 0, updated: 0, unchanged: first.created })
    }
    expect(await everything(db, orgId)).toEqual(before)
  })

  test('finds entities that were created elsewhere by their name', async () => {
    const { db } = database
    const orgId = await newOrganization(db)
    const user = { org_id: orgId, id: crypto.randomUUID(), user_name: 'ada', first_name: 'Ada' }
    await db.insertInto('users').values(user).execute()
    const { changes } = await importDirectory(db, orgId, { users: [{ userName: 'ada', lastName: 'Byron' }] })
    expect(changes.users).toEqual({ created: 0, updated: 1, unchanged: 0 })
    const stored = await db.selectFrom('users').selectAll().where('org_id', '=', orgId).execute()
    expect(stored).toMatchObject([{ id: user.id, first_name: 'Ada', last_name: 'Byron' }])
  })
})

test('a dry run reports what an import would change and changes nothing', async () => {
  const { db } = database
  const orgId = await newOrganization(db)
  const before = await everything(db, orgId)
  const dry = await importDirectory(db, orgId, officeFile(), { dryRun: true })
  expect(await everything(db, orgId)).toEqual(before)
  const real = await importDirectory(db, orgId, officeFile())
  expect(dry).toEqual({ ...real, dryRun: true })
})

test('another organization stays as it is', async () => {
  const other = await setUp()
  const before = await everything(other.db, other.orgId)
  const { db, orgId } = await setUp()
  await importDirectory(db, orgId, { users: [{ userName: 'ada', status: 'inactive', groups: [], weekPlan: {} }] })
  expect(await everything(other.db, other.orgId)).toEqual(before)
})

test('two imports of one organization at once end as one after the other', async () => {
  const { db } = database
  const orgId = await newOrganization(db)
  const reports = await Promise.all([officeFile(), officeFile(), officeFile()].map((file) => importDirectory(db, orgId, file)))
  expect(reports.map(({ changes }) => changes.users.created).sort()).toEqual([0, 0, 3])
})

test('thousands of users are written in chunks, with progress after each', async () => {
  const { db } = database
  const orgId = await newOrganization(db)
  const groups = [{ name: 'All', type: 'team' }]
  const users = Array.from({ length: 12_000 }, (_, index) => ({ userName: `user-${index}`, groups }))
  const seen: ImportProgress[] = []
  const { changes } = await importDirectory(db, orgId, { groups, users }, { onProgress: (progress) => seen.push(progress) })
  expect(changes.users.created).toBe(12_000)
  expect(changes.memberships.created).toBe(12_000)
  const done = seen.filter(({ section }) => section === 'users').map((progress) => progress.done)
  expect(done).toEqual([0, 5000, 10_000, 12_000, 17_000, 22_000, 24_000])
  expect(seen.filter(({ section }) => section === 'users').every(({ total }) => total === 24_000)).toBe(true)
})

test('an aborted import changes nothing', async () => {
  const { db } = database
  const orgId = await newOrganization(db)
  const before = await everything(db, orgId)
  const abort = new AbortController()
  const onProgress = ({ section }: ImportProgress) => section === 'users' && abort.abort()
  await expect(importDirectory(db, orgId, officeFile(), { onProgress, signal: abort.signal })).rejects.toThrow(/abort/)
  expect(await everything(db, orgId)).toEqual(before)
})

test('an organization that does not exist is refused', async () => {
  await expect(importDirectory(database.db, crypto.randomUUID(), {})).rejects.toMatchObject({ code: 'entity_not_found' })
})
