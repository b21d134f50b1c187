import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreatedKey, createKey } from '../../src/directory/keys/key-service.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { checkSealer } from '../../src/gate/sealing/sealing.ts'
import { loadSealer } from '../../src/gate/sealing/sealing-keys.ts'
import { rotateSealingKey } from '../../src/gate/sealing/sealing-rotation.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { type Service, startService } from '../../src/service.ts'
import type { ServiceConfig } from '../../src/service-config.ts'
import { LONG_WAITS, TEST_TIMEOUT_MS, type TestDatabase } from '../../src/testing/test-database.ts'
import { bearer } from '../../src/testing/test-service.ts'
import { hmacBody } from '../http/support/credentials.ts'
import { post, send } from '../http/support/send.ts'

export const temporaryFolder = async (): Promise<AsyncDisposable & { path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'rollcall-rotation-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

export const startNode = (database: TestDatabase, dataDir: string, config: Partial<ServiceConfig> = {}): Promise<Service> =>
  startService({
    ...{ host: '127.0.0.1', port: 0, dataDir, databaseUrl: database.url, poolSize: 5, metricsToken: 'token' },
    ...{ logLevel: 'silent', secretKey: undefined, nightly: false, ...LONG_WAITS, ...config },
  })

export const createCaller = async ({ db }: TestDatabase, dataDir: string, secretKey?: string): Promise<CreatedKey> => {
  const sealer = await loadSealer(secretKey, dataDir)
  await checkSealer(db, sealer)
  const { id: orgId } = await createOrganization(db, { name: `Organization ${randomUUID()}` })
  return createKey(db, sealer, { orgId, name: 'key', role: 'all-permissions', auth: ['hmac', 'basic'] })
}

export const read = async ({ baseUrl }: Service, token: string): Promise<number> =>
  (await send(baseUrl, { path: '/v1/analytics/groups', headers: bearer(token) })).status

export const proves = async ({ baseUrl }: Service, key: CreatedKey): Promise<number> =>
  (await post(baseUrl, '/v1/auth', hmacBody(key))).status

export const rotate = async (database: TestDatabase, dataDir: string, secretKey?: string, answerMs = TEST_TIMEOUT_MS) => {
  await using listener = await startListener(database.url)
  return await rotateSealingKey({ db: database.db, listener }, { secretKey, dataDir, answerMs })
}
