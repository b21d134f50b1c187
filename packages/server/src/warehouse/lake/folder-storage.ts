import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import type { LakeConfig } from '../../platform/config.ts'
import { lakeAddress } from './lake-address.ts'
import { explainFolder } from './lake-error.ts'
import type { LakeFile, LakeStorage } from './lake-storage.ts'

interface Modes {
  readonly folder: number
  readonly file: number
}

const PRIVATE: Modes = { folder: 0o700, file: 0o600 }
const OPEN_TO_GROUP: Modes = { folder: 0o750, file: 0o640 }
const SET_GROUP_ID = 0o2000

/**
 * Rows are personal data, so files are readable by their owner only, unless an administrator sets the group ID on the lake's
 * folder.
 */
const modesOf = async (dir: string): Promise<Modes> => {
  const found = await stat(dir).catch(() => undefined)
  return found && (found.mode & SET_GROUP_ID) !== 0 ? OPEN_TO_GROUP : PRIVATE
}

/**
 * The folder for unfinished files. It lies within the lake so that renaming never crosses file systems, and its name hides it
 * from readers.
 */
const WRITING = '.writing'
/** The maximum time that writing one file takes. */
const ABANDONED_MS = 3_600_000

const temporaryName = (): string => `${hostname()}.${process.pid}.${randomUUID()}.tmp`

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes unfinished files of killed exports: those of this machine at once, those of other machines after an hour. */
const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f-]{36}\.tmp$/.exec(name) ?? []
    const path = join(folder, name)
    const modified = await stat(path).catch(() => undefined)
    const isOld = modified !== undefined && Date.now() - modified.mtimeMs > ABANDONED_MS
    if (isOld || (host === hostname() && !isRunning(Number(pid)))) await rm(path, { force: true })
  }
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The name of a file in the lake, which has slashes on every system. */
export const keyOf = (path: string, separator: string = sep): string => path.replaceAll(separator, '/')

/** Lists the files below a folder with their relative paths. */
const listFolder = async (dir: string): Promise<LakeFile[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isAbsent(error)) return []
    throw error
  })
  const files: LakeFile[] = []
  for (const entry of entries) {
    // An older version wrote unfinished files with a leading dot.
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    files.push({ path: keyOf(relative(dir, path)), bytes: (await stat(path)).size })
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Stores the lake in a folder of this machine, or in one that all nodes share. */
export const openFolder = async ({ dir }: LakeConfig & { kind: 'folder' }): Promise<LakeStorage> => {
  const writing = join(dir, WRITING)
  await removeAbandoned(writing)
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw explainFolder(error, dir)
    })
  return {
    address: lakeAddress({ kind: 'folder', dir }),
    get: (path) => explained(readIfThere(join(dir, path))),
    put: (path, content) => explained(putFile(dir, writing, path, content)),
    remove: (path) => explained(rm(join(dir, path), { force: true })),
    async *list(folder, after = '') {
      for (const { path, bytes } of await explained(listFolder(join(dir, folder)))) {
        if (folder + path > after) yield { path: folder + path, bytes }
      }
    },
  }
}

const putFile = async (dir: string, writing: string, path: string, content: Buffer): Promise<void> => {
  const target = join(dir, path)
  const { folder: folderMode, file: fileMode } = await modesOf(dir)
  await mkdir(dirname(target), { recursive: true, mode: folderMode })
  await mkdir(writing, { recursive: true, mode: folderMode })
  const beginning = join(writing, temporaryName())
  try {
    const file = await open(beginning, 'w', fileMode)
    try {
      await file.writeFile(content)
      // Without this, a power failure could keep the name and lose the content.
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beginning, target)
  } catch (error) {
    await rm(beginning, { force: true })
    throw error
  }
}
