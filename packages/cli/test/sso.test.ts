import { createHash, generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { enterDeviceCode, openBrowser } from '../../server/test/sso/support/browser.ts'
import { type RealProvider, startRealProvider } from '../../server/test/sso/support/real-provider.ts'
import { type Finished, run, type Serving, serve, spawnCli, temporaryFolder } from './support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let provider: RealProvider
let service: Serving
let env: Record<string, string>

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  provider = await startRealProvider()
  env = { ROLLCALL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url, ROLLCALL_SSO_ALLOW_HTTP: 'on' }
  service = await serve(env)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await provider?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const sso = (args: string[], input?: string): Promise<Finished> => run(['sso', ...args], env, input)

const failing = async (args: string[], code: number, message: RegExp, input?: string): Promise<void> => {
  const finished = await sso(args, input)
  expect([finished.code, finished.stdout]).toEqual([code, ''])
  expect(finished.stderr).toMatch(message)
  expect(finished.stderr).not.toMatch(/\n\s+at /)
}

const NEW = () => ['--label', 'Acme', '--issuer', provider.issuer, '--client-id', provider.clientId]

interface Added {
  readonly providerId: string
  readonly redirectUri: string
}

const list = async () => JSON.parse((await sso(['list', '--json'])).stdout) as Record<string, unknown>[]

test('a provider is added with its secret from standard input, listed, tested, and removed', async () => {
  const url = 'https://rollcall.example.com'
  const more = ['--domain', 'Example.com', '--role-from', 'groups=a:b=c:global-administrator', '--scopes', 'email,profile']
  const args = ['add', ...NEW(), ...more, '--url', `${url}/`, '--json']
  const { code, stdout, stderr } = await sso(args, `${provider.clientSecret}\n`)
  expect([code, stderr]).toEqual([0, ''])
  const added = JSON.parse(stdout) as Added
  expect(added).toMatchObject({
    label: 'Acme',
    issuer: provider.issuer,
    clientAuthentication: 'client_secret_basic',
    domains: ['example.com'],
    roleMappings: [{ claim: 'groups', value: 'a:b=c', role: 'global-administrator' }],
    redirectUri: `${url}/sign-in/sso/${added.providerId}`,
    backChannelLogoutUri: `${url}/api/identity-providers/${added.providerId}/logout`,
  })
  expect(stdout).not.toContain(provider.clientSecret)

  expect(await list()).toMatchObject([{ providerId: added.providerId, label: 'Acme', people: 0, lastSignInAt: null }])
  expect((await sso(['list'])).stdout).toMatch(/id +label +issuer[\s\S]*Acme +http:\/\/127\.0\.0\.1:\d+ +active +no +0/)

  await provider.register(added.redirectUri)
  const tested = await sso(['test', 'Acme', '--url', url])
  expect(tested).toMatchObject({ code: 0, stderr: '' })
  for (const step of ['discovery', 'issuer', 'keys', 'endpoints', 'pkce', 'client']) {
    expect(tested.stdout).toMatch(new RegExp(`^${step} +ok `, 'm'))
  }
  expect(tested.stdout).toContain(`redirect URI         ${added.redirectUri}`)
  expect(tested.stdout).toContain(`To sign in with it, open ${added.redirectUri} in a browser.`)

  expect(await sso(['remove', added.providerId])).toMatchObject({ code: 0, stdout: `Removed ${added.providerId}\n`, stderr: '' })
  expect(await list()).toEqual([])
  expect((await sso(['list'])).stdout).toContain('There is no identity provider yet.')
  const { rows } = await database.pool.query<{ action: string; actor_type: string }>(
    `select action, actor_type from audit_log where action like 'identity-provider.%' order by at, entry_no`,
  )
  expect(rows).toEqual([
    { action: 'identity-provider.create', actor_type: 'command-line' },
    { action: 'identity-provider.remove', actor_type: 'command-line' },
  ])
})

/** Makes the program take its standard input for a terminal. */
const AS_TERMINAL = '--import=data:text/javascript,Object.assign(process.stdin,{isTTY:true,setRawMode(){}})'

test('at a terminal, the secret of a provider is asked for and not shown', async () => {
  const args = ['sso', 'add', ...NEW(), '--label', 'Asked', '--url', 'https://rollcall.example.com', '--json']
  const { code, stdout, stderr } = await run(args, { ...env, NODE_OPTIONS: AS_TERMINAL }, `${provider.clientSecret}\r`)
  expect([code, stderr]).toEqual([0, expect.stringContaining('Client secret')])
  expect(stdout + stderr).not.toContain(provider.clientSecret)
  const { providerId } = JSON.parse(stdout) as Added
  expect(await sso(['remove', providerId])).toMatchObject({ code: 0 })
})

test('a test says of each step what is wrong, and ends with 1', async () => {
  const added = JSON.parse((await sso(['add', ...NEW(), '--json'], 'a secret that is wrong')).stdout) as Added
  expect(added.redirectUri).toBe(`${service.baseUrl}/sign-in/sso/${added.providerId}`)
  await provider.register(added.redirectUri)
  const plain = await sso(['test', 'Acme'])
  expect(plain.code).toBe(1)
  expect(plain.stdout).toMatch(/^client +FAILED .*does not accept the client id with its secret/m)
  const { code, stdout } = await sso(['test', 'Acme', '--json'])
  expect(code).toBe(1)
  const { steps, signIn } = JSON.parse(stdout) as { steps: { step: string; result: string }[]; signIn: unknown }
  expect(steps.filter(({ result }) => result === 'failed').map(({ step }) => step)).toEqual(['client'])
  expect(signIn).toBeNull()
  expect((await sso(['remove', 'Acme'])).code).toBe(0)
})

test('a private key is read from its file', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(folder.path, 'key.pem')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const added = JSON.parse((await sso(['add', ...NEW(), '--private-key', file, '--json'])).stdout) as Added
  expect(added).toMatchObject({ clientAuthentication: 'private_key_jwt' })
  const { e, kty, n } = publicKey.export({ format: 'jwk' })
  // RFC 7638: its thumbprint names a key that has no other name.
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
  await provider.register(added.redirectUri, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ e, kty, n, kid }] },
  })
  expect((await sso(['test', 'Acme'])).stdout).toMatch(/^client +ok /m)
  // The provider knows the key by another name, which the test explains.
  await provider.register(added.redirectUri, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ e, kty, n, kid: 'x' }] },
  })
  const tested = await sso(['test', 'Acme'])
  expect(tested.stdout).toContain(`The provider has to know the key by the key id (kid) ${kid}.`)
  expect(tested.code).toBe(1)
  expect((await sso(['remove', 'Acme'])).code).toBe(0)
})

