import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'

/** One measurement with its reference of the same run. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly reference: string
  readonly ratio: number
  readonly notes: string
}

const FOLDER = new URL('../results/', import.meta.url)

const markdown = (figures: Figure[], machine: string): string =>
  [
    '# Benchmark',
    '',
    machine,
    '',
    '| what | figure | reference of the same run | ratio | notes |',
    '|---|---|---|---|---|',
    ...figures.map(
      ({ name, value, reference, ratio, notes }) => `| ${name} | ${value} | ${reference} | ${ratio.toFixed(2)} | ${notes} |`,
    ),
    '',
  ].join('\n')

const machineText = (): string => {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, embedded PostgreSQL. Load generator, service and database share the machine. ${new Date().toISOString().slice(0, 10)}.`
}

/** Shows a part without making it the last report. */
export const printReport = (figures: Figure[]): void => console.log(markdown(figures, machineText()))

export const writeReport = async (figures: Figure[]): Promise<void> => {
  const machine = machineText()
  await mkdir(FOLDER, { recursive: true })
  await writeFile(new URL('latest.md', FOLDER), markdown(figures, machine))
  await writeFile(new URL('latest.json', FOLDER), `${JSON.stringify({ machine, figures }, null, 2)}\n`)
  printReport(figures)
}
