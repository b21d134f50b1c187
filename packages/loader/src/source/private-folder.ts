import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'rollcall-load-'
/** A running download writes more often than this, so an older folder belongs to a killed process. */
const EXPIRY_MS = 24 * 3_600_000

/**
 * Creates a folder that only its owner can read, because rows are personal data. A killed process leaves its folder behind; a
 * later load removes it by age, because a process id says nothing across containers.
 */
export const createPrivateFolder = async (): Promise<string> => {
  await removeForgotten(tmpdir())
  return mkdtemp(join(tmpdir(), PREFIX))
}

const removeForgotten = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const path = join(folder, name)
    // Folders of other users can be neither read nor removed.
    const isExpired = await lastTouched(path).then(
      (time) => Date.now() - time > EXPIRY_MS,
      () => false,
    )
    if (isExpired) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

const lastTouched = async (folder: string): Promise<number> => {
  const times = [(await stat(folder)).mtimeMs]
  for (const name of await readdir(folder)) times.push((await stat(join(folder, name))).mtimeMs)
  return Math.max(...times)
}
