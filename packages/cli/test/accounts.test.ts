import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { type Finished, readFirstRun, run, type Serving, serve, temporaryFolder } from './support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let service: Serving
let env: Record<string, string>

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  env = { ROLLCALL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url }
  service = await serve(env)
  const users = ['ada', 'bob', 'cy', 'dan'].map((name) => ({ userName: `${name}@example.com` }))
  const leaver = { userName: 'leaver@example.com', status: 'inactive' }
  expect((await run(['import', '-'], env, JSON.stringify({ users: [...users, leaver] }))).code).toBe(0)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const accounts = (args: string[], input?: string): Promise<Finished> => run(['accounts', ...args], env, input)

interface Saved {
  userId: string
  userName: string
  roles: string[]
  password?: string
}
const set = async (user: string, args: string[], input?: string): Promise<Saved> => {
  const { code, stdout, stderr } = await accounts(['set', '--user', user, ...args, '--json'], input)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

const failing = async (args: string[], code: number, message: RegExp, input?: string): Promise<void> => {
  const finished = await accounts(args, input)
  expect([finished.code, finished.stdout]).toEqual([code, ''])
  expect(finished.stderr).toMatch(message)
  expect(finished.stderr).not.toMatch(/\n\s+at /)
}

const signIn = async (userName: string, password: string | undefined) => {
  const body = JSON.stringify({ userName, password })
  const answer = await fetch(`${service.baseUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { status: answer.status, ...((await answer.json()) as { roles?: string[] }) }
}

test('the first start stores the link that creates the first administrator, and a command prints one', async () => {
  const kept = await readFirstRun(env.ROLLCALL_DATA_DIR as string)
  const { stdout } = await run(['org', 'set-up', '--json'], env)
  const { url, code } = JSON.parse(stdout) as { url: string; code: string }
  expect(url).toBe(`${service.baseUrl}/set-up#${code}`)
  const behindProxy = await run(['org', 'set-up', '--url', 'https://rollcall.example.com/'], env)
  expect(behindProxy.stdout).toMatch(/^https:\/\/rollcall\.example\.com\/set-up#[\w-]{40,}\n$/)
  expect(kept.setUpUrl.split('#')[0]).toBe(url.split('#')[0])
  const answer = await fetch(`${service.baseUrl}/api/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: kept.setUpUrl.split('#')[1], userName: 'first@example.com', password: 'too short' }),
  })
  // Rejected for the password, which is checked before the code: no administrator is created.
  expect(answer.status).toBe(400)
})

test('without a terminal a new account gets a generated password, which is printed once and works immediately', async () => {
  const saved = await set('ada@example.com', ['--role', 'global-administrator'])
  expect(saved).toEqual({
    ...{ userId: expect.any(String), userName: 'ada@example.com', roles: ['global-administrator'] },
    password: expect.stringMatching(/^[\w-]{20}$/),
  })
  expect(await signIn('ada@example.com', saved.password)).toMatchObject({
    status: 201,
    roles: expect.arrayContaining(['global-administrator']),
  })
  const { stdout } = await accounts(['list'])
  expect(stdout).toMatch(/ada@example\.com +employee, global-administrator +active/)
  expect(stdout).not.toContain(saved.password)
})

test('a password from standard input is used without its final line break, and never printed', async () => {
  const password = ' spaces count, too '
  expect(await set('bob@example.com', ['--password-stdin'], `${password}\n`)).not.toHaveProperty('password')
  expect(await signIn('bob@example.com', password)).toMatchObject({ status: 201, roles: ['employee'] })
  for (const wrong of ['x'.repeat(11), 'x'.repeat(201), '']) {
    await failing(
      ['set', '--user', 'bob@example.com', '--password-stdin'],
      1,
      /^rollcall: A password has 12 to 200 characters/,
      wrong,
    )
  }
  expect((await signIn('bob@example.com', password)).status).toBe(201)
})

test('given roles replace the current ones and keep the password; without roles the password is replaced', async () => {
  const { password } = await set('cy@example.com', ['--role', 'bookings-administrator', '--role', 'analytics-administrator'])
  expect(await set('cy@example.com', ['--role', 'workplace-administrator'])).toMatchObject({ roles: ['workplace-administrator'] })
  expect(await signIn('cy@example.com', password)).toMatchObject({ status: 201, roles: ['employee', 'workplace-administrator'] })
  const reset = await set('cy@example.com', [])
  expect(reset).toMatchObject({ roles: ['workplace-administrator'], password: expect.any(String) })
  expect([(await signIn('cy@example.com', password)).status, (await signIn('cy@example.com', reset.password)).status]).toEqual([
    401, 201,
  ])
  expect(await set('cy@example.com', ['--no-role'])).toEqual({ userId: reset.userId, userName: 'cy@example.com', roles: [] })
  const both = await set('cy@example.com', ['--no-role', '--generate-password'])
  expect((await signIn('cy@example.com', both.password)).status).toBe(201)
})

test('an unknown user is created only on request, and a later import finds it', async () => {
  await failing(
    ['set', '--user', 'new@example.com'],
    1,
    /^rollcall: There is no user new@example\.com\. Import the directory first/,
  )
  const made = await set('new@example.com', ['--create-user'])
  expect((await signIn('new@example.com', made.password)).status).toBe(201)
  const imported = await run(
    ['import', '-', '--json'],
    env,
    JSON.stringify({ users: [{ userName: 'new@example.com', firstName: 'New' }] }),
  )
  expect(JSON.parse(imported.stdout)).toMatchObject({ changes: { users: { created: 0, updated: 1 } } })
  expect(await set('new@example.com', ['--create-user'])).toMatchObject({ userId: made.userId })
})

test('a link lets a user choose the password once, and is recorded without its code', async () => {
  const { stdout } = await accounts([
    'link',
    '--user',
    'link@example.com',
    '--create-user',
    '--role',
    'bookings-administrator',
    '--json',
  ])
  const { userId, kind, url } = JSON.parse(stdout) as { userId: string; kind: string; url: string }
  expect([kind, url.split('#')[0]]).toEqual(['invitation', `${service.baseUrl}/account-link`])
  const code = url.split('#')[1]
  const choose = () =>
    fetch(`${service.baseUrl}/api/account-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, password: 'chosen with the link' }),
    })
  expect((await choose()).status).toBe(201)
  expect(await signIn('link@example.com', 'chosen with the link')).toMatchObject({
    status: 201,
    roles: ['employee', 'bookings-administrator'],
  })
  expect((await choose()).status).toBe(403)
  const named = await accounts(['link', '--user', 'link@example.com', '--url', 'https://rollcall.example.com/'])
  expect(named.stdout).toMatch(/^https:\/\/rollcall\.example\.com\/account-link#[\w-]{64}\n$/)
  const { rows } = await database.pool.query(
    `select action, actor_type, after, audit_log::text as whole from audit_log where entity_id = $1 and action = 'account.link' order by at`,
    [userId],
  )
  expect(rows).toMatchObject([
    {
      actor_type: 'command-line',
      after: { kind: 'invitation', delivery: 'copy', isNew: true, roles: ['bookings-administrator'] },
    },
    { actor_type: 'command-line', after: { kind: 'reset', delivery: 'copy' } },
  ])
  expect(JSON.stringify(rows)).not.toContain(code)
  await failing(['link', '--user', 'leaver@example.com'], 1, /^rollcall: Only active users/)
  await failing(['link', '--user', 'unknown@example.com'], 1, /^rollcall: There is no user/)
})

