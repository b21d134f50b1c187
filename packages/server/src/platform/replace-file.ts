import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'

/** Replaces the file, which only its owner may read, in one step: a reader never sees half of it, and of two writers one wins. */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
}
