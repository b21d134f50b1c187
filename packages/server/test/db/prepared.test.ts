import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book } from '../../src/planning/bookings/booking-service.ts'
import { getUserDay, listUserDays } from '../../src/planning/days/user-days.ts'
import { bindConnection } from '../../src/platform/db/bound-connection.ts'
import { executePrepared } from '../../src/platform/db/prepared.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { createOffice, dayAt, USER } from '../bookings/support.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

test('a connection prepares the statement once, and runs it with the values of each call', async () => {
  await database.db.transaction().execute(async (trx) => {
    const double = (value: number) =>
      executePrepared<{ twice: number }>(trx, 'double', sql`select ${value}::integer * 2 as twice`)
    for (const value of [1, 2, 3]) expect(await double(value)).toEqual([{ twice: value * 2 }])
    const { rows } = await sql<{ name: string; runs: number }>`
      select name, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(trx)
    expect(rows).toEqual([{ name: 'double', runs: 3 }])
  })
})

test('statements of a transaction see what it wrote, and a failure is that of the statement', async () => {
  const failing = database.db.transaction().execute(async (trx) => {
    await sql`create temporary table written on commit drop as select 7 as value`.execute(trx)
    expect(await executePrepared(trx, 'written', sql`select value from written`)).toEqual([{ value: 7 }])
    await executePrepared(trx, 'broken', sql`select 1 / ${0}::integer`)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})

test('a connection that books keeps the plans of its statements after five of them, for a day and for a month', async () => {
  const office = await createOffice(database.db)
  const [userId, placeId] = [office.users[0] as string, office.desks[0] as string]
  const client = await database.pool.connect()
  try {
    const db = bindConnection(client)
    for (let day = 1; day <= 10; day++) {
      await book(db, office.orgId, USER, { userId, day: dayAt(office, day), node: { placeId } })
      expect(await getUserDay(db, office.orgId, userId, dayAt(office, day))).toMatchObject({ booking: { placeId } })
      const month = { firstDay: dayAt(office, 1), lastDay: dayAt(office, 31) }
      expect(await listUserDays(db, office.orgId, userId, month)).toHaveLength(31)
    }
    const names = ['booked node of a day', 'days of a user', 'lock of a day', 'node of a desk or zone', 'saved day plans']
    const { rows } = await client.query(
      `select name, generic_plans > 0 as is_kept, custom_plans <= 5 as is_planned_five_times
       from pg_prepared_statements where name = any ($1) order by name`,
      [names],
    )
    expect(rows).toEqual(names.map((name) => ({ name, is_kept: true, is_planned_five_times: true })))
  } finally {
    client.release(true)
  }
})
