import { findRunningPostgres } from '@rollcall/embedded-postgres'
import { assertCell, assertControl, ensureControlId } from '../gate/cells/cell-identity.ts'
import { type CellRecord, listCells, MAIN } from '../gate/cells/cell-list.ts'
import { openSealer } from '../gate/sealing/open-sealer.ts'
import { checkSealer, type Sealer } from '../gate/sealing/sealing.ts'
import type { IngestContext } from '../intake/ingest/ingest-service.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { type Database, type Db, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { type Listener, startListener } from '../platform/notifications/listener.ts'
import { assertServed, openExistingDatabase } from './existing-database.ts'
import { DATABASE_NAME, findInstance } from './instance-file.ts'
import { assertReachable } from './reachable.ts'

/** A refresh takes three, and leaves three to others as in the service. */
const CONNECTIONS = 6

/** A database of the service, as operator commands use it. */
export interface Operator {
  /** The name of the cell. */
  readonly cell: string
  readonly db: Database['db']
  readonly pool: Database['pool']
  readonly sealer: Sealer
  readonly listener: Listener
  /** Returns what submitting events needs. It is closed with the operator. */
  openIngest(): Promise<IngestContext>
}

/** The control database: the only one, or the one that lists the others. */
export interface ControlOperator extends Operator, AsyncDisposable {
  /** Lists all cells, `main` first. */
  readonly cells: readonly CellRecord[]
  /** Opens the database of a cell, once. @throws ConfigError if there is no such cell, or its database cannot be used */
  openCell(name: string): Promise<Operator>
}

/**
 * Opens it without creating a database or folder, because creating one in a wrong place would hide the mistake.
 * @throws ConfigError
 */
export const openOperator = async (config: Config): Promise<ControlOperator> => {
  await using stack = new AsyncDisposableStack()
  const name = findInstance(config.dataDir)?.database ?? DATABASE_NAME
  const running = config.databaseUrl ? undefined : await findRunningPostgres(config.dataDir, name)
  const url = running ?? stack.use(await openExistingDatabase(config, name)).url
  const { db, pool } = stack.use(openDatabase({ url, poolSize: CONNECTIONS }))
  await assertServed(db, config)
  await assertControl(db)
  await migrate(db)
  const sealer = await openSealer(db, config.secretKey, config.dataDir)
  const listener = stack.use(await startListener(url))
  const listed = (await listCells(db, sealer)).filter(({ name: cell }) => cell !== MAIN)
  const open = stack.move()
  const main = { cell: MAIN, db, pool, sealer, listener, openIngest: ingestOf(db, pool, listener, open) }
  const opened = new Map<string, Promise<Operator>>([[MAIN, Promise.resolve(main)]])
  return {
    ...main,
    cells: [{ name: MAIN, url: undefined, replicaUrl: config.replicaUrl, isDraining: false, addedAt: new Date(0) }, ...listed],
    openCell(cell) {
      const record = listed.find((each) => each.name === cell)
      const opening = opened.get(cell) ?? openCellOperator(main, record, cell, open)
      opened.set(cell, opening)
      return opening
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Few commands submit events, and the directories take long to load in a large organization. */
const ingestOf =
  (db: Db, pool: Database['pool'], listener: Listener, stack: AsyncDisposableStack): Operator['openIngest'] =>
  async () =>
    (await import('./operator-ingest.ts')).openIngest(db, pool, listener, stack)

const openCellOperator = async (
  { db: control, sealer }: Operator,
  record: CellRecord | undefined,
  cell: string,
  stack: AsyncDisposableStack,
): Promise<Operator> => {
  if (!record?.url) throw new ConfigError(`There is no cell ${cell}. See: rollcall cells list`)
  await assertReachable(record.url, `cell ${cell}`)
  const { db, pool } = stack.use(openDatabase({ url: record.url, poolSize: CONNECTIONS }))
  await assertCell(db, { name: cell, controlId: await ensureControlId(control) })
  await migrate(db)
  await checkSealer(db, sealer)
  const listener = stack.use(await startListener(record.url))
  return { cell, db, pool, sealer, listener, openIngest: ingestOf(db, pool, listener, stack) }
}
