import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'

const FOLDER = new URL('../../../../bench/results/', import.meta.url)

/** Stores the results of a full run, with its day and machine, next to the figures of the benchmark. */
export const keepResults = async (name: string, text: string): Promise<void> => {
  const [cpu] = cpus()
  const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  await writeFile(new URL(`${name}.txt`, FOLDER), `${new Date().toISOString().slice(0, 10)}, ${machine}\n\n${text}\n`)
}
