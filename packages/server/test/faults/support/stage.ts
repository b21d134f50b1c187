import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../cli/test/support.ts'
import { checkSealer, createSealer } from '../../../src/gate/sealing/sealing.ts'
import { type Database, openDatabase } from '../../../src/platform/db/database.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { LONG_WAITS } from '../../../src/testing/test-database.ts'
import { Relay } from '../../ingest/relay.ts'
import { Node } from './node.ts'
import { type LedgerOrganization, openOrganization } from './organization.ts'
import { OwnPostgres, type PostgresOptions } from './own-postgres.ts'
import { Senders } from './senders.ts'

const DATABASE = 'rollcall'
const CLOCK = new URL('./clock.ts', import.meta.url).href

/** A PostgreSQL of its own, nodes of the service on it, and the senders that send to them. */
export interface Stage extends AsyncDisposable {
  readonly postgres: OwnPostgres
  /** Between the nodes and PostgreSQL. */
  readonly relay: Relay
  /** Straight to PostgreSQL. */
  readonly database: Database
  readonly nodes: readonly Node[]
  readonly organizations: readonly LedgerOrganization[]
  readonly senders: Senders
  readonly folder: string
  /** The environment of commands of the operator. */
  readonly operatorEnv: Record<string, string>
  /** Lets the clocks of the nodes be off. */
  setClocks(offsetsMs: readonly number[]): Promise<void>
}

interface StageOptions {
  readonly nodes: number
  readonly organizations: number
  readonly senders: number
  /** The folder of the cluster; a new one by default. */
  readonly dataDir?: string
  readonly postgres?: PostgresOptions
  /** The environment of the nodes. */
  readonly env?: Record<string, string>
}

export const openStage = async (options: StageOptions): Promise<Stage> => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder()).path
  const postgres = stack.use(await OwnPostgres.start(options.dataDir ?? folder, options.postgres))
  await postgres.createDatabase(DATABASE)
  const database = stack.use(openDatabase({ url: postgres.url(DATABASE), poolSize: 4, ...LONG_WAITS }))
  await migrate(database.db)
  const secretKey = randomBytes(32)
  const sealer = createSealer(secretKey)
  await checkSealer(database.db, sealer)
  const organizations: LedgerOrganization[] = []
  for (let number = 1; number <= options.organizations; number++) {
    organizations.push(await openOrganization(database, sealer, `organization-${number}`))
  }
  const relay = stack.use(new Relay(postgres.url(DATABASE)))
  await relay.open()
  const clocks = Array.from({ length: options.nodes }, (_, index) => join(folder, `clock-${index}`))
  const setClocks = async (offsetsMs: readonly number[]): Promise<void> => {
    for (const [index, file] of clocks.entries()) await writeFile(file, String(offsetsMs[index] ?? 0))
  }
  await setClocks([])
  const operatorEnv = {
    ...{ ROLLCALL_DATA_DIR: join(folder, 'operator'), DATABASE_URL: postgres.url(DATABASE) },
    ROLLCALL_SECRET_KEY: secretKey.toString('base64'),
  }
  const nodes = await Promise.all(
    clocks.map((clock, index) =>
      Node.start({
        ...{ ROLLCALL_DATA_DIR: join(folder, `node-${index}`), DATABASE_URL: relay.url, FAULTS_CLOCK: clock },
        ...{ ROLLCALL_SECRET_KEY: operatorEnv.ROLLCALL_SECRET_KEY, ROLLCALL_METRICS_TOKEN: 'token' },
        ...{ NODE_OPTIONS: `--import ${CLOCK}`, ...options.env },
      }),
    ),
  )
  for (const node of nodes) stack.use(node)
  const senders = new Senders({
    organizations,
    baseUrls: nodes.map(({ baseUrl }) => baseUrl),
    count: options.senders,
  })
  // Senders stop even where a test has failed.
  stack.defer(() => senders.giveUp())
  const open = stack.move()
  return {
    ...{ postgres, relay, database, nodes, organizations, senders, folder, operatorEnv, setClocks },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
