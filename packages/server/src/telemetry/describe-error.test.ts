import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { describeError } from './describe-error.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

it('keeps what names a fault of the database, not the rows that it quotes', async () => {
  const add = () => database.pool.query(`insert into organizations (id, name) values (gen_random_uuid(), 'ada@example.com')`)
  await add()
  const error = await add().catch((reason) => reason)
  expect(error.detail).toContain('ada@example.com')

  const lines: string[] = []
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  pino({ serializers: { err: describeError } }, output).error({ err: error }, 'request failed')
  expect(lines.join('')).not.toContain('ada@example.com')
  expect(JSON.parse(lines[0] as string).err).toMatchObject({ code: '23505', constraint: 'organizations_name_key' })
})
