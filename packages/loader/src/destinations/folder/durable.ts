import { chmod, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Temporary path of a file before it replaces the old one; always the same, so that leftovers are overwritten. */
export const temporaryPath = (path: string): string => join(dirname(path), `.${basename(path)}.tmp`)

/** Replaces a file with its complete temporary file and keeps its mode. A reader finds either the old or the new file. */
export const putInPlace = async (path: string): Promise<void> => {
  const temporary = temporaryPath(path)
  const before = await stat(path).catch(() => undefined)
  if (before) await chmod(temporary, before.mode & 0o777)
  await sync(temporary, 'r+')
  await rename(temporary, path)
}

/** Also removes the folder of a day when it is empty. */
export const remove = async (path: string): Promise<void> => {
  await rm(temporaryPath(path), { force: true })
  await rm(path, { force: true })
  if (basename(dirname(path)).startsWith('day=')) await rmdir(dirname(path)).catch(() => {})
}

/** Syncs changes of files before the state records them. For a removed folder it syncs the parent. */
export const syncFolders = async (paths: Iterable<string>): Promise<void> => {
  const folders = new Set([...paths].flatMap((path) => [dirname(path), dirname(dirname(path))]))
  for (const folder of folders) await sync(folder, 'r').catch(() => {})
}

const sync = async (path: string, flags: string): Promise<void> => {
  await using file = await open(path, flags)
  await file.sync()
}
