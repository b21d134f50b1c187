import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'rollcall-rows-'
const DAY_MS = 86_400_000

export interface PrivateFolder extends AsyncDisposable {
  readonly path: string
}

let sweeping: Promise<void> | undefined

/** A folder among the temporary files that only this user can read; disposing removes it with all that is in it. */
export const createPrivateFolder = async (): Promise<PrivateFolder> => {
  sweeping ??= removeAbandoned().catch(() => {})
  await sweeping
  const path = await mkdtemp(join(tmpdir(), PREFIX))
  return { path, [Symbol.asyncDispose]: () => remove(path) }
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

/** Whoever was killed in the middle left a folder. No file takes a day to make, so what is older belongs to nobody. */
const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    const modified = await stat(path).catch(() => undefined)
    if (modified && Date.now() - modified.mtimeMs > DAY_MS) await remove(path).catch(() => {})
  }
}
