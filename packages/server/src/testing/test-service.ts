import { randomUUID, scryptSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdministratorRole, AUTH_METHODS, type AuthMethod, ROLES, type Role } from '@rollcall/contract'
import { setPasswordCost } from '../directory/accounts/passwords.ts'
import { type CreatedKey, createKey } from '../directory/keys/key-service.ts'
import { createOrganization } from '../directory/organizations/organization-service.ts'
import { MAIN } from '../gate/cells/cell-list.ts'
import type { Sealer } from '../gate/sealing/sealing.ts'
import { loadSealer } from '../gate/sealing/sealing-keys.ts'
import { createSession, csrfTokenOf } from '../gate/sessions/session-service.ts'
import { addCell } from '../operator/cells.ts'
import type { MailConfig } from '../platform/mail-config.ts'
import { transact } from '../platform/transactions/transact.ts'
import { startService } from '../service.ts'
import type { ServiceConfig } from '../service-config.ts'
import { SERVICE_TEMPLATE } from './global-setup.ts'
import { createTestDatabase, LONG_WAITS, type TestDatabase } from './test-database.ts'

/** An organization with a key of each role. */
export interface TestOrganization {
  readonly id: string
  readonly keys: Record<Role, CreatedKey>
}

/** The password of every user that tests sign in. */
export const PASSWORD = 'correct horse battery staple'
/** A cost that hundreds of sign-ins can bear, for all passwords that are set in this process. A test of what they cost sets its own. */
export const CHEAP = { log2n: 10, r: 8, p: 1 }
setPasswordCost(CHEAP)
export const cheapHash = (password: string): string =>
  `$scrypt$ln=10,r=8,p=1$c2FsdCBvZiB0ZXN0cw$${scryptSync(password, 'salt of tests', 32, { N: 2 ** 10, r: 8, p: 1 }).toString('base64')}`
export const PASSWORD_HASH = cheapHash(PASSWORD)

/** A user with a session: the headers prove it and allow changes. */
export interface SignedIn {
  readonly userId: string
  readonly userName: string
  readonly headers: Record<string, string>
}

export interface TestService extends AsyncDisposable {
  readonly baseUrl: string
  /** The database of the organizations that it creates: that of its last cell. */
  readonly database: TestDatabase
  /** The databases of its cells by name; `main` is the control database. */
  readonly cells: ReadonlyMap<string, TestDatabase>
  /** Does what SIGTERM does before the service closes. */
  drain(): Promise<void>
  readonly sealer: Sealer
  /** The token of /metrics. */
  readonly metricsToken: string
  createOrganization(name?: string, cell?: string): Promise<TestOrganization>
  /** Signs in a new user with these roles, or the given user. */
  signIn(orgId: string, roles?: readonly AdministratorRole[], userId?: string): Promise<SignedIn>
  createKey(orgId: string, role: Role, auth?: readonly AuthMethod[]): Promise<CreatedKey>
}

/** A mail server that takes nothing: mail of tests waits, except where a test names another server. */
export const NO_MAIL_SERVER: MailConfig = {
  smtpUrl: 'smtp://127.0.0.1:9',
  sender: { name: 'Rollcall', address: 'rollcall@example.com' },
  publicUrl: 'https://rollcall.example.com',
}

const METRICS_TOKEN = 'metrics-token-of-the-test'
let organizations = 0

/** Makes every test organization one of another cell: `ROLLCALL_TEST_CELLS=2` (see `npm run test:cells`). */
const OTHER_CELLS = process.env.ROLLCALL_TEST_CELLS === '2' ? ['two'] : []

/**
 * The real service on its own database and port; outside of vitest the database server has to be named. With `otherCells` it has
 * several databases.
 */
export const startTestService = async (
  settings: Partial<ServiceConfig> = {},
  serverUrl?: string,
  otherCells: readonly string[] = OTHER_CELLS,
): Promise<TestService> => {
  await using stack = new AsyncDisposableStack()
  const control = stack.use(await createTestDatabase(serverUrl, SERVICE_TEMPLATE))
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-service-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const sealer = await loadSealer(settings.secretKey, dataDir)
  const cells = new Map([[MAIN, control]])
  for (const name of otherCells) {
    const cell = stack.use(await createTestDatabase(serverUrl, SERVICE_TEMPLATE))
    await addCell({ db: control.db, sealer }, { name, url: cell.url })
    cells.set(name, cell)
  }
  const home = otherCells.at(-1) ?? MAIN
  const database = cells.get(home) as TestDatabase
  const service = stack.use(
    await startService({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      databaseUrl: control.url,
      poolSize: 10,
      secretKey: undefined,
      metricsToken: METRICS_TOKEN,
      logLevel: 'silent',
      mail: NO_MAIL_SERVER,
      push: { contact: NO_MAIL_SERVER.publicUrl, isPrivateAllowed: true },
      // Identity providers of tests run on this machine.
      ssoAllowHttp: true,
      // Many calls at once are answered one after the other, however slow the machine is.
      ...LONG_WAITS,
      ...settings,
    }),
  )
  const newKey = (orgId: string, role: Role, auth: readonly AuthMethod[] = AUTH_METHODS, db = database.db) =>
    createKey(db, sealer, { orgId, name: `${role} ${auth.join(' ')}`, role, auth })
  const running = stack.move()
  return {
    baseUrl: service.baseUrl,
    drain: service.drain,
    database,
    cells,
    sealer,
    metricsToken: METRICS_TOKEN,
    createKey: (orgId, role, auth) => newKey(orgId, role, auth),
    async createOrganization(name = `Organization ${++organizations}`, cell = home) {
      const of = cells.get(cell) as TestDatabase
      const id = randomUUID()
      if (cell !== MAIN) await control.db.insertInto('organization_cells').values({ org_id: id, cell }).execute()
      await createOrganization(of.db, { name, id })
      // At once, each key would open a connection, and wait for the locks of the others.
      const keys = await transact(of.db, (trx) =>
        Array.fromAsync(ROLES, async (role) => [role, await newKey(id, role, AUTH_METHODS, trx)] as const),
      )
      return { id, keys: Object.fromEntries(keys) as Record<Role, CreatedKey> }
    },
    signIn: (orgId, roles = [], userId = undefined) => signIn(database, orgId, roles, userId),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const signIn = async (
  { db, pool }: TestDatabase,
  orgId: string,
  roles: readonly AdministratorRole[],
  userId: string = randomUUID(),
): Promise<SignedIn> => {
  const { rows } = await pool.query<{ user_name: string }>(
    `insert into users (org_id, id, user_name) values ($1, $2, $3)
     on conflict (org_id, id) do update set updated_at = users.updated_at returning user_name`,
    [orgId, userId, `person-${userId}@example.com`],
  )
  await pool.query(
    `insert into user_accounts (org_id, user_id, password_hash, roles) values ($1, $2, $3, $4)
     on conflict (org_id, user_id) do update set roles = excluded.roles`,
    [orgId, userId, PASSWORD_HASH, roles],
  )
  const token = await createSession(db, orgId, userId)
  const headers = { cookie: `rollcall_session=${token}`, 'x-csrf-token': csrfTokenOf(token) }
  return { userId, userName: rows[0]?.user_name as string, headers }
}

/** An Authorization header of the Basic scheme. */
export const basic = ({ id, secret }: { id: string; secret: string }): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