test('an account is removed, but not that of the last global administrator', async () => {
  await set('ada@example.com', ['--role', 'global-administrator'])
  const { password } = await set('dan@example.com', [])
  expect(await accounts(['remove', '--user', 'dan@example.com'])).toMatchObject({
    code: 0,
    stdout: 'Removed the account of dan@example.com\n',
  })
  expect((await signIn('dan@example.com', password)).status).toBe(401)
  await failing(['remove', '--user', 'dan@example.com'], 1, /^rollcall: This user has no account/)
  await failing(['remove', '--user', 'ada@example.com'], 1, /^rollcall: Give the role to another user first/)
  await failing(['set', '--user', 'ada@example.com', '--no-role'], 1, /^rollcall: Give the role to another user first/)
  await failing(['set', '--user', 'leaver@example.com'], 1, /^rollcall: Only active users/)
  await failing(['remove', '--user', randomUUID()], 1, /^rollcall: There is no user/)
  await failing(['list', '--org', 'Nowhere'], 1, /^rollcall: There is no organization Nowhere/)
})

test.each([
  [['set']],
  [['set', '--user', 'ada@example.com', '--role', 'king']],
  [['set', '--user', 'ada@example.com', '--password-stdin', '--generate-password']],
  [['remove']],
  [['link']],
  [['link', '--user', 'ada@example.com', '--url', 'nowhere']],
])('accounts %j is wrong usage and ends with 2', async (args) => {
  await failing(args, 2, /error: [\s\S]*--help/)
})
