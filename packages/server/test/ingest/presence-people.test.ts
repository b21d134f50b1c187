import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUserDirectory } from '../../src/directory/matching/user-directory.ts'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addIdentity, addUser, type Nodes, storedEvents, submit } from './support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let made = 0

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id)
})

const seen = (person: object) => ({
  timestamp: '2026-03-02T09:00:00Z',
  locationId: nodes.location,
  locationType: 'location',
  eventId: `e-${made++}`,
  ...person,
})

/** The user to whom an event is matched, or code and message of the refusal. */
const takenFor = async (person: object, sourceId = 'badges'): Promise<unknown> => {
  const event = seen(person)
  const { said, status } = await submit(service, org, 'presence', [event], sourceId)
  if (status !== 200) return status
  if (said[0] !== '0 Accepted') return said[0]
  return (await storedEvents(service, org.id)).find(({ event_id }) => event_id === event.eventId)?.user_id
}

const UNKNOWN = '1 User not found'

test('a user is found by userId, by userName, by email and by the identity map of the source', async () => {
  const user = await addUser(service, org.id, { userName: 'ada', email: 'ada@example.com' })
  await addIdentity(service, org.id, ['badges', '007', user])
  for (const person of [{ userId: user }, { userEmail: 'ada' }, { userEmail: 'ada@example.com' }, { sourceUserId: '007' }]) {
    expect(await takenFor(person)).toBe(user)
  }
})

test('a userEmail is matched exactly', async () => {
  await addUser(service, org.id, { userName: 'Ada@Example.com', email: 'ada.byron@example.com' })
  for (const userEmail of ['ada@example.com', 'ADA@EXAMPLE.COM', 'Ada.Byron@example.com', 'ada.byron@example.com ', 'ada%']) {
    expect(await takenFor({ userEmail })).toBe(UNKNOWN)
  }
})

test('a userName takes precedence over an equal email', async () => {
  await addUser(service, org.id, { email: 'shared@example.com' })
  const named = await addUser(service, org.id, { userName: 'shared@example.com' })
  expect(await takenFor({ userEmail: 'shared@example.com' })).toBe(named)
})

test('an email that two users have names neither of them', async () => {
  const first = await addUser(service, org.id, { email: 'team@example.com' })
  expect(await takenFor({ userEmail: 'team@example.com' })).toBe(first)
  await addUser(service, org.id, { email: 'team@example.com' })
  await expect.poll(() => takenFor({ userEmail: 'team@example.com' })).toBe(UNKNOWN)
})

test('an identifier that names no user is skipped for the next one', async () => {
  const user = await addUser(service, org.id, { userName: 'ada' })
  await addIdentity(service, org.id, ['badges', '007', user])
  expect(await takenFor({ userId: randomUUID(), userEmail: 'ada' })).toBe(user)
  expect(await takenFor({ userId: 'not a uuid', userEmail: 'nobody', sourceUserId: '007' })).toBe(user)
  expect(await takenFor({ userId: randomUUID(), userEmail: 'nobody', sourceUserId: '008' })).toBe(UNKNOWN)
})

test('userId and userEmail of different users are in conflict, of the same user they are not', async () => {
  const ada = await addUser(service, org.id, { userName: 'ada', email: 'ada@example.com' })
  const bob = await addUser(service, org.id, { userName: 'bob' })
  const conflict = '3 userId and userEmail name different users'
  expect(await takenFor({ userId: ada, userEmail: 'bob' })).toBe(conflict)
  expect(await takenFor({ userId: bob, userEmail: 'ada@example.com', sourceUserId: 'x' })).toBe(conflict)
  expect(await takenFor({ userId: ada, userEmail: 'ada@example.com' })).toBe(ada)
})

test('userId and userEmail go before what the source calls the user', async () => {
  const ada = await addUser(service, org.id, { userName: 'ada' })
  const bob = await addUser(service, org.id, { userName: 'bob' })
  await addIdentity(service, org.id, ['badges', '007', bob])
  expect(await takenFor({ userId: ada, sourceUserId: '007' })).toBe(ada)
  expect(await takenFor({ userEmail: 'ada', sourceUserId: '007' })).toBe(ada)
})

test('an identity counts for its own source only', async () => {
  const [ada, bob] = [await addUser(service, org.id), await addUser(service, org.id)]
  await addIdentity(service, org.id, ['badges', '007', ada])
  await addIdentity(service, org.id, ['wifi', '007', bob])
  expect(await takenFor({ sourceUserId: '007' }, 'badges')).toBe(ada)
  expect(await takenFor({ sourceUserId: '007' }, 'wifi')).toBe(bob)
  expect(await takenFor({ sourceUserId: '007' }, 'Badges')).toBe(UNKNOWN)
})

