import { createClient, type RollcallClient } from '@rollcall/client'
import {
  type Company,
  companyImport,
  type DayRange,
  dayNumber,
  dayText,
  lastClosedDay,
  latestOpenDay,
  runHistory,
  runLive,
  simulateCompany,
  simulateDay,
  type Tally,
  writeImportFile,
  writeTruth,
} from '@rollcall/simulator'
import { Command } from 'commander'
import { day, number, share } from '../arguments.ts'
import { addConnectionOptions, type ConnectionOptions, clientOptions } from '../connection.ts'
import { print } from '../output.ts'
import { startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'
import { WrongUse } from '../wrong-use.ts'

interface Given extends ConnectionOptions {
  seed: number
  employees: number
  late: number
  duplicates: number
  from?: string
  to?: string
  importFile?: string
  truth?: string
  live?: boolean
  speed: number
  json?: boolean
}

const DEFAULT_DAYS = 30

/** A live run retries long enough to survive a restart of the service. */
const LIVE_ATTEMPTS = 30

const clientOf = (given: Given): RollcallClient =>
  createClient({ ...clientOptions(given, ['all-permissions']), ...(given.live ? { maxAttempts: LIVE_ATTEMPTS } : {}) })

const countsText = ({ events, calls, accepted, duplicate, userNotFound, locationNotFound, refused, ...rest }: Tally) =>
  `${events} events in ${calls} calls: ${accepted} accepted, ${duplicate} already recorded, ` +
  `${userNotFound} user not found, ${locationNotFound} location not found, ${refused} refused; ` +
  `${rest.deeds} changes of plans and bookings, ${rest.conflicts} conflicts with changes of other users`

const sendHistory = async (given: Given, company: Company, range: DayRange, signal: AbortSignal): Promise<Tally> => {
  const progress = startProgress('Sending')
  const first = dayNumber(range.fromDay)
  const total = dayNumber(range.toDay) - first + 1
  try {
    const tally = await runHistory(clientOf(given), company, {
      ...range,
      signal,
      onProgress: ({ day: now, tally: { events } }) =>
        progress.update(dayNumber(now) - first + 1, total, `${now}, ${events} events`),
    })
    progress.finish(`Sent ${range.fromDay} to ${range.toDay}`)
    return tally
  } catch (error) {
    progress.finish('Stopped before the end; repeating the command is safe')
    throw error
  }
}

const sendLive = async (given: Given, company: Company, signal: AbortSignal): Promise<Tally> => {
  const progress = startProgress('Sending today as it happens (Ctrl+C stops)')
  const total = simulateDay(company, latestOpenDay(company)).deliveries.length
  let count = 0
  const onEvent = () => {
    count += 1
    progress.update(count, Math.max(count, total), 'events')
  }
  const tally = await runLive(clientOf(given), company, { speed: given.speed, signal, onEvent })
  progress.finish('Stopped')
  return tally
}

/** Writes the requested files. Returns true if nothing else was requested. */
const writeFiles = async ({ importFile, truth, from }: Given, company: Company, range: DayRange): Promise<boolean> => {
  if (truth) process.stderr.write(`${await writeTruth(company, range, truth)} lines of truth in ${truth}\n`)
  if (!importFile) return false
  const planned = from ? { plansFrom: range.fromDay, plansTo: range.toDay } : {}
  await writeImportFile(companyImport(company, planned), importFile)
  process.stderr.write(`${importFile} written; load it with: rollcall import ${importFile}\n`)
  return true
}

const run = async (given: Given): Promise<void> => {
  const { seed, employees, late, duplicates } = given
  const toDay = given.to ?? lastClosedDay(simulateCompany({ seed, employees: 1, startDay: '2026-01-01' }))
  const fromDay = given.from ?? dayText(dayNumber(toDay) - DEFAULT_DAYS + 1)
  if (dayNumber(fromDay) > dayNumber(toDay)) throw new WrongUse(`--from ${fromDay} is after --to ${toDay}.`)
  const options = { seed, employees, startDay: fromDay, late, duplicates }
  // Time off is announced for future days, so it needs a live simulation.
  const timeOff = given.live ? { timeOffFrom: latestOpenDay(simulateCompany({ ...options, employees: 1 })) } : {}
  const company = simulateCompany({ ...options, ...timeOff })
  if (await writeFiles(given, company, { fromDay, toDay })) return
  const controller = new AbortController()
  const { signal } = controller
  void untilStopped().then(() => controller.abort())
  try {
    const isHistory = !given.live || given.from !== undefined
    const history = isHistory ? await sendHistory(given, company, { fromDay, toDay }, signal) : undefined
    const live = given.live ? await sendLive(given, company, signal) : undefined
    const counts = [history, live].flatMap((tally) => (tally ? [countsText(tally)] : []))
    print(given.json, { seed, employees, fromDay, toDay, history, live }, () => counts.join('\n'))
  } catch (error) {
    if (!signal.aborted) throw error
    process.exitCode = INTERRUPTED
  }
}

const HELP = `
What it sends: presence and occupancy, cards for readers that know nothing else, visitors; and through /api what people do to
plans and bookings, parking, expected visits and gatherings. With --live also time off for days ahead.

Plans are imported, not sent: write the file for the same days first, then send them. Lines of --truth, by "type":
  userDay    plan, bookingDepth, bookingLocation, attendanceType, attendanceLocation, first and last seen there and anywhere,
             after everything that people changed; an office reports presence from the first day on which someone is seen there
  sourceDay  events that a source had accepted, recorded already, refused
  visitDay   visitors of a building: expected, walkIns, arrived, departed
  gathering  status and replies of a workplace event, and how many of the invited attended
  parking    who has a bay in which building
They hold for days that were over when they were imported and sent.

Examples:
  $ rollcall simulate --employees 500 --from 2026-01-01 --to 2026-03-31 --import-file acme.json && rollcall import acme.json
  $ rollcall simulate --employees 500 --from 2026-01-01 --to 2026-03-31 --truth truth.ndjson
  $ rollcall simulate --employees 500 --live --speed 60`

/** `rollcall simulate`: a simulated company that uses the public API. */
export const simulateCommand = (): Command => addConnectionOptions(simulation()).addHelpText('after', HELP).action(run)

const simulation = (): Command =>
  new Command('simulate')
    .description('send the events of a simulated company with a known truth; equal options send equal events')
    .option('--seed <number>', 'seed of the company and its days', number(0, true), 1)
    .option('--employees <number>', 'number of people, including leavers', number(1, true), 500)
    .option('--from <day>', `first day to send; by default ${DEFAULT_DAYS} days in total`, day)
    .option('--to <day>', 'last day to send; by default the last day that is over in every office', day)
    .option('--late <share>', 'share of the events that are delivered an hour to four days late', share, 0.025)
    .option('--duplicates <share>', 'share of the events that are delivered twice', share, 0.014)
    .option(
      '--import-file <file>',
      'only write the directory (with --from also plans, bookings and gatherings) for `rollcall import`',
    )
    .option('--truth <file>', 'also write the expected results of the service, as NDJSON')
    .option('--live', "send today's events and changes when they are due, until stopped; with --from, the past days first")
    .option('--speed <factor>', 'speed of the clock of --live', number(0.001, false), 1)
    .option('--json', 'print the counts as JSON')
