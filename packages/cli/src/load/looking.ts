import {
  type DatasetStatus,
  type Difference,
  type LoadStatus,
  type RepairReport,
  repair,
  status,
  type VerifyReport,
  verify,
} from '@rollcall/loader'
import { print, table } from '../output.ts'
import type { IntoOptions } from './arguments.ts'
import { otherCopy } from './existing-copy.ts'
import { openInto, type ReachOptions, reaching, SAFE_TO_REPEAT, untilInterrupted } from './run-load.ts'
import { counted, summaryText } from './summary-text.ts'

interface VerifyGiven extends ReachOptions {
  repair?: boolean
  json?: boolean
}

/** `rollcall load verify`: exits with 1 if there are differences that were not repaired. */
export const verifyCopy = (options: VerifyGiven): Promise<void> => (options.repair ? repairCopy(options) : compareCopy(options))

const compareCopy = (options: VerifyGiven): Promise<void> =>
  untilInterrupted('Stopped. Nothing was changed.', async (signal) => {
    const { report, where } = await reaching(options, signal, {
      words: ['Comparing', 'Compared'],
      readOnly: true,
      work: async (reach) => ({ report: await verify(reach), where: reach.destination.title }),
    })
    print(options.json, report, () => reportText(report, where))
    if (report.differences.length > 0) process.exitCode = 1
  })

const repairCopy = (options: VerifyGiven): Promise<void> =>
  untilInterrupted(SAFE_TO_REPEAT, async (signal) => {
    const { where, ...repaired } = await reaching(options, signal, {
      words: ['Repairing', 'Repaired'],
      work: async (reach) => ({ ...(await repair(reach)), where: reach.destination.title }),
    })
    print(options.json, repaired, () => repairText(repaired, where))
  })

/** The result of a comparison as text; every difference names the command that resolves it. */
const reportText = ({ segments, windows, differences, notices }: VerifyReport, where: string): string => {
  const compared = `${counted(segments, 'segment')} and ${counted(windows, 'answer')} compared with ${where}`
  return [
    ...(differences.length === 0 ? [`${compared}: no difference.`] : differencesText(compared, differences)),
    ...notices.map((notice) => `Note: ${notice}`),
  ].join('\n')
}

const repairText = ({ differences, summary }: RepairReport, where: string): string =>
  differences.length === 0
    ? [`${where}: no difference, nothing was loaded.`, ...summary.notices.map((notice) => `Note: ${notice}`)].join('\n')
    : [...differencesText(where, differences), '', summaryText(summary, where)].join('\n')

const differencesText = (title: string, differences: readonly Difference[]): string[] => {
  const rows = differences.map(({ dataset, day, locationId, problem }) => [dataset, day, locationId, problem])
  return [
    `${title}: ${counted(differences.length, 'difference')}.`,
    '',
    table(['dataset', 'day', 'location', 'difference'], rows, ''),
  ]
}

/** `rollcall load status` */
export const showStatus = async (options: IntoOptions & { json?: boolean }): Promise<void> => {
  await using destination = await openInto(options, { readOnly: true })
  const found = await status(destination)
  const isNothing = found.mode === null && found.future === null
  const hint = isNothing ? await otherCopy(options.into) : ''
  print(options.json, found, () => statusText(found) + hint)
  if (isNothing) process.exitCode = 1
}

const MODES = { feed: 'follows the change feed', windows: 'reads the last days again, because the service has no change feed' }
const HEADINGS = ['dataset', 'table', 'rows', 'from', 'to', 'parts']

const statusText = ({ destination, mode, complete, loadedAt, timeline, datasets, future }: LoadStatus): string => {
  if (mode === null && future === null)
    return `${destination}: nothing has been loaded yet. Start with: rollcall load backfill --help`
  const lines = datasets.map(({ name, table: into, rows, from, lastDay, parts }: DatasetStatus) => [
    name,
    into,
    rows,
    from,
    lastDay,
    parts,
  ])
  const history = complete
    ? `complete, last loaded ${loadedAt ?? 'never'}`
    : 'not complete: repeat the load, which resumes where it stopped'
  return [
    ...(mode
      ? [
          `${destination}: ${history}; ${MODES[mode]}${timeline ? `, of timeline ${timeline}` : ''}.`,
          '',
          table(HEADINGS, lines, 'There is no dataset.'),
        ]
      : [`${destination}:`]),
    ...(future ? ['', futureText(future)] : []),
  ].join('\n')
}

const futureText = ({ firstDay, lastDay, rows, loadedAt }: NonNullable<LoadStatus['future']>): string =>
  `Future days: ${firstDay} to ${lastDay}, ${counted(rows, 'row')}, loaded ${loadedAt}.`
