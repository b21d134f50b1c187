import { readFile } from 'node:fs/promises'

/** CPU time so far, in seconds. */
export interface CpuSeconds {
  readonly server: number
  /** All processes of PostgreSQL. */
  readonly database: number
}

/** Clock ticks of Linux, which is where the benchmark runs. */
const TICKS_PER_SECOND = 100

/** Fields after the program name: user and system time of the process and of its ended children. */
const timesOf = async (pid: number): Promise<number[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].map((at) => Number(fields[at] ?? 0) / TICKS_PER_SECOND)
}

export const cpuOf = async (pid: number): Promise<number> => {
  const [user = 0, system = 0] = await timesOf(pid)
  return user + system
}

/** CPU time of a process and its children, including ended ones. */
export const cpuOfFamily = async (pid: number): Promise<number> => {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
  const own = (await timesOf(pid)).reduce((a, b) => a + b, 0)
  const theirs = await Promise.all(children.map((child) => cpuOf(Number(child))))
  return theirs.reduce((a, b) => a + b, own)
}
