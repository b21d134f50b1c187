import { readdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The folder of a test run has this prefix, followed by the process id of the run. */
export const RUN_PREFIX = 'rollcall-run-'

const STOP_MS = 10_000

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ends the remaining processes of a test run and removes its folders. */
export const clearRun = async (folders: readonly string[]): Promise<void> => {
  // The loop runs twice because a process may have started another one before it was ended.
  for (let round = 0; round < 2; round += 1) {
    await end(await processesWith(folders), 'SIGKILL')
    await end(await serversIn(folders), 'SIGQUIT')
  }
  for (const cluster of await clustersIn(folders)) await remove(cluster)
  for (const folder of folders) await remove(folder)
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 10 }).catch(() => {})

const end = async (pids: readonly number[], signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> => {
  const send = (which: NodeJS.Signals) => {
    for (const pid of pids.filter(isRunning)) {
      try {
        process.kill(pid, which)
      } catch {
        // The process has just ended.
      }
    }
  }
  send(signal)
  const deadline = Date.now() + STOP_MS
  while (pids.some(isRunning) && Date.now() < deadline) await sleep(50)
  send('SIGKILL')
}

/** Workers, services and browsers inherit the name of the temporary folder. Only Linux shows it. */
const processesWith = async (folders: readonly string[]): Promise<number[]> => {
  const found: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const environment = (await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')).split('\0')
    if (folders.some((folder) => environment.includes(`TMPDIR=${folder}`))) found.push(Number(name))
  }
  return found
}

/** This depth reaches every data folder of a test. */
const DEPTH = 6

/** Finds the clusters of all data folders; where PostgreSQL's user could not reach the folder, there is a link to the cluster. */
const clustersIn = async (folders: readonly string[], depth = DEPTH): Promise<string[]> => {
  const found: string[] = []
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (entry.name === 'postgres') found.push(await realpath(path).catch(() => path))
      else if (entry.isDirectory() && depth > 0) found.push(...(await clustersIn([path], depth - 1)))
    }
  }
  return found
}

const serversIn = async (folders: readonly string[]): Promise<number[]> => {
  const files = (await clustersIn(folders)).map((cluster) => readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''))
  return (await Promise.all(files)).map((text) => Number.parseInt(text, 10)).filter((pid) => pid > 0)
}
