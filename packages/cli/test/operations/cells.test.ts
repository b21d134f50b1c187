import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../server/src/testing/test-database.ts'
import { basic } from '../../../server/src/testing/test-service.ts'
import { type Finished, run, type Serving, serve, temporaryFolder } from '../support.ts'

const GUIDE = new URL('../../../../docs/operators/cells.md', import.meta.url)

/** The commands of the example, in its order. */
const commandsOf = (guide: string): string[][] =>
  [...guide.matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.trim().split('\n'))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? (word as string)))

describe('three PostgreSQL servers, as in the guide for operators', () => {
  const stack = new AsyncDisposableStack()
  let service: Serving
  let env: Record<string, string>
  let servers: Record<string, string>
  const finished = new Map<string, Finished>()

  /** Another server with an empty database. */
  const startServer = async (): Promise<string> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-server-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    const server = stack.use(await startEmbeddedPostgres({ dataDir }))
    await server.ensureDatabase('rollcall')
    return server.url('rollcall')
  }

  beforeAll(async () => {
    const control = stack.use(await createTestDatabase())
    const [second, third] = await Promise.all([startServer(), startServer()])
    servers = { 'pg1.example': control.url, 'pg2.example': second, 'pg3.example': third }
    const { path } = stack.use(await temporaryFolder())
    env = { ROLLCALL_DATA_DIR: path, DATABASE_URL: control.url }
    service = stack.use(await serve(env))
    for (const [npx, rollcall, ...words] of commandsOf(await readFile(GUIDE, 'utf8'))) {
      expect([npx, rollcall]).toEqual(['npx', 'rollcall'])
      const args = words.map((word) => servers[URL.parse(word)?.hostname ?? ''] ?? word)
      finished.set(words.join(' '), await run(args, env))
    }
  })
  afterAll(() => stack.disposeAsync())

  const outputOf = (start: string): string => [...finished].find(([command]) => command.startsWith(start))?.[1].stdout ?? ''

  /** What the audit log of a server says of moves of an organization. */
  const movesIn = async (server: string, organization: string): Promise<object[]> => {
    const client = new pg.Client(servers[server])
    await client.connect()
    try {
      const { rows } = await client.query(
        `select actor_type, after from audit_log where action = 'organization.move' and entity_name = $1 order by at`,
        [organization],
      )
      return rows
    } finally {
      await client.end()
    }
  }

  it('every command of the example succeeds', () => {
    expect(finished.size).toBeGreaterThan(8)
    for (const [command, { code, stderr }] of finished)
      expect([command, code, stderr]).toEqual([command, 0, expect.not.stringContaining('rollcall:')])
  })

  it('takes an address from standard input, where no other user sees its password', async () => {
    const added = await run(['cells', 'add', 'three', '--url', '-'], env, `${servers['pg3.example']}\n`)
    expect([added.code, added.stderr]).toEqual([0, ''])
  })

  it('lists the servers without their passwords', () => {
    const listed = outputOf('cells list')
    for (const name of ['pg2.example', 'pg3.example']) {
      const { host, password } = new URL(servers[name] as string)
      expect(listed).toContain(host)
      if (password) expect(listed).not.toContain(password)
    }
    expect(listed).toMatch(/^main {2}.*DATABASE_URL/m)
  })

  it('the running service serves the organization, whichever server has its data', async () => {
    const [, id = '', secret = ''] = /^id +(\S+)\nsecret +(\S+)/.exec(outputOf('keys create')) ?? []
    const answer = await fetch(`${service.baseUrl}/v1/analytics/locations/basic`, { headers: basic({ id, secret }) })
    expect(answer.status).toBe(200)
    expect(outputOf('org list')).toMatch(/^\S+ +Acme Paris +two$/m)
    expect((await run(['keys', 'block', id, '--reason', 'test'], env)).stdout).toBe(`Blocked ${id}\n`)
    await expect
      .poll(
        async () => (await fetch(`${service.baseUrl}/v1/analytics/locations/basic`, { headers: basic({ id, secret }) })).status,
      )
      .toBe(403)
  })

  it('moves the organization to the third server, and nothing of it stays on the second', async () => {
    expect(outputOf('org move Acme Paris --to three')).toContain('rollcall org move "Acme Paris" --confirm')
    expect(outputOf('org move Acme Paris --status')).toMatch(/^two +three +switched /m)
    expect(outputOf('org move Acme Paris --confirm')).toMatch(/^Removed \d+ rows from two\.$/m)
    expect((await run(['org', 'list'], env)).stdout).toMatch(/^\S+ +Acme Paris +three$/m)
    expect((await run(['cells', 'list', '--json'], env)).stdout).not.toContain('"two"')
    expect(await movesIn('pg3.example', 'Acme Paris')).toEqual([
      { actor_type: 'command-line', after: { from: 'two', to: 'three' } },
      { actor_type: 'command-line', after: { from: 'two', to: 'three', confirmed: true } },
    ])
  })

  it.each([[], ['--to', 'three', '--confirm'], ['--to', 'three', '--read-only-limit', '0.5']])(
    'a move with the options %j is wrong use',
    async (...options) => {
      expect((await run(['org', 'move', 'Acme Paris', ...options], env)).code).toBe(2)
    },
  )

  it('says why an organization cannot be moved', async () => {
    const errorOf = async (...args: string[]) => (await run(['org', 'move', 'Acme Paris', ...args], env)).stderr
    expect(await errorOf('--to', 'nowhere')).toContain('There is no cell nowhere.')
    expect(await errorOf('--to', 'three')).toContain('The organization is in the cell three already.')
    expect(await errorOf('--cancel')).toContain('The organization is not being moved.')
  })

  it('checks and lists each organization once', async () => {
    expect(outputOf('cells check')).toContain('organizations in 3 databases, each in exactly one.')
    const doctor = JSON.parse((await run(['doctor', '--json'], env)).stdout) as { check: string; found: string; level: string }[]
    expect(doctor.filter(({ check, level }) => check === 'placements' && level === 'ok')).toHaveLength(1)
    expect(doctor.some(({ check, found }) => check === 'migrations' && found.startsWith('Cell three: '))).toBe(true)
  })

  it('forgets an organization whose creation was interrupted, which no database has', async () => {
    const control = new pg.Client({ connectionString: servers['pg1.example'] as string })
    await control.connect()
    const { rows } = await control.query<{ org_id: string }>(
      `insert into organization_cells (org_id, cell) values (gen_random_uuid(), 'three') returning org_id`,
    )
    await control.end()
    const id = rows[0]?.org_id as string
    const check = async () => (await run(['cells', 'check'], env)).stdout
    expect(await check()).toMatch(new RegExp(`lists: ${id}\\.\n.*rollcall cells forget`))
    const { code, stdout } = await run(['cells', 'forget', id], env)
    expect([code, stdout]).toEqual([0, `Forgot the organization ${id}, which the cell three does not have.\n`])
    expect(await check()).toContain('each in exactly one.')
  })

  it('takes a name once in all cells, and no organization in a cell that is drained', async () => {
    const again = await run(['org', 'create', 'Acme Paris'], env)
    expect([again.code, again.stderr]).toEqual([
      1,
      'rollcall: There is already an organization named Acme Paris, in the cell three.\n',
    ])
    expect((await run(['cells', 'drain', 'three', '--no-move'], env)).stdout).toMatch(/^Acme Paris +three +– +waits$/m)
    const refused = await run(['org', 'create', 'Acme Rome', '--cell', 'three'], env)
    expect(refused.stderr).toContain('The cell three is being drained.')
    const removed = await run(['cells', 'remove', 'three'], env)
    expect([removed.code, removed.stderr]).toEqual([1, expect.stringContaining('The cell three has organizations.')])
    expect((await run(['cells', 'drain', 'three', '--undo'], env)).code).toBe(0)
  })

  it('drained the second cell, whose organization moved to another one', async () => {
    expect(outputOf('cells drain two --status')).toMatch(/^Acme Lyon +two +– +waits/m)
    const drained = [...finished].find(([command]) => command === 'cells drain two')?.[1]
    expect(drained?.stderr).toMatch(/^Acme Lyon: Moved from two to (main|three): /m)
    expect(drained?.stdout).toContain('two serves no organization. 1 copy of organizations that left remains in two')
    expect(outputOf('cells drain two --confirm')).toBe('Removed 1 copy from two.\n')
    const moves = [...(await movesIn('pg1.example', 'Acme Lyon')), ...(await movesIn('pg3.example', 'Acme Lyon'))]
    expect(moves).toMatchObject([{ after: { from: 'two' } }, { after: { from: 'two', confirmed: true } }])
  })

  it.each([['three', '--to', 'three'], ['nowhere'], ['main', '--to', 'nowhere']])(
    'does not drain with the arguments %j, and marks nothing',
    async (...args) => {
      const { code, stderr } = await run(['cells', 'drain', ...args], env)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot move to three itself|There is no cell nowhere/)])
      expect((await run(['cells', 'list', '--json'], env)).stdout).not.toContain('"isDraining": true')
    },
  )

  it.each([
    ['--status', '--undo'],
    ['--no-move', '--to', 'main'],
    ['--confirm', '--read-only-limit', '5'],
  ])('draining with the options %j is wrong use', async (...options) => {
    expect((await run(['cells', 'drain', 'three', ...options], env)).code).toBe(2)
  })

  it('drains for programs, stops at a failure with exit status 1, and refuses to remove the cell before its copies', async () => {
    const drain = async (...options: string[]) => {
      const { code, stdout, stderr } = await run(['cells', 'drain', 'three', '--json', ...options], env)
      return {
        code,
        stderr,
        report: JSON.parse(stdout) as {
          moved: { name: string }[]
          remaining: object[]
          copies: object[]
          problem: string | null
        },
      }
    }
    const control = new pg.Client({ connectionString: servers['pg1.example'] as string })
    await control.connect()
    await control.query(`insert into organizations (id, name) values (gen_random_uuid(), 'Acme Paris')`)
    const stopped = await drain('--to', 'main')
    expect(stopped).toMatchObject({
      code: 1,
      report: { problem: expect.stringContaining('Acme Paris could not be moved: The cell main has') },
    })
    expect(stopped.stderr).toContain(`rollcall: ${stopped.report.problem}\n`)
    await control.query(`delete from organizations where name = 'Acme Paris'`)
    await control.end()
    const moved = await drain('--to', 'main')
    expect(moved).toMatchObject({
      code: 0,
      report: {
        problem: null,
        remaining: [],
        moved: expect.arrayContaining([expect.objectContaining({ name: 'Acme Paris', to: 'main' })]),
      },
    })
    const removed = await run(['cells', 'remove', 'three'], env)
    expect([removed.code, removed.stderr]).toEqual([1, expect.stringContaining('must be confirmed or canceled first')])
    const confirmed = await run(['cells', 'drain', 'three', '--confirm', '--json'], env)
    expect(JSON.parse(confirmed.stdout)).toMatchObject({ name: 'three', problem: null })
    expect((await run(['cells', 'drain', 'three', '--undo'], env)).code).toBe(0)
  })

  it('changes the sealing key of all cells', async () => {
    const { stdout } = await run(['rotate-sealing-key', '--json'], env)
    const { resealed } = JSON.parse(stdout) as { resealed: number }
    // Keys of two organizations, the key that signs tokens, and the address of the cell.
    expect(resealed).toBe(4)
    expect((await run(['cells', 'check'], env)).code).toBe(0)
    expect((await run(['cells', 'list', '--json'], env)).stdout).toContain('"organizations": 0')
  })

  it('a command with the DATABASE_URL of another cell is refused', async () => {
    const { code, stderr } = await run(['org', 'list'], { ...env, DATABASE_URL: servers['pg2.example'] as string })
    expect([code, stderr]).toEqual([1, expect.stringContaining('The database of DATABASE_URL is the cell two of the service')])
  })
})
