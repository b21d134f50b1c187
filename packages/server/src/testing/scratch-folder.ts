import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/** A new folder for a database, in memory where there is room: databases are made and dropped by the hundred, of a thousand files each. */
export const makeScratchFolder = async (prefix: string): Promise<string> => {
  const free = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return mkdtemp(join(free >= ROOM_BYTES ? IN_MEMORY : tmpdir(), prefix))
}
