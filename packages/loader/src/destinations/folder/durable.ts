import { chmod, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Where a file is written before it takes the place of the one before; always the same, so that nothing is left behind for good. */
export const temporaryPath = (path: string): string => join(dirname(path), `.${basename(path)}.tmp`)

/** Puts a complete temporary file in its place, which keeps its mode. Whoever reads finds the old one or the new one. */
export const putInPlace = async (path: string): Promise<void> => {
  const temporary = temporaryPath(path)
  const before = await stat(path).catch(() => undefined)
  if (before) await chmod(temporary, before.mode & 0o777)
  await sync(temporary, 'r+')
  await rename(temporary, path)
}

/** Also the folder of a day, once it is empty. */
export const remove = async (path: string): Promise<void> => {
  await rm(temporaryPath(path), { force: true })
  await rm(path, { force: true })
  if (basename(dirname(path)).startsWith('day=')) await rmdir(dirname(path)).catch(() => {})
}

/** Makes it last that files came, changed and went, before the state says so. A folder that is gone has a parent that knows. */
export const syncFolders = async (paths: Iterable<string>): Promise<void> => {
  const folders = new Set([...paths].flatMap((path) => [dirname(path), dirname(dirname(path))]))
  for (const folder of folders) await sync(folder, 'r').catch(() => {})
}

const sync = async (path: string, flags: string): Promise<void> => {
  await using file = await open(path, flags)
  await file.sync()
}
