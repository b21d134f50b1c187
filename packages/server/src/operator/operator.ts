import { findRunningPostgres } from '@rollcall/embedded-postgres'
import { openSealer } from '../gate/sealing/open-sealer.ts'
import type { Sealer } from '../gate/sealing/sealing.ts'
import type { IngestContext } from '../intake/ingest/ingest-service.ts'
import type { Config } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { type Listener, startListener } from '../platform/notifications/listener.ts'
import { assertServed, openExistingDatabase } from './existing-database.ts'
import { DATABASE_NAME, findInstance } from './instance-file.ts'

/** The context of operator commands: the database of the service, whether it runs or not. */
export interface Operator extends AsyncDisposable {
  readonly db: Database['db']
  readonly pool: Database['pool']
  readonly sealer: Sealer
  readonly listener: Listener
  /** Returns what submitting events needs. It is closed with the operator. */
  openIngest(): Promise<IngestContext>
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
  const open = stack.move()
  // Few commands submit events, and the directories take long to load in a large organization.
  const openIngest = async () => (await import('./operator-ingest.ts')).openIngest(db, pool, listener, open)
  return { db, pool, sealer, listener, openIngest, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
