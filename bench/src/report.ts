import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type Circumstances, circumstancesText } from './circumstances.ts'

/** One measurement with its reference from the same run. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly reference: string
  readonly ratio: number
  readonly notes: string
}

/** The figures of a part and their circumstances; parts may be measured separately, on different machines. */
export interface MeasuredPart {
  readonly measured: Circumstances
  readonly figures: readonly Figure[]
}

/** By name. */
export type Report = Readonly<Record<string, MeasuredPart>>

const FOLDER = new URL('../results/', import.meta.url)

const section = ([name, { measured, figures }]: [string, MeasuredPart]): string[] => [
  `## ${name}`,
  '',
  circumstancesText(measured),
  '',
  '| what | figure | reference of the same run | ratio | notes |',
  '|---|---|---|---|---|',
  ...figures.map(({ name, value, reference, ratio, notes }) => {
    return `| ${name} | ${value} | ${reference} | ${ratio.toFixed(2)} | ${notes} |`
  }),
  '',
]

export const markdown = (report: Report): string =>
  [
    '# Benchmark',
    '',
    'Load generator, service and database share the machine. What the parts are: [README](../README.md).',
    '',
    ...Object.entries(report).flatMap(section),
  ].join('\n')

/** A missing report counts as empty; an unreadable one is not overwritten. */
const readReport = async (): Promise<Report> => {
  try {
    return (JSON.parse(await readFile(new URL('latest.json', FOLDER), 'utf8')) as { readonly parts: Report }).parts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

export const showPart = (name: string, part: MeasuredPart): void => console.log(section([name, part]).join('\n'))

/** The report with the part replaced, in this order. */
export const withPart = (report: Report, name: string, part: MeasuredPart, order: readonly string[]): Report => {
  const all = { ...report, [name]: part }
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
}

export const writePart = async (name: string, part: MeasuredPart, order: readonly string[]): Promise<void> => {
  const report = withPart(await readReport(), name, part, order)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(new URL('latest.md', FOLDER), markdown(report))
  await writeFile(new URL('latest.json', FOLDER), `${JSON.stringify({ parts: report }, null, 2)}\n`)
}
