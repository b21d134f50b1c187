import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'rollcall-load-'
/** No answer is written for so long without a pause. */
const FORGOTTEN_MS = 24 * 3_600_000

/**
 * A folder that its owner alone reads, since rows are personal data. A process that is killed leaves its own behind; whoever loads
 * next removes it, by its age: whether a process of some number still runs cannot be told across containers.
 */
export const createPrivateFolder = async (): Promise<string> => {
  await removeForgotten(tmpdir())
  return mkdtemp(join(tmpdir(), PREFIX))
}

const removeForgotten = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const path = join(folder, name)
    // Folders of other users cannot be looked into, nor removed.
    const isForgotten = await lastTouched(path).then(
      (time) => Date.now() - time > FORGOTTEN_MS,
      () => false,
    )
    if (isForgotten) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

const lastTouched = async (folder: string): Promise<number> => {
  const times = [(await stat(folder)).mtimeMs]
  for (const name of await readdir(folder)) times.push((await stat(join(folder, name))).mtimeMs)
  return Math.max(...times)
}
