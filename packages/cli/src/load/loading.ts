import { backfill, future, incremental, type LoadSummary } from '@rollcall/loader'
import { print, showControls } from '../output.ts'
import { WrongUse } from '../wrong-use.ts'
import { assertCopy } from './existing-copy.ts'
import { pollRegularly } from './poll.ts'
import { type Reach, type ReachOptions, reaching, SAFE_TO_REPEAT, untilInterrupted } from './run-load.ts'
import { futureText, summaryText } from './summary-text.ts'

interface LoadingOptions extends ReachOptions {
  datasets?: string[]
  parallel?: number
  dryRun?: boolean
  json?: boolean
}

interface BackfillGiven extends LoadingOptions {
  from: string
  to?: string
}

interface IncrementalGiven extends LoadingOptions {
  lookBack?: number
}

interface FutureGiven extends ReachOptions {
  days: number
  every?: number
  dryRun?: boolean
  json?: boolean
}

interface Loaded {
  readonly summary: LoadSummary
  /** Title of the destination. */
  readonly where: string
}

const load = (
  options: ReachOptions & { dryRun?: boolean },
  signal: AbortSignal,
  work: (reach: Reach) => Promise<LoadSummary>,
): Promise<Loaded> =>
  reaching(options, signal, {
    words: options.dryRun ? ['Looking', 'Looked'] : ['Loading', 'Loaded'],
    readOnly: options.dryRun,
    work: async (reach) => ({ summary: await work(reach), where: reach.destination.title }),
  })

type SummaryFormatter = (summary: LoadSummary, where: string, isDryRun: boolean | undefined) => string

const loadOnce = (
  options: LoadingOptions | FutureGiven,
  work: (reach: Reach) => Promise<LoadSummary>,
  format: SummaryFormatter = summaryText,
): Promise<void> =>
  untilInterrupted(options.dryRun ? 'Stopped.' : SAFE_TO_REPEAT, async (signal) => {
    const { summary, where } = await load(options, signal, work)
    print(options.json, summary, () => format(summary, where, options.dryRun))
  })

/** `rollcall load backfill` */
export const loadBackfill = async (options: BackfillGiven): Promise<void> => {
  const { from, to, datasets, parallel, dryRun } = options
  if (to !== undefined && to < from) throw new WrongUse(`--to ${to} is before --from ${from}.`)
  await loadOnce(options, (reach) => backfill({ ...reach, from, to, datasets, parallel, dryRun }))
}

/** `rollcall load incremental` */
export const loadIncremental = async (options: IncrementalGiven): Promise<void> => {
  const { lookBack, datasets, parallel, dryRun } = options
  await assertCopy(options)
  await loadOnce(options, (reach) => incremental({ ...reach, lookBackDays: lookBack, datasets, parallel, dryRun }))
}

/** `rollcall load future` */
export const loadFuture = async (options: FutureGiven): Promise<void> => {
  const { days, dryRun, every } = options
  const work = (reach: Reach) => future({ ...reach, days, dryRun })
  if (every === undefined) return loadOnce(options, work, futureText)
  await untilInterrupted('Stopped.', (signal) =>
    pollRegularly({ everyMs: every, signal, poll: async () => reportPoll(await load(options, signal, work), options) }),
  )
}

/** One line per poll, both as JSON and as text. */
const reportPoll = ({ summary, where }: Loaded, { json, dryRun }: FutureGiven): void => {
  const time = new Date().toISOString()
  const line = json ? JSON.stringify({ time, ...summary }) : showControls(`${time} ${futureText(summary, where, dryRun)}`)
  process.stdout.write(`${line}\n`)
}
