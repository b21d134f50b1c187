import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { LakeConfig } from '../config.ts'
import { lakeAddress } from './lake-address.ts'
import type { LakeStorage } from './lake-storage.ts'

interface Modes {
  readonly folder: number
  readonly file: number
}

const PRIVATE: Modes = { folder: 0o700, file: 0o600 }
const OPEN_TO_GROUP: Modes = { folder: 0o750, file: 0o640 }
const SET_GROUP_ID = 0o2000

/** Rows are personal data. Only who sets the group ID on the lake means its group to read all that comes to lie there. */
const modesOf = async (dir: string): Promise<Modes> => {
  const found = await stat(dir).catch(() => undefined)
  return found && (found.mode & SET_GROUP_ID) !== 0 ? OPEN_TO_GROUP : PRIVATE
}

/** Files are written here, below the lake so that renaming never crosses file systems; not named as what readers look for. */
const WRITING = '.writing'
/** No file takes so long to write. */
const ABANDONED_MS = 3_600_000

const temporaryName = (): string => `${hostname()}.${process.pid}.${randomUUID()}.tmp`

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes what exports that were killed have left: those of this machine at once, those of others after an hour. */
const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f-]{36}\.tmp$/.exec(name) ?? []
    const path = join(folder, name)
    const modified = await stat(path).catch(() => undefined)
    const isOld = modified !== undefined && Date.now() - modified.mtimeMs > ABANDONED_MS
    if (isOld || (host === hostname() && !isRunning(Number(pid)))) await rm(path, { force: true })
  }
}

/** A folder of this machine, or one that all nodes share. */
export const openFolder = async ({ dir }: LakeConfig & { kind: 'folder' }): Promise<LakeStorage> => {
  const writing = join(dir, WRITING)
  await removeAbandoned(writing)
  return folderStorage(dir, writing)
}

const folderStorage = (dir: string, writing: string): LakeStorage => ({
  address: lakeAddress({ kind: 'folder', dir }),

  async put(path, content) {
    const target = join(dir, path)
    const { folder: folderMode, file: fileMode } = await modesOf(dir)
    await mkdir(dirname(target), { recursive: true, mode: folderMode })
    await mkdir(writing, { recursive: true, mode: folderMode })
    const beginning = join(writing, temporaryName())
    try {
      const file = await open(beginning, 'w', fileMode)
      try {
        await file.writeFile(content)
        // Otherwise the name could outlive a power failure that the bytes did not.
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beginning, target)
    } catch (error) {
      await rm(beginning, { force: true })
      throw error
    }
  },

  remove: (path) => rm(join(dir, path), { force: true }),

  exists: (path) =>
    access(join(dir, path)).then(
      () => true,
      () => false,
    ),
})
