import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../../src/operations/doctor/doctor.ts'
import { assertReachable, assertUsable } from '../../src/operator/reachable.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { findObstacles } from '../../src/platform/db/usability.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'

let service: TestService
let database: string
const role = `plain_${randomUUID().slice(0, 8)}`

beforeAll(async () => {
  service = await startTestService({ nightly: false })
  database = new URL(service.database.url).pathname.slice(1)
  await query(`create role ${role} login password 'secret'`)
})
afterAll(async () => {
  await query(`drop owned by ${role}`)
  await query(`drop role ${role}`)
  await service[Symbol.asyncDispose]()
})

const query = (text: string) => service.database.pool.query(text)
const urlAs = (name: string) => Object.assign(new URL(service.database.url), { username: name, password: 'secret' }).href

const obstacles = async (url: string) => {
  await using opened = openDatabase({ url, poolSize: 1, ...LONG_WAITS })
  return (await findObstacles(opened.db)).map(({ kind, found }) => `${kind}: ${found}`)
}

const readiness = () => send(service.baseUrl, { path: '/readyz' })

const doctor = async (url: string): Promise<string> => {
  const surroundings = {
    ...{ instance: undefined, databaseName: 'rollcall', assertReachable },
    startDatabase: () => Promise.reject(new Error('Nothing may be started here.')),
  }
  const findings = await examine({ DATABASE_URL: url, ROLLCALL_DATA_DIR: tmpdir() }, surroundings)
  return findings.map(({ level, check, found, remedy = '' }) => `${level} ${check}: ${found} ${remedy}`).join('\n')
}

describe('a database that can be used', () => {
  it('is ready, and the doctor says so', async () => {
    expect(await obstacles(service.database.url)).toEqual([])
    await assertUsable(service.database.url)
    expect(await doctor(service.database.url)).toContain('ok rights')
    expect((await readiness()).status).toBe(200)
  })
})

describe('a database that becomes read-only', () => {
  it.each([
    ['for the database', `alter database %d set default_transaction_read_only = on`, 'alter database %d reset all'],
    [
      'for the role',
      'alter role %r in database %d set default_transaction_read_only = on',
      'alter role %r in database %d reset all',
    ],
  ])('%s is not ready, also on connections that were opened before', async (_, set, reset) => {
    const owner = new URL(service.database.url).username
    const named = (text: string) => text.replace('%d', database).replace('%r', owner)
    expect((await readiness()).status).toBe(200)
    await query(named(set))
    try {
      expect(expectProblem(await readiness(), 'unavailable').detail).toBe('The database is read-only.')
      expect(await doctor(service.database.url)).toContain('fail read-only: The database is read-only')
      await expect(assertUsable(service.database.url)).rejects.toThrow(/cannot be used: The database is read-only.*RESET/)
    } finally {
      const client = new pg.Client({ connectionString: service.database.url })
      await client.connect()
      await client.query('set default_transaction_read_only = off')
      await client.query(named(reset))
      await client.end()
    }
    expect((await readiness()).status).toBe(200)
  })

  it('answers submissions with 503 instead of an internal error', async () => {
    const { isUnavailable } = await import('../../src/platform/errors.ts')
    const client = new pg.Client({ connectionString: service.database.url })
    await client.connect()
    try {
      await client.query('begin read only')
      const error = await client.query('delete from migrations').catch((reason: unknown) => reason)
      expect(isUnavailable(error)).toBe(true)
    } finally {
      await client.end()
    }
  })
})

describe('a role without rights', () => {
  const url = () => urlAs(role)

  it('learns what it lacks and what to do, one after the other', async () => {
    await query(`revoke all on schema public from public, ${role}`)
    try {
      expect(await obstacles(url())).toEqual([`rights: The role ${role} may use no schema.`])
      await query(`grant usage on schema public to ${role}`)
      expect(await obstacles(url())).toEqual([
        expect.stringContaining('may not create tables in the schema public'),
        expect.stringMatching(/may not read and write \d+ of the tables/),
      ])
      expect(await doctor(url())).toContain(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`)
      await expect(assertUsable(url())).rejects.toThrow(/^The database of DATABASE_URL \(\S+\) cannot be used: The role/)
      await query(`grant create on schema public to ${role}`)
      await query(`grant all on all tables in schema public to ${role}`)
      expect(await obstacles(url())).toEqual([expect.stringMatching(/does not own \d+ of the tables/)])
    } finally {
      await query('grant usage on schema public to public')
    }
  })
})
