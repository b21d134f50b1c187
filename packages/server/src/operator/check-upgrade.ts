import { findRunningPostgres } from '@rollcall/embedded-postgres'
import { examineUpgrade } from '../operations/doctor/doctor.ts'
import type { Finding } from '../operations/doctor/finding.ts'
import { type Env, environment, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { assertServed, openExistingDatabase } from './existing-database.ts'
import { DATABASE_NAME, findInstance } from './instance-file.ts'
import { assertReachable } from './reachable.ts'

/**
 * Returns what to know before this version takes over the database of the service, which may run meanwhile. Changes nothing.
 * @throws ConfigError where there is no database
 */
export const checkUpgrade = async (env: Env = environment()): Promise<Finding[]> => {
  await using stack = new AsyncDisposableStack()
  const config = readConfig({}, env)
  const instance = findInstance(config.dataDir)
  const name = instance?.database ?? DATABASE_NAME
  if (config.databaseUrl) await assertReachable(config.databaseUrl)
  const running = config.databaseUrl ?? (await findRunningPostgres(config.dataDir, name))
  const url = running ?? stack.use(await openExistingDatabase(config, name)).url
  const { db } = stack.use(openDatabase({ url, poolSize: 2 }))
  await assertServed(db, config)
  return await examineUpgrade({ db, env, config, baseUrl: instance?.baseUrl, assertReachable })
}
