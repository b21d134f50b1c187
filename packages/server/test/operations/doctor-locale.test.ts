import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgeServer, readServerFacts } from '../../src/operations/doctor/check-server.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createTestDatabase, LONG_WAITS } from '../../src/testing/test-database.ts'

test('the doctor says where the locale of the database knows no letters beyond ASCII', async () => {
  await using database = await createTestDatabase()
  const textOf = async (db: typeof database.db) =>
    judgeServer(await readServerFacts(db), { poolSize: 10 }).find(({ check }) => check === 'text')
  expect(await textOf(database.db)).toMatchObject({ level: 'ok' })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await database.pool.query(`create database ${name} template template0 encoding 'UTF8' locale_provider libc locale 'C'`)
  try {
    const { href } = Object.assign(new URL(database.url), { pathname: `/${name}` })
    await using narrow = openDatabase({ url: href, poolSize: 2, ...LONG_WAITS })
    expect(await textOf(narrow.db)).toMatchObject({ level: 'warn', found: expect.stringContaining('beyond ASCII') })
  } finally {
    await database.pool.query(`drop database ${name}`)
  }
})
