import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/**
 * Replaces the file, which only its owner may read, in one step: a reader never sees half of it, and of two writers one wins. It is
 * flushed first, because a power failure could keep the name and lose the text.
 */
export const replaceFile = async (path: string, content: string | AsyncIterable<Buffer>): Promise<void> => {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
