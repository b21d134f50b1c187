import { listRefreshRuns, type RefreshReport, type RefreshScope, runRefresh } from '@rollcall/server'
import { Command, Option } from 'commander'
import { day } from '../arguments.ts'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'

interface RefreshOptions {
  org?: string
  date?: string
  from?: string
  to?: string
  all?: boolean
  json?: boolean
}

const LAST_DAY = '9999-12-31'

const ORG = ['--org <org>', 'organization, by id or name; not needed if there is only one'] as const

export const refreshCommand = (): Command =>
  new Command('refresh')
    .description('publish completed and changed days in the warehouse, now instead of at night')
    .enablePositionalOptions()
    .option(...ORG)
    .addOption(
      new Option('--date <day>', 'only this day, even if it did not change').argParser(day).conflicts(['from', 'to', 'all']),
    )
    .addOption(new Option('--from <day>', 'only days from this day on').argParser(day).conflicts('all'))
    .addOption(new Option('--to <day>', 'with --from: the last day').argParser(day))
    .option('--all', 'every published day, even if it did not change')
    .option('--json', 'print JSON')
    .action(runNow)
    .addCommand(
      new Command('status')
        .description('list the last refreshes')
        .option(...ORG)
        .option('--json', 'print JSON')
        .action(showStatus),
    )

const scopeOf = ({ date, from, to, all = false }: RefreshOptions, command: Command): RefreshScope => {
  if (to !== undefined && from === undefined) command.error('error: --to needs --from', { exitCode: 2 })
  if (from !== undefined && to !== undefined && to < from) command.error(`error: --to ${to} is before --from`, { exitCode: 2 })
  const firstDay = date ?? from
  return firstDay === undefined ? { all } : { days: { firstDay, lastDay: date ?? to ?? LAST_DAY } }
}

const runNow = async (options: RefreshOptions, command: Command): Promise<void> => {
  const scope = scopeOf(options, command)
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort())
  const { signal } = stopping
  const progress = startProgress('Refreshing')
  try {
    const report = await operateOn(options.org, ({ pool }, orgId) =>
      runRefresh({ pool }, orgId, {
        ...scope,
        signal,
        onProgress: ({ done, total, day: last }) => progress.update(done, total, last),
      }),
    )
    progress.finish('Refreshed')
    print(options.json, report, () => reportText(report, scope))
  } catch (error) {
    progress.finish('Nothing was published')
    if (!signal.aborted) throw error
    process.exitCode = INTERRUPTED
  }
}

const reportText = (report: RefreshReport, { days: asked }: RefreshScope): string => {
  const { runNo, days, segments, rows, restated, seconds, lastDayOver } = report
  if (asked && asked.firstDay > lastDayOver)
    return `Run ${runNo}: ${asked.firstDay} is not over yet; the last completed day is ${lastDayOver}.`
  if (days === 0) return `Run ${runNo}: ${asked ? 'none of these days has anything to publish' : 'no completed day has changed'}.`
  const published = `${counted(segments, 'segment')} with ${counted(rows, 'row')} published, ${restated} of them again`
  return `Run ${runNo}: ${counted(days, 'day')} computed; ${published} (${seconds.toFixed(1)} s).`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const SHOWN_RUNS = 20
const HEADINGS = ['run', 'status', 'started by', 'started', 'ended', 'days', 'segments', 'restated', 'rows', 'error']

const showStatus = async (_options: RefreshOptions, command: Command): Promise<void> => {
  const { org, json, ...others } = command.optsWithGlobals<RefreshOptions>()
  const [stray] = Object.keys(others)
  if (stray !== undefined) command.error(`error: --${stray} does not apply to status`, { exitCode: 2 })
  const runs = await operateOn(org, ({ db }, orgId) => listRefreshRuns(db, orgId, { limit: SHOWN_RUNS, after: undefined }))
  const rows = runs.map((run) => [
    run.runNo,
    run.status,
    run.trigger,
    run.startedAt,
    run.endedAt,
    run.days,
    run.segments,
    run.restated,
    run.rows,
    run.error,
  ])
  print(json, runs, () => table(HEADINGS, rows, 'The warehouse of this organization has never been refreshed.'))
}
