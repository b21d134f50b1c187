import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../../src/directory/keys/key-service.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { loadSealer } from '../../src/gate/sealing/sealing-keys.ts'
import { addCell } from '../../src/operator/cells.ts'
import { type Service, startService } from '../../src/service.ts'
import { createTestDatabase, LONG_WAITS, type TestDatabase } from '../../src/testing/test-database.ts'

/** The databases of a service, which is not started yet. */
export const openDatabases = async () => {
  await using stack = new AsyncDisposableStack()
  const control = stack.use(await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-cells-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const sealer = await loadSealer(undefined, dataDir)
  const running = stack.move()
  return {
    control,
    sealer,
    dataDir,
    /** Makes a database a cell, at this address or its own. */
    add: (name: string, database: TestDatabase, url = database.url, replicaUrl?: string) =>
      addCell({ db: control.db, sealer }, { name, url, replicaUrl }),
    start: (databaseUrl = control.url): Promise<Service> =>
      startService({
        ...{ host: '127.0.0.1', port: 0, poolSize: 5, secretKey: undefined, metricsToken: 'token', logLevel: 'silent' },
        ...{ dataDir, databaseUrl, nightly: false, ...LONG_WAITS },
      }),
    /** Creates an organization in a cell, with a key. */
    async createOrganization(name: string, cell: string, { db }: TestDatabase) {
      const { id } = await createOrganization(db, { name })
      if (cell !== 'main') await control.db.insertInto('organization_cells').values({ org_id: id, cell }).execute()
      const spec = { orgId: id, name: 'key', role: 'all-permissions', auth: ['hmac', 'basic'] } as const
      return { id, key: await createKey(db, sealer, spec) }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
