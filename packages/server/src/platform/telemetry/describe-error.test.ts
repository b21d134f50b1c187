import { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { AppError } from '../errors.ts'
import { createTelemetry } from './telemetry.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

it('keeps the names in a database error, not the rows that it quotes', async () => {
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
  const log = pino(output)
  const telemetry = createTelemetry(log)
  telemetry.requestFailed({ id: 'a' } as FastifyRequest, new AppError('internal', { cause: error }))
  telemetry.backgroundFailed('metering', error)
  expect(lines.join('')).not.toContain('ada@example.com')
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(JSON.parse(line).err).toMatchObject({ code: '23505', constraint: 'organizations_name_key' })
  }
})
