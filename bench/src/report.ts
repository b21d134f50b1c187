import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type Circumstances, circumstancesText } from './circumstances.ts'

/** One measurement with its reference of the same run. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly reference: string
  readonly ratio: number
  readonly notes: string
}

/** The figures of a part, and how they came about: parts are measured one by one, on whichever machine. */
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

/** As it was kept before each part told how it came about: one machine for all, which is that of the last part that was written. */
interface FormerReport {
  readonly machine: string
  readonly figures: readonly (Figure & { readonly part: string; readonly date: string })[]
}

const fromFormer = ({ machine, figures }: FormerReport): Report => {
  const [, where = machine, node = ''] = /^(.*), Node v([\d.]+)/.exec(machine) ?? []
  const versions = { Node: node, 'embedded PostgreSQL': 'of a version that was not kept' }
  const parts = Object.groupBy(figures, ({ part }) => part)
  return Object.fromEntries(
    Object.entries(parts).map(([name, of = []]): [string, MeasuredPart] => {
      const measured = { date: of[0]?.date ?? '', machine: `${where} (as of the part that was written last)`, versions }
      return [name, { measured, figures: of.map(({ part: _, date: __, ...figure }) => figure) }]
    }),
  )
}

/** What was measured before, in this or the former shape. */
export const parseReport = (text: string): Report => {
  const kept = JSON.parse(text) as FormerReport | { readonly parts: Report }
  return 'parts' in kept ? kept.parts : fromFormer(kept)
}

/** A missing report is an empty one; one that cannot be read is not written over. */
const readReport = async (): Promise<Report> => {
  try {
    return parseReport(await readFile(new URL('latest.json', FOLDER), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

export const showReport = (report: Report): void => console.log(markdown(report))

/** Puts parts in place of their last run. */
export const writeReport = async (parts: Report): Promise<void> => {
  const report = { ...(await readReport()), ...parts }
  await mkdir(FOLDER, { recursive: true })
  await writeFile(new URL('latest.md', FOLDER), markdown(report))
  await writeFile(new URL('latest.json', FOLDER), `${JSON.stringify({ parts: report }, null, 2)}\n`)
}
