import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSealingKey } from '../../src/gate/sealing/sealing-keys.ts'
import { checkSchema, checkSealing } from '../../src/operations/doctor/check-database.ts'
import { readClockDifference, readServerFacts } from '../../src/operations/doctor/check-server.ts'
import { examine } from '../../src/operations/doctor/doctor.ts'
import type { Finding } from '../../src/operations/doctor/finding.ts'
import { assertReachable } from '../../src/operator/reachable.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'

const levels = (findings: readonly Finding[]): string[] => findings.map(({ level, check }) => `${level} ${check}`)

const secretKey = newSealingKey().toString('base64')
let service: TestService
let orgId: string

beforeAll(async () => {
  service = await startTestService({ secretKey, nightly: false })
  const organization = await service.createOrganization()
  orgId = organization.id
})
afterAll(() => service[Symbol.asyncDispose]())

const query = (text: string, values: unknown[] = []) => service.database.pool.query(text, values)

const dataDir = join(tmpdir(), 'no-data-folder-of-the-doctor')

describe('the doctor, of the database', () => {
  it('finds the sealing key, and says when it is missing, another one, or does not open everything', async () => {
    const { db } = service.database
    const look = async (secretKey: string | undefined) => levels(await checkSealing(db, { secretKey, dataDir }))
    const other = newSealingKey().toString('hex')
    expect(await look(secretKey)).toEqual(['ok sealing-key'])
    expect(await look(undefined)).toEqual(['fail sealing-key'])
    expect(await look(other)).toEqual(['fail sealing-key'])
    expect(await look(`${secretKey},${other}`)).toEqual(['warn sealing-key'])
    const { id } = await service.createKey(orgId, 'data-warehouse')
    await query(`update api_keys set secret_sealed = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' where id = $1`, [id])
    expect(await look(secretKey)).toEqual(['fail sealing-key'])
    await query('update api_keys set revoked_at = now() where id = $1', [id])
    expect(await look(secretKey)).toEqual(['ok sealing-key'])
  })

  it('tries the sealing key at the secrets of identity providers, push keys and cells as well', async () => {
    const { db } = service.database
    const look = async () => (await checkSealing(db, { secretKey, dataDir }))[0]
    const sealed = Buffer.alloc(40)
    await query(
      `insert into identity_providers (org_id, id, label, issuer, client_id, client_authentication, credential_sealed)
       values ($1, gen_random_uuid(), 'Acme', 'https://login.example.com', 'rollcall', 'client_secret_post', $2)`,
      [orgId, sealed],
    )
    await query(`insert into push_keys (org_id, public_key, private_sealed) values ($1, 'key', $2)`, [orgId, sealed])
    await query(`insert into cells (name, replica_url_sealed) values ('main', $1)`, [sealed])
    expect(await look()).toMatchObject({
      level: 'fail',
      found: 'Sealed secrets cannot be opened: 1 in identity_providers, 1 in push_keys, 1 in cells.',
    })
    await query('delete from identity_providers')
    await query('delete from push_keys')
    await query('delete from cells')
    expect(await look()).toMatchObject({ level: 'ok' })
  })

  it('compares the data model with its own', async () => {
    const look = async () => {
      const { findings, isCurrent } = await checkSchema(service.database.db)
      return [...levels(findings), isCurrent]
    }
    expect(await look()).toEqual(['ok migrations', true])
    await query(`insert into migrations (name) values ('9999-of-the-future')`)
    expect(await look()).toEqual(['fail migrations', false])
    await expect(migrate(service.database.db)).rejects.toThrow('made by a newer version of Rollcall (9999-of-the-future)')
    await query(`delete from migrations where name = '9999-of-the-future'`)
    const { rows } = await query(`select hash from model_objects where kind = 'function' and name = 'attendance'`)
    const setHash = (hash: string) =>
      query(`update model_objects set hash = $1 where kind = 'function' and name = 'attendance'`, [hash])
    await setHash('of an older version')
    expect(await look()).toEqual(['warn migrations', false])
    await setHash(rows[0].hash)
    expect(await look()).toEqual(['ok migrations', true])
    await query(`update model_objects set hash = 'x' || hash where kind = 'table' and name = 'users'`)
    expect(await look()).toEqual(['fail migrations', false])
    await query(`update model_objects set hash = substr(hash, 2) where kind = 'table' and name = 'users'`)
  })

  it('reads what PostgreSQL says of itself, and its clock', async () => {
    const facts = await readServerFacts(service.database.db)
    expect(facts).toMatchObject({ encoding: 'UTF8', fsync: 'off', autovacuum: 'on' })
    expect(facts.programs).toBe(1)
    expect(Math.abs(await readClockDifference(service.database.db))).toBeLessThan(2_000)
  })
})

describe('the doctor, of all of it', () => {
  const surroundings = {
    ...{ instance: undefined, databaseName: 'rollcall', assertReachable },
    startDatabase: () => Promise.reject(new Error('No database may be started here.')),
  }
  const env = () => ({ DATABASE_URL: service.database.url, ROLLCALL_SECRET_KEY: secretKey, ROLLCALL_DATA_DIR: tmpdir() })

  it('looks at a service that runs, and makes nothing', async () => {
    const instance = { database: 'x', baseUrl: service.baseUrl }
    const findings = await examine({ ...env(), ROLLCALL_METRICS_TOKEN: service.metricsToken }, { ...surroundings, instance })
    const text = levels(findings).join('\n')
    for (const check of ['ok configuration', 'ok service', 'ok database', 'ok migrations', 'ok time-zones'])
      expect(text).toContain(check)
    // The databases of tests survive no crash.
    expect(text).toContain('fail durability')
    expect(text).not.toContain('could not be examined')
  })

  it('says of a service that was killed that it does not answer, and of a wrong token that it is wrong', async () => {
    const service9 = { database: 'x', baseUrl: 'http://127.0.0.1:9' }
    expect(levels(await examine(env(), { ...surroundings, instance: service9 }))).toContain('fail service')
    const instance = { database: 'x', baseUrl: service.baseUrl }
    expect(levels(await examine({ ...env(), ROLLCALL_METRICS_TOKEN: 'x' }, { ...surroundings, instance }))).toContain(
      'warn service',
    )
  })

  it('continues if the database is unavailable or missing, and hides its password', async () => {
    const away = await examine({ ...env(), DATABASE_URL: 'postgres://u:Hunter2@127.0.0.1:1/db' }, surroundings)
    expect(levels(away)).toContain('fail database')
    expect(JSON.stringify(away)).not.toContain('Hunter2')
    const empty = await examine({ ROLLCALL_DATA_DIR: dataDir }, surroundings)
    expect(levels(empty)).toEqual(expect.arrayContaining(['warn data-folder', 'warn service', 'warn database']))
  })

  it('reports a check that fails itself, and runs the others', async () => {
    const folder = join(tmpdir(), `rollcall-doctor-${randomUUID()}`)
    await writeFile(folder, '')
    try {
      const findings = await examine({ ...env(), ROLLCALL_DATA_DIR: folder, ROLLCALL_SECRET_KEY: undefined }, surroundings)
      expect(levels(findings)).toEqual(
        expect.arrayContaining(['fail data-folder', 'ok migrations', 'fail sealing-key', 'ok time-zones']),
      )
    } finally {
      await rm(folder)
    }
  })
})
