import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executePrepared } from '../../src/platform/db/prepared.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

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
