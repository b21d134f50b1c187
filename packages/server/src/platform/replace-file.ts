import { rename, writeFile } from 'node:fs/promises'

/** Replaces the file, which only its owner may read, in one step, so that a reader never sees half of it. */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.new`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
}
