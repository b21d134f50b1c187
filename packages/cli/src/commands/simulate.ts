import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spinner } from '@clack/prompts'
import { type ClientOptions, createClient } from '@rollcall/client'
import {
  type Company,
  companyImportFile,
  type DayRange,
  dayNumber,
  dayText,
  lastClosedDay,
  runHistory,
  runLive,
  simulateCompany,
  type Tally,
  writeImportFile,
  writeTruth,
} from '@rollcall/simulator'
import { Command, InvalidArgumentError, Option } from 'commander'

interface Given {
  seed: number
  employees: number
  from?: string
  to?: string
  url?: string
  keyId?: string
  keySecret?: string
  importFile?: string
  truth?: string
  live?: boolean
  speed: number
  json?: boolean
}

interface StoredKey {
  id: string
  secret: string
  auth?: string | string[]
}

const DEFAULT_URL = 'http://127.0.0.1:4600'
const DEFAULT_DAYS = 30
/** A live run outlasts a restart of the service. */
const LIVE_ATTEMPTS = 30

const number = (least: number, isWhole: boolean) => (text: string) => {
  const value = Number(text)
  const isGood = text.trim() !== '' && Number.isFinite(value) && value >= least && (!isWhole || Number.isInteger(value))
  if (!isGood) throw new InvalidArgumentError(`Give a ${isWhole ? 'whole ' : ''}number from ${least} on.`)
  return value
}

const day = (text: string) => {
  try {
    if (dayText(dayNumber(text)) === text) return text
  } catch {
    // Told below, with the days that do not exist.
  }
  throw new InvalidArgumentError('Give a day as YYYY-MM-DD.')
}

