import { open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isRoot } from './server-user.ts'

const MAX_BYTES = 20 * 1024 * 1024

/** Why a server that we started gave up, as far as a new attempt can help. */
export type StartFailure = 'port-taken' | 'memory-in-use' | 'folder-in-use' | 'stopped' | 'other'

/** The server's log file. The previous one is kept as `.1` when it has grown large. */
export const openServerLog = async (path: string) => {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > MAX_BYTES) await rename(path, `${path}.1`)
  const handle = await open(path, 'a', 0o600)
  if (isRoot()) {
    // Root may run this for once on the folder of another user, who must still be able to write it afterwards.
    const { uid, gid } = await stat(dirname(path))
    await handle.chown(uid, gid)
  }
  return { handle, start: (await handle.stat()).size }
}

/** What was written since `start`. */
export const readServerLog = async (path: string, start: number): Promise<string> => {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const length = Math.min(Math.max(size - start, 0), 256 * 1024)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

export const lastLines = (text: string, count: number): string => {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}

/** Looks only at the lines of that process: a rival on the same folder writes to the same file. */
export const classifyFailure = (text: string, pid: number): StartFailure => {
  const own = text.split('\n').filter((line) => line.includes(`[${pid}]`))
  const says = (pattern: RegExp) => own.some((line) => pattern.test(line))
  // A rival may have made its file and not filled it yet, or may have removed the same old one a moment before.
  if (says(/lock file ".*" (?:already exists|is empty)|could not remove old lock file/)) return 'folder-in-use'
  if (says(/pre-existing shared memory block .* is still in use/)) return 'memory-in-use'
  if (says(/could not bind|could not create any TCP\/IP sockets/)) return 'port-taken'
  return 'other'
}