test('no user is found where none is named: absent, null and empty mean the same', async () => {
  expect(await takenFor({})).toBe(UNKNOWN)
  expect(await takenFor({ userId: null, userEmail: null, sourceUserId: null })).toBe(UNKNOWN)
  expect(await takenFor({ userId: '', userEmail: '', sourceUserId: '' })).toBe(UNKNOWN)
  const user = await addUser(service, org.id, { userName: 'ada', email: '' })
  expect(await takenFor({ userId: '', userEmail: null })).toBe(UNKNOWN)
  expect(await takenFor({ userId: '', userEmail: 'ada', sourceUserId: null })).toBe(user)
})

test('users of other organizations are unknown', async () => {
  const other = await service.createOrganization()
  const stranger = await addUser(service, other.id, { userName: 'eve', email: 'eve@example.com' })
  await addIdentity(service, other.id, ['badges', '007', stranger])
  for (const person of [{ userId: stranger }, { userEmail: 'eve' }, { userEmail: 'eve@example.com' }, { sourceUserId: '007' }]) {
    expect(await takenFor(person)).toBe(UNKNOWN)
  }
})

test('a user who is imported after being refused is accepted at once', async () => {
  const event = seen({ userEmail: 'late@example.com' })
  const person = seen({ sourceUserId: 'L8' })
  const send = () => submit(service, org, 'presence', [event, person])
  expect((await send()).said).toEqual([UNKNOWN, UNKNOWN])
  await importDirectory(service.database.db, org.id, {
    users: [{ userName: 'late@example.com', identities: [{ sourceId: 'badges', sourceUserId: 'L8' }] }],
  })
  expect((await send()).said).toEqual(['0 Accepted', '0 Accepted'])
  expect((await send()).said).toEqual(['0 Already recorded', '0 Already recorded'])
})

test('a changed name is followed within a moment', async () => {
  const [ada, bob] = [await addUser(service, org.id, { userName: 'seat' }), await addUser(service, org.id, { userName: 'bob' })]
  expect(await takenFor({ userEmail: 'seat' })).toBe(ada)
  await service.database.pool.query("update users set user_name = 'ada' where id = $1", [ada])
  await service.database.pool.query("update users set user_name = 'seat' where id = $1", [bob])
  await expect.poll(() => takenFor({ userEmail: 'seat' })).toBe(bob)
})

test('no message names a person', async () => {
  await addUser(service, org.id, { userName: 'ada.byron@example.com' })
  const bob = await addUser(service, org.id, { userName: 'bob' })
  const people = [
    { userEmail: 'grace.hopper@example.com' },
    { userId: bob, userEmail: 'ada.byron@example.com' },
    { userEmail: 'ada.byron@example.com', locationId: 'grace.hopper@example.com' },
  ]
  const { body } = await submit(service, org, 'presence', people.map(seen))
  expect(body.results.map(({ resultCode }) => resultCode)).toEqual([1, 3, 2])
  expect(JSON.stringify(body)).not.toMatch(/ada|grace|hopper|bob|@/)
})

test.each(['userId', 'userEmail'])(
  'a look-up by %s right after many users were added reads only those it names',
  async (name) => {
    const { pool } = service.database
    const values = [org.id, Array.from({ length: 2000 }, () => randomUUID())]
    await pool.query(`insert into users (org_id, id, user_name) select $1, id, 'user-' || id from unnest($2::uuid[]) id`, values)
    const userId = await addUser(service, org.id, { userName: 'ada' })
    const client = await pool.connect()
    // The view also counts what this connection read before and has not reported yet, so only the difference is of the look-up.
    const readSoFar = async () => {
      const { rows } = await client.query(
        `select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relname = 'users'`,
      )
      return Number(rows[0].read)
    }
    try {
      await client.query('begin')
      const listener = { on: async () => {}, isListening: () => true, [Symbol.asyncDispose]: async () => {} }
      const users = await createUserDirectory(client as unknown as pg.Pool, listener)
      const before = await readSoFar()
      expect(await users.resolve(org.id, 'badges', [name === 'userId' ? { userId } : { userEmail: 'ada' }])).toEqual([{ userId }])
      expect((await readSoFar()) - before).toBe(1)
    } finally {
      await client.query('rollback')
      client.release()
    }
  },
)
