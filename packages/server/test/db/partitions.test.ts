import { expect, test } from 'vitest'
import { makePartitionsAhead } from '../../src/intake/ingest/partitions.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { startTestService } from '../../src/testing/test-service.ts'
import { dayAfter, setUp, TODAY } from '../horizon/support.ts'

const TABLES = ['occupancy_events', 'presence_events', 'user_actions']

/** Names of the partitions of these months, as far as they exist. */
const partitions = async ({ pool }: TestDatabase, months: readonly string[]): Promise<string[]> => {
  const names = TABLES.flatMap((table) => months.map((month) => `${table}_${month.replace('-', '_')}`))
  const { rows } = await pool.query('select relname from pg_class where relname = any($1) order by 1', [names])
  return rows.map(({ relname }) => relname)
}

const monthAfter = (months: number): string => TODAY.with({ day: 1 }).add({ months }).toString().slice(0, 7)

test('a service that is up has the partitions of this month and the next two', async () => {
  await using database = await createTestDatabase()
  const months = [0, 1, 2].map(monthAfter)
  expect(await partitions(database, months)).toEqual([])
  await using _service = await startTestService({ databaseUrl: database.url })
  expect(await partitions(database, months)).toHaveLength(TABLES.length * 3)
  expect(await partitions(database, [monthAfter(3)])).toEqual([])
})

test('the month after next counts from the first day on, however long the months are', async () => {
  await using database = await createTestDatabase()
  await makePartitionsAhead(database.db, { now: new Date('2031-12-31T23:59:59Z') })
  const made = await partitions(database, ['2031-11', '2031-12', '2032-01', '2032-02', '2032-03'])
  expect(made).toEqual(TABLES.flatMap((table) => [`${table}_2031_12`, `${table}_2032_01`, `${table}_2032_02`]))
})

test('making partitions gives way to a long transaction, and succeeds when it is over', async () => {
  await using database = await createTestDatabase()
  const now = new Date('2031-05-01T00:00:00Z')
  const writer = await database.pool.connect()
  await writer.query('begin')
  await writer.query('lock table presence_events in row exclusive mode')
  await expect(makePartitionsAhead(database.db, { now, lockTimeoutMs: 50 })).rejects.toMatchObject({ code: '55P03' })
  await writer.query('rollback')
  writer.release()
  expect(await partitions(database, ['2031-05'])).toEqual([])
  await makePartitionsAhead(database.db, { now, lockTimeoutMs: 50 })
  expect(await partitions(database, ['2031-05'])).toHaveLength(TABLES.length)
})

test('the first logged change of a month does not lock the tables of events', async () => {
  await using database = await createTestDatabase()
  const office = await setUp(database)
  const user = await office.addUser('ada', { week: null })
  const { pool, orgId } = office
  expect(await partitions(database, [monthAfter(0)])).toEqual([])
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
       values ($1, $2, $3, 'o', 'day-plan', 'administrator', gen_random_uuid())`,
      [orgId, user, dayAfter(1)],
    )
    const { rows } = await pool.query(
      `select c.relname
       from pg_locks l
       join pg_class c on c.oid = l.relation
       where l.database = (select oid from pg_database where datname = current_database()) and c.relname = any ($1)
         and l.mode = 'AccessExclusiveLock'`,
      [TABLES],
    )
    expect(rows).toEqual([{ relname: 'user_actions' }])
    await client.query('commit')
  } finally {
    // Closed, so that a transaction that is left open ends.
    client.release(true)
  }
  expect(await partitions(database, [monthAfter(0)])).toEqual([`user_actions_${monthAfter(0).replace('-', '_')}`])
})