const readJson = (file: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Address and key that the demo, else the first start of the service, left in the data directory. */
const stored = (): { baseUrl?: string; key?: StoredKey } => {
  const directory = process.env.ROLLCALL_DATA_DIR ?? '.rollcall'
  const demo = readJson(join(directory, 'demo.json')) as { baseUrl?: string; keys?: Record<string, StoredKey> } | undefined
  const key = demo?.keys?.['all-permissions']
  if (key) return { ...(demo.baseUrl ? { baseUrl: demo.baseUrl } : {}), key }
  return (readJson(join(directory, 'first-run.json')) ?? {}) as { baseUrl?: string; key?: StoredKey }
}

const clientOptions = ({ url, keyId, keySecret, live }: Given): ClientOptions => {
  if ((keyId === undefined) !== (keySecret === undefined)) throw new Error('Give both --key-id and --key-secret, or neither.')
  const isGiven = keyId !== undefined && keySecret !== undefined
  const found = url && isGiven ? {} : stored()
  const key = isGiven ? { id: keyId, secret: keySecret } : found.key
  if (!key) throw new Error('No key found. Give --key-id and --key-secret, or start the service or the demo here first.')
  const auth = 'auth' in key && key.auth && ![key.auth].flat().includes('hmac') ? 'basic' : 'hmac'
  const attempts = live ? { maxAttempts: LIVE_ATTEMPTS } : {}
  return { baseUrl: url ?? found.baseUrl ?? DEFAULT_URL, key: { id: key.id, secret: key.secret }, auth, ...attempts }
}

const countsText = ({ events, calls, accepted, duplicate, userNotFound, locationNotFound, refused }: Tally) =>
  `${events} events in ${calls} calls: ${accepted} accepted, ${duplicate} already recorded, ` +
  `${userNotFound} user not found, ${locationNotFound} location not found, ${refused} refused`

/** A spinner for people, a line now and then for logs; both to stderr, so that stdout stays clean. */
const createProgress = (title: string) => {
  if (!process.stderr.isTTY) {
    let last = Date.now()
    process.stderr.write(`${title}\n`)
    return {
      update: (text: () => string) => {
        if (Date.now() - last < 5000) return
        last = Date.now()
        process.stderr.write(`${text()}\n`)
      },
      stop: (text: string) => void process.stderr.write(`${text}\n`),
    }
  }
  const shown = spinner({ output: process.stderr })
  shown.start(title)
  return { update: (text: () => string) => shown.message(text()), stop: (text: string) => shown.stop(text) }
}

const sendHistory = async (given: Given, company: Company, range: DayRange, signal: AbortSignal): Promise<Tally> => {
  const progress = createProgress(`Sending ${range.fromDay} to ${range.toDay}`)
  try {
    const tally = await runHistory(createClient(clientOptions(given)), company, {
      ...range,
      signal,
      onProgress: ({ day: now, tally: counts }) => progress.update(() => `${now}: ${countsText(counts)}`),
    })
    progress.stop(countsText(tally))
    return tally
  } catch (error) {
    progress.stop('Stopped before the end; repeating the command is safe.')
    throw error
  }
}

const sendLive = async (given: Given, company: Company, signal: AbortSignal): Promise<Tally> => {
  const progress = createProgress('Sending today as it happens; press Ctrl+C to stop')
  const client = createClient(clientOptions(given))
  let count = 0
  const onEvent = () => {
    count += 1
    progress.update(() => `${count} events sent so far`)
  }
  const tally = await runLive(client, company, { speed: given.speed, signal, onEvent })
  progress.stop(countsText(tally))
  return tally
}

/** Writes what was asked for; true when that is all there is to do. */
const writeFiles = async ({ importFile, truth, from }: Given, company: Company, range: DayRange): Promise<boolean> => {
  if (truth) process.stderr.write(`${await writeTruth(company, range, truth)} lines of truth in ${truth}\n`)
  if (!importFile) return false
  const planned = from ? { bookingsFrom: range.fromDay, bookingsTo: range.toDay, eventDays: [range.fromDay, range.toDay] } : {}
  await writeImportFile(companyImportFile(company, planned), importFile)
  process.stderr.write(`${importFile} written; load it with: rollcall import ${importFile}\n`)
  return true
}

const run = async (given: Given): Promise<void> => {
  const { seed, employees } = given
  const toDay = given.to ?? lastClosedDay(simulateCompany({ seed, employees: 1, startDay: '2026-01-01' }))
  const fromDay = given.from ?? dayText(dayNumber(toDay) - DEFAULT_DAYS + 1)
  if (dayNumber(fromDay) > dayNumber(toDay)) throw new Error(`--from ${fromDay} lies after --to ${toDay}.`)
  const company = simulateCompany({ seed, employees, startDay: fromDay })
  if (await writeFiles(given, company, { fromDay, toDay })) return
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort(new Error('Interrupted.')))
  process.once('SIGTERM', () => controller.abort(new Error('Interrupted.')))
  const { signal } = controller
  const isHistory = !given.live || given.from !== undefined
  const history = isHistory ? await sendHistory(given, company, { fromDay, toDay }, signal) : undefined
  const live = given.live ? await sendLive(given, company, signal) : undefined
  if (given.json) process.stdout.write(`${JSON.stringify({ seed, employees, fromDay, toDay, history, live })}\n`)
}

const EXAMPLES = `
Examples:
  $ rollcall simulate --employees 500 --import-file acme.json && rollcall import acme.json
  $ rollcall simulate --employees 500 --from 2026-01-01 --to 2026-03-31 --truth truth.ndjson
  $ rollcall simulate --employees 500 --live --speed 60`

/** `rollcall simulate`: offices full of invented people, sent through the public API. */
export const simulateCommand = (): Command =>
  new Command('simulate')
    .description('Send the events of an invented company whose truth is known; equal options send equal events')
    .option('--seed <number>', 'which company and which days', number(0, true), 1)
    .option('--employees <number>', 'how many people, leavers included', number(1, true), 500)
    .option('--from <day>', `first day to send; by default ${DEFAULT_DAYS} days in all`, day)
    .option('--to <day>', 'last day to send; by default the last one that is over in every office', day)
    .option('--url <url>', `address of the service; by default that of the data directory, else ${DEFAULT_URL}`)
    .addOption(
      new Option('--key-id <id>', 'key with all permissions; by default that of the data directory').env('ROLLCALL_KEY_ID'),
    )
    .addOption(new Option('--key-secret <secret>', 'its secret').env('ROLLCALL_KEY_SECRET'))
    .option('--import-file <file>', 'only write the directory (with --from also plans and bookings) for `rollcall import`')
    .option('--truth <file>', 'also write what the service must come to, as NDJSON')
    .option('--live', "send today's events as they fall due, until stopped; with --from, the past days first")
    .option('--speed <factor>', 'how fast the clock of --live runs', number(0.001, false), 1)
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run)
