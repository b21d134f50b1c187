import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { findBinaries, makeSharedDir } from './binaries.ts'
import type { ServerUser } from './command.ts'
import { runCommand, userCan } from './command.ts'
import { errorCode } from './errors.ts'
import type { Layout } from './layout.ts'
import { SHARED_DIR, SUPERUSER } from './layout.ts'
import { ensurePassword, readPassword } from './password.ts'
import { chooseServerUser, isRoot } from './server-user.ts'
import { removeLeftovers, stagingName } from './staging.ts'

/** A cluster that exists, with all that is needed to run it. */
export interface Cluster {
  readonly layout: Layout
  /** Where the cluster really is; the server's user may not be able to follow the link in the data folder. */
  readonly directory: string
  readonly user: ServerUser | undefined
  readonly binaries: Binaries
  readonly password: string
}

/** Finds the cluster of a data folder, or makes it at the first start. */
export const prepareCluster = async (layout: Layout, log: (line: string) => void): Promise<Cluster> => {
  await mkdir(layout.dataDir, { recursive: true })
  await removeLeftovers(layout.dataDir)
  if (isRoot()) await removeLeftovers(SHARED_DIR)
  const user = await chooseServerUser(layout.cluster)
  const binaries = await findBinaries(user)
  const reachable = await openDataDir(layout, user)
  if (await clusterExists(layout)) {
    await requireUsable(layout)
  } else {
    log(`creating the database cluster in ${layout.cluster}`)
    await createCluster(layout, user, binaries, reachable)
  }
  const directory = await realpath(layout.cluster)
  if (!(await userCan(user, '-x', `${directory}/.`))) {
    throw new Error(
      `User id ${user?.uid ?? process.getuid?.()}, which runs PostgreSQL, cannot reach ${directory}. ` +
        'Let it pass through the folders above, or move the data folder to a place it can reach.',
    )
  }
  return { layout, directory, user, binaries, password: await readPassword(layout.password) }
}

/** Whether the user can pass through the data folder. Its parents are not ours to change, the folder itself is. */
const openDataDir = async ({ dataDir }: Layout, user: ServerUser | undefined): Promise<boolean> => {
  if (user === undefined || (await userCan(user, '-x', dataDir))) return true
  const { mode } = await stat(dataDir)
  await chmod(dataDir, (mode & 0o777) | 0o011)
  if (await userCan(user, '-x', dataDir)) return true
  await chmod(dataDir, mode & 0o777)
  return false
}

const clusterExists = async ({ cluster }: Layout): Promise<boolean> => {
  if (await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)) return true
  const entry = await lstat(cluster).catch(() => undefined)
  if (entry?.isSymbolicLink()) {
    throw new Error(
      `${cluster} is a link to a database that is not there. Restore the folder it points to, or remove the ` +
        'link to start with an empty database.',
    )
  }
  return false
}

const requireUsable = async (layout: Layout): Promise<void> => {
  const version = (await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== '18') {
    throw new Error(`The database in ${layout.cluster} was made by PostgreSQL ${version}; this is version 18.`)
  }
  if ((await stat(layout.password).catch(() => undefined)) === undefined) {
    throw new Error(`${layout.password}, the password of the database in ${layout.cluster}, is missing.`)
  }
}

/**
 * Builds the cluster beside its place and moves it there complete, so that a kill leaves nothing half-made. When
 * another process was faster, its cluster counts and ours is dropped.
 */
const createCluster = async (
  layout: Layout,
  user: ServerUser | undefined,
  binaries: Binaries,
  reachable: boolean,
): Promise<void> => {
  const password = await ensurePassword(layout.password)
  if (!reachable) await makeSharedDir(SHARED_DIR)
  const staging = stagingName(reachable ? layout.cluster : join(SHARED_DIR, 'postgres'))
  const fresh = join(staging, 'data')
  try {
    await mkdir(staging, { mode: 0o700 })
    if (user !== undefined) await chown(staging, user.uid, user.gid)
    await runInitdb(binaries, user, staging, fresh, password)
    if (reachable) await moveInPlace(fresh, layout.cluster)
    else await linkInPlace(fresh, layout.cluster)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const runInitdb = async (
  binaries: Binaries,
  user: ServerUser | undefined,
  staging: string,
  fresh: string,
  password: string,
): Promise<void> => {
  const passwordFile = join(staging, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid)
  const args = [
    ...['-D', fresh, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    // The built-in provider sorts the same on every machine; the C library's order changes with its version.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums'],
  ]
  const { code, output } = await runCommand(binaries.initdb, args, user)
  if (code !== 0) throw new Error(`The database cluster could not be created: initdb failed:\n${output}`)
}

const moveInPlace = async (fresh: string, cluster: string): Promise<void> => {
  try {
    await rename(fresh, cluster)
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    if (await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)) return
    throw new Error(`${cluster} is not empty, and not a database either. Move it away.`)
  }
}

const linkInPlace = async (fresh: string, cluster: string): Promise<void> => {
  const home = join(SHARED_DIR, randomBytes(8).toString('hex'))
  await rename(fresh, home)
  try {
    await symlink(home, cluster)
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
