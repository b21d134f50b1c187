import { examine } from '../operations/doctor/doctor.ts'
import type { Finding } from '../operations/doctor/finding.ts'
import { type Env, environment, readConfig } from '../platform/config.ts'
import { openExistingDatabase } from './existing-database.ts'
import { DATABASE_NAME, findInstance } from './instance-file.ts'
import { assertReachable } from './reachable.ts'

/** Returns what the doctor finds about the service of this environment. */
export const examineService = (env: Env = environment()): Promise<Finding[]> => {
  const dataDir = readConfig({}, { ROLLCALL_DATA_DIR: env.ROLLCALL_DATA_DIR }).dataDir
  const instance = findInstance(dataDir)
  return examine(env, { instance, databaseName: DATABASE_NAME, startDatabase: openExistingDatabase, assertReachable })
}
