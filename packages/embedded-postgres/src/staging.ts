import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from './errors.ts'
import { isAlive } from './postmaster-file.ts'

/** Names this process is using right now; a leftover can carry our process id when ids start again. */
const inUse = new Set<string>()

/** A name beside `path` to build it under. It names the process that builds, so that leftovers can be recognized. */
export const stagingName = (path: string): string => {
  const name = `${basename(path)}.new.${process.pid}.${randomBytes(6).toString('hex')}`
  inUse.add(name)
  return join(dirname(path), name)
}

/** Removes what processes that are gone left half-made in a folder. */
export const removeLeftovers = async (dir: string): Promise<void> => {
  for (const name of await listNames(dir)) {
    const pid = /\.new\.(\d+)\.[0-9a-f]{12}$/.exec(name)?.[1]
    if (pid === undefined || inUse.has(name)) continue
    if (Number(pid) !== process.pid && isAlive(Number(pid))) continue
    await rm(join(dir, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

const listNames = async (dir: string): Promise<string[]> => {
  try {
    return await readdir(dir)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
