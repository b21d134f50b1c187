import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/** Where files are kept in memory, if there is room. */
export const memoryFolder = async (): Promise<string | undefined> => {
  const free = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= ROOM_BYTES ? IN_MEMORY : undefined
}

/**
 * A new folder for a database, in memory where there is room: databases are made and dropped by the hundred, of a thousand files each.
 * A run of the tests has named its own place for them (run-folders.ts).
 */
export const makeScratchFolder = async (prefix: string): Promise<string> => {
  const isInMemory = (await memoryFolder()) !== undefined
  const folder = await mkdtemp(join((isInMemory && (process.env.SCRATCH_DIR ?? IN_MEMORY)) || tmpdir(), prefix))
  // PostgreSQL's own user has to pass where the tests are run as root: otherwise its files come to lie elsewhere, and stay there.
  await chmod(folder, 0o711)
  return folder
}
