import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../server/src/testing/test-database.ts'
import { run, temporaryFolder } from './support.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

test('migrate creates the tables of an empty database, once, whose address is in a file', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase(inject('databaseServerUrl'), 'template1')
  const env = { DATABASE_URL_FILE: join(folder.path, 'url'), ROLLCALL_DATA_DIR: join(folder.path, 'data') }
  await writeFile(env.DATABASE_URL_FILE, `${database.url}\n`)
  const migrated = (word: string) => ({ code: 0, stdout: `The database has the data model of ${version} ${word}.\n`, stderr: '' })
  expect(await run(['migrate'], env)).toEqual(migrated('now'))
  expect((await sql`select * from organizations`.execute(database.db)).rows).toEqual([])
  expect(await run(['migrate'], env)).toEqual(migrated('already'))
})

test('migrate asks for a database', async () => {
  const { code, stderr } = await run(['migrate'])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^rollcall: DATABASE_URL is not set\./)])
})
