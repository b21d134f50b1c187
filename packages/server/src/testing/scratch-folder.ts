import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/** Files in this folder are kept in memory, if there is room. */
export const memoryFolder = async (): Promise<string | undefined> => {
  const free = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= ROOM_BYTES ? IN_MEMORY : undefined
}

/**
 * Creates a folder for a database, in memory where there is room: tests create hundreds of databases of a thousand files each.
 * A test run sets its own place for these folders (run-folders.ts).
 */
export const makeScratchFolder = async (prefix: string): Promise<string> => {
  const isInMemory = (await memoryFolder()) !== undefined
  const folder = await mkdtemp(join((isInMemory && (process.env.SCRATCH_DIR ?? IN_MEMORY)) || tmpdir(), prefix))
  // PostgreSQL runs as another user when the tests run as root: without access it would put its files elsewhere and leave them there.
  await chmod(folder, 0o711)
  return folder
}
