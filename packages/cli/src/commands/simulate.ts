import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientOptions, createClient } from '@rollcall/client'
import { AppError, DEMO_DATABASE_NAME, findInstance, readConfig } from '@rollcall/server'
import {
  type Company,
  companyImportFile,
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
import { Command, InvalidArgumentError, Option } from 'commander'
import { print } from '../output.ts'
import { startProgress } from '../progress.ts'
import { untilStopped } from '../until-stopped.ts'

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
/** Exit status of a command that was stopped by Ctrl+C. */
const INTERRUPTED = 130
/** A live run outlasts a restart of the service. */
const LIVE_ATTEMPTS = 30

const wrongUse = (detail: string) => new AppError('invalid_request', { detail })

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
    throw wrongUse(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

type KeyFile = { baseUrl?: string; key?: StoredKey; keys?: Record<string, StoredKey> }

/** Address and key of the service or demo that runs on the data folder; when none runs, of whichever ran there. */
const stored = (): { baseUrl?: string | undefined; key?: StoredKey | undefined } => {
  const { dataDir } = readConfig()
  const running = findInstance(dataDir)
  const files = running?.database === DEMO_DATABASE_NAME || !running ? ['demo.json', 'first-run.json'] : ['first-run.json']
  const found = files.map((name) => readJson(join(dataDir, name)) as KeyFile | undefined).find((file) => file !== undefined)
  return { baseUrl: running?.baseUrl ?? found?.baseUrl, key: found?.keys?.['all-permissions'] ?? found?.key }
}

const clientOptions = ({ url, keyId, keySecret, live }: Given): ClientOptions => {
  if ((keyId === undefined) !== (keySecret === undefined)) throw wrongUse('Give both --key-id and --key-secret, or neither.')
  const isGiven = keyId !== undefined && keySecret !== undefined
  const found = url && isGiven ? {} : stored()
  const key = isGiven ? { id: keyId, secret: keySecret } : found.key
  if (!key) throw wrongUse('No key found. Give --key-id and --key-secret, or start the service or the demo here first.')
  const auth = 'auth' in key && key.auth && ![key.auth].flat().includes('hmac') ? 'basic' : 'hmac'
  const attempts = live ? { maxAttempts: LIVE_ATTEMPTS } : {}
  return { baseUrl: url ?? found.baseUrl ?? DEFAULT_URL, key: { id: key.id, secret: key.secret }, auth, ...attempts }
}

const countsText = ({ events, calls, accepted, duplicate, userNotFound, locationNotFound, refused }: Tally) =>
  `${events} events in ${calls} calls: ${accepted} accepted, ${duplicate} already recorded, ` +
  `${userNotFound} user not found, ${locationNotFound} location not found, ${refused} refused`

const sendHistory = async (given: Given, company: Company, range: DayRange, signal: AbortSignal): Promise<Tally> => {
  const progress = startProgress('Sending')
  const first = dayNumber(range.fromDay)
  const total = dayNumber(range.toDay) - first + 1
  try {
    const tally = await runHistory(createClient(clientOptions(given)), company, {
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
  const tally = await runLive(createClient(clientOptions(given)), company, { speed: given.speed, signal, onEvent })
  progress.finish('Stopped')
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
  if (dayNumber(fromDay) > dayNumber(toDay)) throw wrongUse(`--from ${fromDay} lies after --to ${toDay}.`)
  const company = simulateCompany({ seed, employees, startDay: fromDay })
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
