import { readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './errors.ts'

interface Postmaster {
  readonly pid: number
  /** Undefined while the server has not written it yet. */
  readonly port: number | undefined
}

/** What `postmaster.pid` says about the server that runs, or ran last, in this cluster. */
const readPostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    return pid > 0 ? { pid, port: port > 0 ? port : undefined } : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The server that runs in this cluster now. */
export const findLivePostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  const postmaster = await readPostmaster(cluster)
  if (postmaster === undefined || !isAlive(postmaster.pid)) return undefined
  return (await isPostmasterOf(postmaster.pid, cluster)) ? postmaster : undefined
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** False when the process id now belongs to something else, as it easily does after a container restart. */
const isPostmasterOf = async (pid: number, cluster: string): Promise<boolean> => {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const [, name, state] = /\((.*)\) (\S)/s.exec(status ?? '') ?? []
  if (name === undefined) return isAlive(pid)
  if (!name.startsWith('postgres') || state === 'Z' || state === 'X') return false
  const workingDir = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return workingDir === undefined || workingDir === (await realpath(cluster))
}

/**
 * PostgreSQL would refuse to start while the process id in its file exists, even as another program. Only the id is
 * replaced, by one that cannot exist: the rest lets PostgreSQL check that no old server process is left.
 */
export const disarmStaleFile = async (cluster: string): Promise<void> => {
  const stale = await readPostmaster(cluster)
  if (stale === undefined || !isAlive(stale.pid) || (await isPostmasterOf(stale.pid, cluster))) return
  const file = join(cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8')
  if (content.startsWith(`${stale.pid}\n`)) await writeFile(file, content.replace(/^\d+/, '2147483647'))
}
