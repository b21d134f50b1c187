import { findRunningPostgres, hasCluster } from '@rollcall/embedded-postgres'
import { MAIN } from '../../gate/cells/cell-list.ts'
import { type Config, ConfigError, type Env } from '../../platform/config.ts'
import { type Db, openDatabase } from '../../platform/db/database.ts'
import { checkPlacements, checkReplicaOfCell, inCell, listOtherCells, unreachable } from './check-cells.ts'
import { checkConfiguration, checkProxies, readWhatCanBeRead } from './check-configuration.ts'
import { checkDataFolder, checkDisk, checkOrphanClusters, isDataFolder } from './check-data-folder.ts'
import { checkSchema, checkSealing, checkSecretKey, checkUsability, judgeZones, readZoneOffsets } from './check-database.ts'
import { checkLake } from './check-lake.ts'
import { checkMail } from './check-mail.ts'
import { checkPush } from './check-push.ts'
import { checkReplica } from './check-replica.ts'
import { judgeClock, judgeServer, readClockDifference, readServerFacts } from './check-server.ts'
import { checkService } from './check-service.ts'
import { checkKeys, checkQuarantine, checkRefresh, checkSources } from './check-work.ts'
import { attempt, type Finding, fail, ok, warn } from './finding.ts'

export { examineUpgrade } from './upgrade.ts'

/** What the doctor needs from its caller: how to reach what it examines. */
export interface Surroundings {
  /** Asks the service that runs on the data folder about itself. */
  readonly instance: { readonly database: string; readonly baseUrl: string } | undefined
  /** The database name of a service that does not run. */
  readonly databaseName: string
  /** Starts the database of the data folder, which no service runs now. */
  startDatabase(config: Config, name: string): Promise<{ readonly url: string } & AsyncDisposable>
  /** @throws Error that says where the database was looked for and what to do */
  assertReachable(url: string, whose?: string): Promise<void>
}

/**
 * Examines configuration, data folder, database and work of a service, whether it runs or not. Changes nothing: an embedded
 * database that does not run is started meanwhile.
 */
export const examine = async (env: Env, surroundings: Surroundings, moment = new Date()): Promise<Finding[]> => {
  const { config } = readWhatCanBeRead(env)
  const { instance } = surroundings
  return [
    ...(await attempt('configuration', () => [...checkConfiguration(env), ...checkSecretKey(config)])),
    ...(await attempt('proxy', () => checkProxies(config))),
    ...(await attempt('data-folder', () => checkDataFolder(config))),
    ...(await attempt('disk', () => checkDisk(config))),
    ...(await attempt('orphan-clusters', () => checkOrphanClusters(config))),
    ...(await attempt('service', () => checkService({ baseUrl: instance?.baseUrl, config }))),
    ...(await attempt('database', () => examineDatabase(config, surroundings, moment))),
  ]
}

const examineDatabase = async (config: Config, surroundings: Surroundings, moment: Date): Promise<Finding[]> => {
  await using stack = new AsyncDisposableStack()
  const { databaseUrl, dataDir } = config
  const name = surroundings.instance?.database ?? surroundings.databaseName
  const url = databaseUrl ?? (await findRunningPostgres(dataDir, name))
  if (databaseUrl) {
    try {
      await surroundings.assertReachable(databaseUrl)
    } catch (error) {
      return [fail('database', (error as Error).message, 'Nothing can be stored or read until the database answers.')]
    }
  }
  if (!url && !((await isDataFolder(dataDir)) && (await hasCluster(dataDir)))) {
    const remedy = 'The first start makes one; for a database of your own, set DATABASE_URL.'
    return [warn('database', 'There is no database yet.', remedy)]
  }
  const opened = url ?? (await openDatabaseOf(stack, config, name, surroundings))
  if (typeof opened !== 'string') return [opened]
  const { db, pool } = stack.use(openDatabase({ url: opened, poolSize: 2 }))
  return [
    ok('database', `The database answers${databaseUrl ? '' : ' (embedded)'}.`),
    ...(await examineOpened(db, config, moment)),
    ...(await attempt('cells', () => examineCells(db, config, moment, surroundings))),
    ...(await attempt('replica', () => checkReplica(pool, config))),
  ]
}

const examineOpened = async (db: Db, config: Config, moment: Date): Promise<Finding[]> => [
  ...(await attempt('database', async () => judgeServer(await readServerFacts(db), config))),
  ...(await attempt('clock', async () => [judgeClock(await readClockDifference(db))])),
  ...(await attempt('rights', () => checkUsability(db))),
  ...(await attempt('migrations', () => examineTables(db, config, moment))),
]

/** Examines the databases besides that of DATABASE_URL, each like that one. */
export const examineCells = async (
  control: Db,
  config: Config,
  moment: Date,
  { assertReachable }: Pick<Surroundings, 'assertReachable'>,
): Promise<Finding[]> => {
  const findings: Finding[] = []
  await using stack = new AsyncDisposableStack()
  const databases = new Map([[MAIN, control]])
  const cells = await listOtherCells(control, config)
  for (const { name, url, replicaUrl } of cells) {
    try {
      await assertReachable(url, `cell ${name}`)
      const { db, pool } = stack.use(openDatabase({ url, poolSize: 2 }))
      databases.set(name, db)
      const opened = await examineOpened(db, config, moment)
      findings.push(...inCell(name, [ok('cells', 'The database answers.'), ...opened]))
      findings.push(...(await checkReplicaOfCell({ name, replicaUrl }, pool)))
    } catch (error) {
      findings.push(unreachable(name, error))
    }
  }
  return cells.length === 0 ? [] : [...findings, ...(await attempt('placements', () => checkPlacements(control, databases)))]
}

/** Returns its url, or that there is none, for example if only the demo has run. */
const openDatabaseOf = async (
  stack: AsyncDisposableStack,
  config: Config,
  name: string,
  { startDatabase }: Surroundings,
): Promise<string | Finding> => {
  try {
    return stack.use(await startDatabase(config, name)).url
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return warn('database', error.message, 'Nothing is wrong before the first start of the service.')
  }
}

const examineTables = async (db: Db, config: Config, moment: Date): Promise<Finding[]> => {
  const { findings, isCurrent } = await checkSchema(db)
  if (!isCurrent) return findings
  return [
    ...findings,
    ...(await attempt('sealing-key', () => checkSealing(db, config))),
    ...(await attempt('time-zones', async () => judgeZones(await readZoneOffsets(db)))),
    ...(await attempt('refresh', () => checkRefresh(db, moment))),
    ...(await attempt('quarantine', () => checkQuarantine(db))),
    ...(await attempt('sources', () => checkSources(db))),
    ...(await attempt('keys', () => checkKeys(db))),
    ...(await attempt('lake', () => checkLake(db, config.lake))),
    ...(await attempt('mail', () => checkMail(db, config.mail))),
    ...(await attempt('push', () => checkPush(db, config.push))),
  ]
}