test('a sign-in on another device is waited for, and says who would be signed in', async () => {
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true })
  provider.person = 'ada'
  const users = { users: [{ userName: 'ada@example.com' }] }
  expect((await run(['import', '-'], env, JSON.stringify(users))).code).toBe(0)
  const added = JSON.parse((await sso(['add', ...NEW(), '--json'], provider.clientSecret)).stdout) as Added
  await provider.register(added.redirectUri)
  const child = spawnCli(['sso', 'test', 'Acme', '--device', '--json'], env)
  const printed = text(child.stdout as Readable)
  let said = ''
  for await (const chunk of child.stderr as Readable) {
    said += chunk
    const address = /^Sign in at (\S+) with the code \S+\.$/m.exec(said)?.[1]
    if (address) break
  }
  const address = /Sign in at (\S+) with/.exec(said)?.[1] as string
  await enterDeviceCode(openBrowser({ baseUrl: 'https://rollcall.example.com' }), address)
  expect(JSON.parse(await printed)).toMatchObject({ signIn: { result: 'passed', roles: ['employee'] } })
  expect((await sso(['remove', 'Acme'])).code).toBe(0)
})

test('what is wrong is refused with a sentence', async () => {
  const add = ['add', ...NEW()]
  await failing(add, 1, /credential is required/, '')
  await failing(
    ['add', '--label', 'Acme', '--issuer', 'ftp://a.example.com', '--client-id', 'x'],
    1,
    /issuer must be/,
    'a secret',
  )
  await failing([...add, '--private-key', join(folder.path, 'none.pem')], 1, /none\.pem/)
  await failing([...add, '--required'], 1, /break-glass account/, 'a secret')
  await failing(['test', 'Nowhere'], 1, /^rollcall: There is no identity provider Nowhere: rollcall sso list shows them/)
  await failing(['remove', 'Nowhere'], 1, /^rollcall: There is no identity provider Nowhere/)
  await failing(['list', '--org', 'Nowhere'], 1, /^rollcall: There is no organization Nowhere/)
  expect(await list()).toEqual([])
})

test.each([
  [['add']],
  [['add', '--label', 'Acme', '--issuer', 'https://login.example.com']],
  [['add', '--label', 'A', '--issuer', 'https://a.example.com', '--client-id', 'x', '--role-from', 'groups=admins:king']],
  [['add', '--label', 'A', '--issuer', 'https://a.example.com', '--client-id', 'x', '--link-by', 'guess']],
  [['add', '--label', 'A', '--issuer', 'https://a.example.com', '--client-id', 'x', '--domain', 'no domain']],
  [['add', '--label', 'A', '--issuer', 'https://a.example.com', '--client-id', 'x', '--private-key', 'k', '--public-client']],
  [['add', '--label', 'A', '--issuer', 'https://a.example.com', '--client-id', 'x', '--url', 'nonsense']],
  [['test']],
  [['remove']],
])('sso %j is wrong usage and ends with 2', async (args) => {
  await failing(args, 2, /error: [\s\S]*--help/)
})

test.each([[[]], [['add']], [['list']], [['test']], [['remove']]])('sso %j --help explains its use', async (args) => {
  const { code, stdout } = await sso([...args, '--help'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Usage: rollcall sso/)
})
