import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Running, start } from './running.ts'
import { attempt, environmentOf, installNode } from './tools.ts'

const { folder } = inject('small')
const program = await installNode('24.21.0')

/** Commands as they are used where optional dependencies were left out. */
const rollcall = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  attempt('npx', ['rollcall', ...args], { cwd: folder, env: environmentOf(program, env) })

it('serve says without DATABASE_URL that no database is included', async () => {
  const { status, stderr } = await rollcall(['serve'], { ROLLCALL_DATA_DIR: await mkdtemp(join(folder, 'none-')), PORT: '0' })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^rollcall: The embedded database is not installed/m),
  })
  expect(stderr).toContain('Set DATABASE_URL to a PostgreSQL 15 or newer')
})

describe('with a PostgreSQL of its own', () => {
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  let service: Running
  let url: string
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    const data = await mkdtemp(join(folder, 'data-'))
    postgres = await startEmbeddedPostgres({ dataDir: join(data, 'database') })
    await postgres.ensureDatabase('rollcall')
    env = { DATABASE_URL: postgres.url('rollcall'), ROLLCALL_DATA_DIR: data, PORT: '0' }
    service = start(join(folder, 'node_modules/.bin/rollcall'), ['serve'], folder, environmentOf(program, env))
    url = (await service.until(/Rollcall is ready at (http:\S+)/))[1] as string
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  it('serves pages and rows, and answers 406 for Parquet with what to do', async () => {
    const { stdout } = await rollcall(['keys', 'create', '--role', 'data-warehouse', '--auth', 'basic', '--name', 'Test'], env)
    const [, id] = /([0-9a-f]{8}-[0-9a-f-]{27})/.exec(stdout) ?? []
    const [, secret] = /(rc_[\w-]+)/.exec(stdout) ?? []
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const read = (format: string) => fetch(`${url}/v1/analytics/locations/basic?format=${format}`, { headers: { authorization } })
    expect(await (await fetch(url)).text()).toContain('<div id="root">')
    expect([(await read('json')).status, (await read('csv')).status]).toEqual([200, 200])
    const refused = await read('parquet')
    expect(refused.status).toBe(406)
    expect(await refused.json()).toMatchObject({
      code: 'not_acceptable',
      detail:
        'This service cannot write Parquet. Request JSON, NDJSON or CSV, or ask its operator: ' +
        'Install DuckDB next to Rollcall: npm install @duckdb/node-api.',
    })
  })

  it('offers no passkeys, which need an optional dependency', async () => {
    const options = await fetch(`${url}/api/sign-in-options`)
    expect(await options.json()).toEqual({ canResetByMail: false, canUsePasskeys: false })
  })

  it('loads into PostgreSQL, and says for a DuckDB file what to install', async () => {
    await postgres.ensureDatabase('copy')
    const load = (into: string) => rollcall(['load', 'backfill', '--into', into, '--from', '2026-01-01', '--url', url], env)
    expect(await load(postgres.url('copy'))).toMatchObject({ status: 0 })
    const refused = await load('warehouse.duckdb')
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('need DuckDB, which is not installed. Install it next to'),
    })
  })

  it.each([
    ['folder', { ROLLCALL_LAKE_DIR: 'lake' }, 'npm install @duckdb/node-api'],
    ['bucket', { ROLLCALL_LAKE_S3: 's3://bucket/prefix', AWS_REGION: 'eu-central-1' }, 'npm install @duckdb/node-api'],
  ])('refuses to serve with a lake in a %s, with what to install', async (_, lake, remedy) => {
    const { status, stderr } = await rollcall(['serve'], { ...env, ...lake })
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(remedy) })
  })

  it('stops with status 0', async () => {
    expect(await service.terminate()).toBe(0)
  })
})
