import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { CommitInDoubt, commitOnce } from '../../src/platform/transactions/commit-in-doubt.ts'
import { createTestDatabase, LONG_WAITS, type TestDatabase } from '../../src/testing/test-database.ts'
import { Relay } from '../ingest/relay.ts'

let database: TestDatabase
let relay: Relay
let through: Database

beforeAll(async () => {
  database = await createTestDatabase()
  relay = new Relay(database.url)
  await relay.open()
  through = openDatabase({ url: relay.url, poolSize: 2, ...LONG_WAITS })
  await database.pool.query('create table counts (n int not null)')
})
afterAll(async () => {
  await through?.[Symbol.asyncDispose]()
  await relay?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})
beforeEach(() => database.pool.query('truncate counts'))

const countOne = () => commitOnce(through.db, async (trx) => void (await sql`insert into counts values (1)`.execute(trx)))
const counted = async () => (await database.pool.query('select count(*) from counts')).rows[0].count

test('a commit whose answer is lost is known to have happened', async () => {
  relay.loseAnswerTo('commit')
  const error = await countOne().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(CommitInDoubt)
  expect(await (error as CommitInDoubt).isCommitted()).toBe(true)
  expect(await counted()).toBe(1)
})

test('a commit that never arrived is known not to have happened', async () => {
  const error = await commitOnce(through.db, async (trx) => {
    await sql`insert into counts values (1)`.execute(trx)
    await sql`select set_config('application_name', 'about to fall', false)`.execute(trx)
    setImmediate(() => relay.drop())
  }).catch((caught: unknown) => caught)
  if (error instanceof CommitInDoubt) await expect.poll(() => error.isCommitted().catch(String)).toBe(false)
  expect(await counted()).toBe(0)
})

test('a transaction that the database has not reached yet did not happen: another one is primary, without it', async () => {
  await database.pool.query(
    `create function public.pg_current_xact_id() returns xid8 language sql return '4611686018427388999'::xid8`,
  )
  relay.loseAnswerTo('commit')
  const error = await commitOnce(through.db, async (trx) => {
    await sql`select set_config('search_path', 'public, pg_catalog', true)`.execute(trx)
  }).catch((caught: unknown) => caught)
  expect(await (error as CommitInDoubt).isCommitted()).toBe(false)
})

test('a connection lost during the work is no doubt: nothing happened', async () => {
  relay.loseAnswerTo('insert into counts')
  const error = await countOne().catch((caught: unknown) => caught)
  expect(error).not.toBeInstanceOf(CommitInDoubt)
  expect(await counted()).toBe(0)
})
