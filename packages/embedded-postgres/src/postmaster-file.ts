import { readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runCommand } from './command.ts'
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

/** False when the process id now belongs to something else, as it easily does after a container or the machine restarts. */
export const isPostmasterOf = async (pid: number, cluster: string, processes = '/proc'): Promise<boolean> => {
  const found = (await readProcess(join(processes, String(pid)))) ?? (await askProcess(pid))
  if (found === undefined) return isAlive(pid)
  if (!found.name.startsWith('postgres') || found.state === 'Z' || found.state === 'X') return false
  const workingDir = await readlink(join(processes, String(pid), 'cwd')).catch(() => undefined)
  return workingDir === undefined || workingDir === (await realpath(cluster))
}

interface Process {
  readonly name: string
  readonly state: string | undefined
}

const readProcess = async (folder: string): Promise<Process | undefined> => {
  const status = await readFile(join(folder, 'stat'), 'utf8').catch(() => undefined)
  const [, name, state] = /\((.*)\) (\S)/s.exec(status ?? '') ?? []
  return name === undefined ? undefined : { name, state }
}

/** The same from `ps`: macOS has no /proc. It prints a state such as `Ss`, and the name or the path of the program. */
const askProcess = async (pid: number): Promise<Process | undefined> => {
  const { output } = await runCommand('ps', ['-o', 'stat=', '-o', 'comm=', '-p', String(pid)]).catch(() => ({ output: '' }))
  const [, state, program] = /^(\S)\S*\s+(.+)$/.exec(output) ?? []
  return program === undefined ? undefined : { name: basename(program), state }
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
