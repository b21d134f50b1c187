import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CACHE } from './cache.ts'

const run = promisify(execFile)

/** Runs on Java 17 and later. */
const VERSION = '26.7.3'
const SHA1 = '1e21a7f572581692aacb379dbba8413f99b67208'
const NAME = `keycloak-${VERSION}`
const ADDRESS = `https://repo1.maven.org/maven2/org/keycloak/keycloak-quarkus-dist/${VERSION}/keycloak-quarkus-dist-${VERSION}.zip`
/** Minutes on a busy machine: it compiles itself at the first start. */
const START_MS = 600_000

export interface Keycloak extends AsyncDisposable {
  readonly issuer: string
  /** Replaces the roles of a user, as an administrator of Keycloak does. */
  setRoles(userName: string, roles: readonly string[]): Promise<void>
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Downloads and unpacks Keycloak once per machine. */
const install = async (): Promise<string> => {
  const folder = join(CACHE, NAME)
  if (await exists(folder)) return folder
  await mkdir(CACHE, { recursive: true })
  const draft = await mkdtemp(join(CACHE, 'draft-'))
  const response = await fetch(ADDRESS)
  if (!response.ok) throw new Error(`${ADDRESS} answered with status ${response.status}.`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const found = createHash('sha1').update(bytes).digest('hex')
  if (found !== SHA1) throw new Error(`${ADDRESS} has the SHA-1 ${found} instead of ${SHA1}.`)
  await writeFile(join(draft, 'keycloak.zip'), bytes)
  await run('unzip', ['-q', 'keycloak.zip'], { cwd: draft })
  await rename(join(draft, NAME), folder).catch(async (error) => {
    // Another process was faster.
    if (!(await exists(folder))) throw error
  })
  await rm(draft, { recursive: true, force: true })
  return folder
}

export const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Another site than the service, whose address is 127.0.0.1, so that cookies behave as with a provider on the internet. */
export const issuerAt = (port: number): string => `http://localhost:${port}/realms/acme`

interface Addresses {
  readonly redirectUri: string
  readonly postLogoutRedirectUri: string
  readonly backChannelLogoutUri: string
}

const writeRealm = async (folder: string, { redirectUri, postLogoutRedirectUri, backChannelLogoutUri }: Addresses) => {
  const realm = await readFile(join(import.meta.dirname, 'keycloak-realm.json'), 'utf8')
  await mkdir(join(folder, 'data/import'), { recursive: true })
  await writeFile(
    join(folder, 'data/import/acme-realm.json'),
    realm
      .replace('__REDIRECT_URI__', redirectUri)
      .replace('__POST_LOGOUT_URI__', postLogoutRedirectUri)
      .replace('__BACK_CHANNEL_URI__', backChannelLogoutUri),
  )
}

const waitFor = async (issuer: string, keycloak: ChildProcess, log: () => string): Promise<void> => {
  for (const end = Date.now() + START_MS; Date.now() < end; await delay(500)) {
    if (keycloak.exitCode !== null) break
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`Keycloak did not start: ${log().slice(-4000)}`)
}

/** Starts Keycloak with a realm in which the service is a client, on its own copy of the installation. */
export const startKeycloak = async (port: number, addresses: Addresses): Promise<Keycloak> => {
  await using stack = new AsyncDisposableStack()
  const installed = await install()
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-keycloak-run-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await cp(installed, folder, { recursive: true })
  await writeRealm(folder, addresses)
  const keycloak = spawn(
    join(folder, 'bin/kc.sh'),
    ['start-dev', '--http-host=127.0.0.1', `--http-port=${port}`, '--import-realm'],
    {
      // Its shell starts Java, which ends with the group.
      detached: true,
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
        KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin',
        JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
      },
    },
  )
  const ended = new Promise((resolve) => keycloak.once('close', resolve))
  stack.defer(async () => {
    if (keycloak.exitCode === null && keycloak.pid !== undefined) process.kill(-keycloak.pid, 'SIGKILL')
    await ended
  })
  const chunks: Buffer[] = []
  for (const stream of [keycloak.stdout, keycloak.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const issuer = issuerAt(port)
  await waitFor(issuer, keycloak, () => Buffer.concat(chunks).toString())

  const base = `http://localhost:${port}`
  const administer = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const login = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'admin-cli', grant_type: 'password', username: 'admin', password: 'admin' }),
    })
    const { access_token: token } = (await login.json()) as { access_token: string }
    const answer = await fetch(`${base}/admin/realms/acme${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (answer.status === 204 ? undefined : await answer.json()) as T
  }
  const running = stack.move()
  return {
    issuer,
    async setRoles(userName, roles) {
      const [user] = await administer<{ id: string }[]>(`/users?username=${userName}&exact=true`)
      const path = `/users/${user?.id}/role-mappings/realm`
      const before = await administer<{ name: string }[]>(path)
      await administer(
        path,
        'DELETE',
        before.filter(({ name }) => name.startsWith('rollcall-')),
      )
      const all = await administer<{ name: string }[]>('/roles')
      await administer(
        path,
        'POST',
        all.filter(({ name }) => roles.includes(name)),
      )
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
