import { openSealer } from '../gate/sealing/open-sealer.ts'
import type { Sealer } from '../gate/sealing/sealing.ts'
import type { SampleSource } from '../operations/sample/sample-source.ts'
import type { Config } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import type { Service } from '../service.ts'
import { startDatabase } from './database-location.ts'
import { DATABASE_NAME, removeInstanceFile, writeInstanceFile } from './instance-file.ts'

export interface RunningService extends Service {
  /** A handle for the operator's own work while the service runs. */
  readonly db: Database['db']
  readonly pool: Database['pool']
  readonly sealer: Sealer
}

export interface BootOptions {
  readonly databaseName?: string
  /** What administrators can fill an empty organization with, to try the service. */
  readonly sampleSource?: SampleSource
}

/**
 * Starts the database and the service; disposing stops both, the service first.
 * @throws ConfigError, DataDirInUseError that say what the operator must do
 */
export const boot = async (
  config: Config,
  { databaseName = DATABASE_NAME, sampleSource }: BootOptions = {},
): Promise<RunningService> => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await startDatabase(config, databaseName))
  // The import is dynamic because operator commands that run next to a service do not need it.
  const [{ startService }, { WEB_DIR }, { GUIDE_DIR }] = await Promise.all([
    import('../service.ts'),
    import('../gate/web/web-routes.ts'),
    import('../gate/web/guide-routes.ts'),
  ])
  const folders = { webDir: WEB_DIR, guideDir: GUIDE_DIR }
  const service = stack.use(await startService({ ...config, databaseUrl: database.url, sampleSource, ...folders }))
  const { db, pool } = stack.use(openDatabase({ url: database.url, poolSize: 4 }))
  await writeInstanceFile(config.dataDir, { database: databaseName, baseUrl: service.baseUrl })
  stack.defer(() => removeInstanceFile(config.dataDir))
  const sealer = await openSealer(db, config.secretKey, config.dataDir)
  const running = stack.move()
  return { baseUrl: service.baseUrl, drain: service.drain, db, pool, sealer, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
