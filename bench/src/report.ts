import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'

/** One measurement with its reference of the same run. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly reference: string
  readonly ratio: number
  readonly notes: string
}

/** A figure with the part of the benchmark it belongs to, and the day on which it was measured. */
interface Reported extends Figure {
  readonly part: string
  readonly date: string
}

const FOLDER = new URL('../results/', import.meta.url)

const markdown = (figures: readonly Reported[], machine: string): string =>
  [
    '# Benchmark',
    '',
    machine,
    '',
    '| what | figure | reference of the same run | ratio | notes | measured |',
    '|---|---|---|---|---|---|',
    ...figures.map(
      ({ name, value, reference, ratio, notes, date }) =>
        `| ${name} | ${value} | ${reference} | ${ratio.toFixed(2)} | ${notes} | ${date} |`,
    ),
    '',
  ].join('\n')

export const machineText = (): string => {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, embedded PostgreSQL. Load generator, service and database share the machine.`
}

const readReport = async (): Promise<Reported[]> =>
  JSON.parse(await readFile(new URL('latest.json', FOLDER), 'utf8').catch(() => '{"figures":[]}')).figures

type Measured = ReadonlyMap<string, readonly Figure[]>

const reported = (measured: Measured): Reported[] => {
  const date = new Date().toISOString().slice(0, 10)
  return [...measured].flatMap(([part, figures]) => figures.map((figure): Reported => ({ ...figure, part, date })))
}

export const showReport = (measured: Measured): void => console.log(markdown(reported(measured), machineText()))

/** Puts the figures of some parts in place of those of their last run. */
export const writeReport = async (measured: Measured): Promise<void> => {
  const machine = machineText()
  const figures = [...(await readReport()).filter(({ part }) => !measured.has(part)), ...reported(measured)]
  await mkdir(FOLDER, { recursive: true })
  await writeFile(new URL('latest.md', FOLDER), markdown(figures, machine))
  await writeFile(new URL('latest.json', FOLDER), `${JSON.stringify({ machine, figures }, null, 2)}\n`)
}
