import { findRunningPostgres } from '@rollcall/embedded-postgres'
import { pino } from 'pino'
import { createNodeDirectory } from '../directory/matching/node-directory.ts'
import { createUserDirectory } from '../directory/matching/user-directory.ts'
import { openSealer } from '../gate/sealing/open-sealer.ts'
import type { Sealer } from '../gate/sealing/sealing.ts'
import type { IngestContext } from '../intake/ingest/ingest-service.ts'
import { createPresenceBooking } from '../intake/presence/presence-booking.ts'
import { startSourceHealth } from '../intake/sources/source-health.ts'
import { createSourceRegistry } from '../intake/sources/source-registry.ts'
import type { Config } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { type Listener, startListener } from '../platform/notifications/listener.ts'
import { createTelemetry } from '../platform/telemetry/telemetry.ts'
import { assertServed, openExistingDatabase } from './existing-database.ts'
import { DATABASE_NAME, findInstance } from './instance-file.ts'

/** The context of operator commands: the database of the service, whether it runs or not. */
export interface Operator extends AsyncDisposable {
  readonly db: Database['db']
  readonly sealer: Sealer
  readonly listener: Listener
  readonly ingest: IngestContext
}

/**
 * Opens it without creating a database or folder, because creating one in a wrong place would hide the mistake.
 * @throws ConfigError
 */
export const openOperator = async (config: Config): Promise<Operator> => {
  await using stack = new AsyncDisposableStack()
  const name = findInstance(config.dataDir)?.database ?? DATABASE_NAME
  const running = config.databaseUrl ? undefined : await findRunningPostgres(config.dataDir, name)
  const url = running ?? stack.use(await openExistingDatabase(config, name)).url
  const { db, pool } = stack.use(openDatabase({ url, poolSize: 4 }))
  await assertServed(db, config)
  await migrate(db)
  const sealer = await openSealer(db, config.secretKey, config.dataDir)
  const listener = stack.use(await startListener(url))
  const telemetry = createTelemetry(pino({ level: 'silent' }))
  const ingest: IngestContext = {
    pool,
    telemetry,
    directories: { nodes: await createNodeDirectory(pool, listener), users: await createUserDirectory(pool, listener) },
    sources: createSourceRegistry(pool),
    health: stack.use(startSourceHealth(db, () => {})),
    afterStored: { presence: [await createPresenceBooking(db, listener, () => {})] },
  }
  const open = stack.move()
  return { db, sealer, listener, ingest, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
