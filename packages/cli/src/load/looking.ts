import { type DatasetStatus, type LoadStatus, status, type VerifyReport, verify } from '@rollcall/loader'
import { print, table } from '../output.ts'
import type { IntoOptions } from './arguments.ts'
import { openInto, type ReachOptions, reaching, untilInterrupted } from './run-load.ts'
import { counted } from './summary-text.ts'

/** `rollcall load verify`: ends with 1 when something is different. */
export const verifyCopy = (options: ReachOptions & { json?: boolean }): Promise<void> =>
  untilInterrupted('Stopped. Nothing was changed.', async (signal) => {
    const { report, where } = await reaching(options, signal, {
      words: ['Comparing', 'Compared'],
      readOnly: true,
      work: async (reach) => ({ report: await verify(reach), where: reach.destination.title }),
    })
    print(options.json, report, () => reportText(report, where))
    if (report.differences.length > 0) process.exitCode = 1
  })

const reportText = ({ segments, windows, differences, notices }: VerifyReport, where: string): string => {
  const compared = `${counted(segments, 'segment')} and ${counted(windows, 'answer')} compared with ${where}`
  const rows = differences.map(({ dataset, day, locationId, problem }) => [dataset, day, locationId, problem])
  return [
    differences.length === 0
      ? `${compared}: no difference.`
      : `${compared}: ${counted(differences.length, 'difference')}. Load incrementally; what is then still different, report.`,
    ...(differences.length === 0 ? [] : ['', table(['dataset', 'day', 'location', 'difference'], rows, '')]),
    ...notices.map((notice) => `Note: ${notice}`),
  ].join('\n')
}

/** `rollcall load status` */
export const showStatus = async (options: IntoOptions & { json?: boolean }): Promise<void> => {
  await using destination = await openInto(options, true)
  const found = await status(destination)
  print(options.json, found, () => statusText(found))
}

const MODES = { feed: 'follows the change feed', windows: 'reads the last days again, as the service has no change feed' }
const HEADINGS = ['dataset', 'table', 'rows', 'from', 'to', 'parts']

const statusText = ({ destination, mode, complete, loadedAt, datasets, future }: LoadStatus): string => {
  if (mode === null && future === null) return `${destination}: nothing was loaded yet. Begin with: rollcall load backfill --help`
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
    : 'not complete: repeat the load, which goes on where it stopped'
  return [
    ...(mode
      ? [`${destination}: ${history}; ${MODES[mode]}.`, '', table(HEADINGS, lines, 'There is no dataset.')]
      : [`${destination}:`]),
    ...(future ? ['', futureText(future)] : []),
  ].join('\n')
}

const futureText = ({ firstDay, lastDay, rows, loadedAt }: NonNullable<LoadStatus['future']>): string =>
  `Days to come: ${firstDay} to ${lastDay}, ${counted(rows, 'row')}, loaded ${loadedAt}.`
