import { access, constants, readdir, realpath, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterOf, hasCluster, isClusterRunning, SHARED_DIR } from '@rollcall/embedded-postgres'
import { sealingKeyFile } from '../../gate/sealing/sealing-keys.ts'
import type { Config } from '../../platform/config.ts'
import { counted, type Finding, fail, ok, warn } from './finding.ts'

type Folder = Pick<Config, 'dataDir' | 'databaseUrl'>

const WRITABLE_BY_OTHERS = 0o022
const ANYTHING_TO_OTHERS = 0o077

const statOf = (path: string) => stat(path).catch(() => undefined)

/** Whether a service has ever run here, so that there is something to examine. */
export const isDataFolder = async (dataDir: string): Promise<boolean> => (await statOf(dataDir))?.isDirectory() ?? false

export const checkDataFolder = async ({ dataDir, databaseUrl }: Folder): Promise<Finding[]> => {
  const check = 'data-folder'
  const folder = await statOf(dataDir)
  if (!folder) {
    const remedy = 'Nothing is wrong before the first start; otherwise set ROLLCALL_DATA_DIR to the folder of the service.'
    return [warn(check, `There is no data folder ${dataDir}.`, remedy)]
  }
  if (!folder.isDirectory()) return [fail(check, `${dataDir} is not a folder.`, 'Set ROLLCALL_DATA_DIR to a folder.')]
  const findings: Finding[] = []
  const isUsable = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isUsable) findings.push(fail(check, `This user may not write to ${dataDir}.`, 'Run this as the user of the service.'))
  findings.push(...(hasModes() ? await checkModes(dataDir, folder.mode) : []))
  if (databaseUrl && (await hasCluster(dataDir))) {
    const remedy = 'If its data is needed, unset DATABASE_URL; if it was moved, remove the folder "postgres" in it.'
    findings.push(warn(check, `${dataDir} has an embedded database, which DATABASE_URL leaves unused.`, remedy))
  }
  if (findings.length > 0) return findings
  return [ok(check, hasModes() ? `${dataDir} belongs to the service alone.` : `The service may write to ${dataDir}.`)]
}

/** Windows keeps access lists instead of modes, and reports the same mode for every file. */
const hasModes = (platform: NodeJS.Platform = process.platform): boolean => platform !== 'win32'

const checkModes = async (dataDir: string, folderMode: number): Promise<Finding[]> => {
  const check = 'data-folder'
  const findings: Finding[] = []
  if (folderMode & WRITABLE_BY_OTHERS) {
    findings.push(fail(check, `Other users may write to ${dataDir}.`, `chmod go-w ${dataDir}`))
  }
  for (const file of [
    sealingKeyFile(dataDir),
    ...['metrics.token', 'first-run.json', 'postgres.password'].map(inside(dataDir)),
  ]) {
    const mode = (await statOf(file))?.mode ?? 0
    if (mode & ANYTHING_TO_OTHERS) findings.push(fail(check, `Other users may read ${file}.`, `chmod 600 ${file}`))
  }
  return findings
}

const inside = (dataDir: string) => (name: string) => join(dataDir, name)

const GIB = 1024 ** 3
/** An embedded PostgreSQL soon stops below this. */
const LEAST_BYTES = GIB / 2
const FEW_BYTES = 5 * GIB

/** Checks the folders that grow: the data folder, and the one where Parquet responses are made. */
export const checkDisk = async ({ dataDir }: Folder): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const [what, path] of [
    ['data folder', dataDir],
    ['temporary folder', tmpdir()],
  ] as const) {
    const disk = await statfs(path).catch(() => undefined)
    if (disk) findings.push(judgeDisk(`${what} ${path}`, disk.bavail * disk.bsize, disk.blocks * disk.bsize))
  }
  return findings
}

export const judgeDisk = (what: string, free: number, size: number): Finding => {
  const found = `${(free / GIB).toFixed(1)} GiB of ${(size / GIB).toFixed(1)} are free on the disk of the ${what}.`
  const remedy = 'Make room, or move the folder to a larger disk.'
  if (free < LEAST_BYTES) return fail('disk', found, remedy)
  return free < Math.min(FEW_BYTES, size / 10) ? warn('disk', found, remedy) : ok('disk', found)
}

/** Finds clusters that root has stored for data folders that no longer exist. */
export const checkOrphanClusters = async ({ dataDir }: Folder, sharedDir = SHARED_DIR): Promise<Finding[]> => {
  const check = 'orphan-clusters'
  const names = (await readdir(sharedDir).catch(() => [])).filter((name) => /^[0-9a-f]{16}$/.test(name))
  const own = await realpath(clusterOf(dataDir)).catch(() => '')
  const others: string[] = []
  for (const cluster of names.map((name) => join(sharedDir, name))) {
    if (cluster !== own && !(await isClusterRunning(cluster).catch(() => false))) others.push(cluster)
  }
  if (others.length === 0) return [ok(check, 'No databases of other data folders are left behind.')]
  const remedy = `Data folders link to theirs: remove those to which no link leads (find / -lname '${sharedDir}/*').`
  return [warn(check, `${counted(others.length, 'database')} of other data folders in ${sharedDir}, none of which runs.`, remedy)]
}
