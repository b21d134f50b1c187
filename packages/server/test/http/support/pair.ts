import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type CreatedKey, createKey } from '../../../src/directory/keys/key-service.ts'
import { createOrganization } from '../../../src/directory/organizations/organization-service.ts'
import { createSealer } from '../../../src/gate/sealing/sealing.ts'
import type { Db } from '../../../src/platform/db/database.ts'
import { type Service, startService } from '../../../src/service.ts'
import type { ServiceConfig } from '../../../src/service-config.ts'
import { createTestDatabase, LONG_WAITS } from '../../../src/testing/test-database.ts'

export interface Pair extends AsyncDisposable {
  readonly first: Service
  readonly second: Service
  readonly db: Db
  readonly pool: pg.Pool
  readonly key: CreatedKey
}

/** A service at the given database, with nothing shared but the sealing key. */
export const startServiceAt = async (
  databaseUrl: string,
  secretKey: Buffer,
  more: Partial<ServiceConfig> = {},
): Promise<Service> => {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-service-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  // It answers in the end, however slow the machine is.
  const settings = { host: '127.0.0.1', port: 0, poolSize: 5, metricsToken: 'token', logLevel: 'silent', ...LONG_WAITS, ...more }
  const service = stack.use(await startService({ ...settings, dataDir, databaseUrl, secretKey: secretKey.toString('base64') }))
  const running = stack.move()
  return { baseUrl: service.baseUrl, drain: service.drain, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Two services on one database, as two nodes of one installation. */
export const startPair = async (): Promise<Pair> => {
  await using stack = new AsyncDisposableStack()
  const { db, pool, url } = stack.use(await createTestDatabase())
  const secretKey = randomBytes(32)
  const first = stack.use(await startServiceAt(url, secretKey))
  const second = stack.use(await startServiceAt(url, secretKey))
  const { id: orgId } = await createOrganization(db, { name: 'Organization of two nodes' })
  const spec = { orgId, name: 'key of both', role: 'all-permissions', auth: ['hmac', 'basic'] } as const
  const key = await createKey(db, createSealer(secretKey), spec)
  const running = stack.move()
  return { first, second, db, pool, key, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
