import { readFile, writeFile } from 'node:fs/promises'
import { sleep } from './measure.ts'

/** Memory at most, in MiB. */
export interface PeakMemory {
  readonly server: number
  /** All processes of all PostgreSQL servers; what they share counts once. */
  readonly database: number
}

const SAMPLE_EVERY_MS = 500

const kilobytes = (text: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** The share of each process in the memory that it uses, added up, without files that are cached for all. */
const memoryOfFamily = async (pid: number): Promise<number> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const all = [String(pid), ...children.trim().split(' ').filter(Boolean)]
  const texts = await Promise.all(all.map((each) => readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '')))
  return texts.reduce((sum, text) => sum + kilobytes(text, 'Pss_Anon') + kilobytes(text, 'Pss_Shmem'), 0) / 1024
}

/** Runs the work and returns the most memory that was used meanwhile: exactly of the server, sampled of PostgreSQL. */
export const watchMemory = async <T>(
  { pid, postmasters }: { readonly pid: number; readonly postmasters: readonly number[] },
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly peak: PeakMemory }> => {
  // Resets the peak that Linux keeps of the process.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  let database = 0
  let isDone = false
  const sample = async () => {
    while (!isDone) {
      const memory = await Promise.all(postmasters.map(memoryOfFamily))
      const sum = memory.reduce((a, b) => a + b, 0)
      database = Math.max(database, sum)
      await sleep(SAMPLE_EVERY_MS)
    }
  }
  const sampling = sample()
  try {
    const result = await work()
    const server = kilobytes(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmHWM') / 1024
    return { result, peak: { server, database } }
  } finally {
    isDone = true
    await sampling
  }
}
