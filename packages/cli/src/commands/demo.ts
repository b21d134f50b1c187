import { setTimeout as sleep } from 'node:timers/promises'
import { RollcallError } from '@rollcall/client'
import { boot, DEMO_DATABASE_NAME, type RunningService, readConfig } from '@rollcall/server'
import {
  type Company,
  type CompanyIds,
  createIds,
  dayNumber,
  dayText,
  type Ids,
  latestOpenDay,
  readDirectory,
  runLive,
  simulateCompany,
} from '@rollcall/simulator'
import { Command, InvalidArgumentError, Option } from 'commander'
import { keepAccounts } from '../demo/demo-accounts.ts'
import { demoBanner, type Example } from '../demo/demo-banner.ts'
import {
  createDemo,
  demoClient,
  demoCompany,
  findDemo,
  importCompany,
  importMissedPlans,
  publishHistory,
  sendHistory,
  sendToday,
} from '../demo/demo-company.ts'
import { type DemoFile, demoFilePath, readDemoFile, writeDemoFile } from '../demo/demo-file.ts'
import { keepIds } from '../demo/demo-ids.ts'
import { workingKeys } from '../demo/demo-keys.ts'
import { sampleSource } from '../sample-source.ts'
import { untilStopped } from '../until-stopped.ts'

interface DemoOptions {
  employees: number
  days: number
  seed: number
  speed: number
  host: string
}

const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }

const THIS_MACHINE = '127.0.0.1'

export const demoCommand = (): Command =>
  new Command('demo')
    .description('start the service with a simulated company: history and live events')
    .option('--employees <n>', 'people in the company, at the first start', whole(1, 200_000), 1000)
    .option('--days <n>', 'days of history, at the first start', whole(1, 3660), 30)
    .option('--seed <n>', 'seed of the company, at the first start', whole(0, 2 ** 31), 1)
    .option('--speed <n>', 'speed of live events; 1 is real time', whole(1, 10_000), 1)
    .addOption(
      new Option('--host <address>', 'address to listen on; 0.0.0.0 lets other machines in')
        .env('HOST')
        .default(THIS_MACHINE)
        .argParser((text) => text.trim() || THIS_MACHINE),
    )
    .action(runDemo)

const runDemo = async ({ employees, days, seed, speed, host }: DemoOptions): Promise<void> => {
  const config = { ...readConfig({ logLevel: 'warn' }), host }
  const { dataDir } = config
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = untilStopped().then(() => stopping.abort())
  await using service = await boot(config, { databaseName: DEMO_DATABASE_NAME, sampleSource })

  const startDay = dayText(dayNumber(new Date().toISOString().slice(0, 10)) - days)
  const known = await findDemo(service, await readDemoFile(dataDir))
  const timeOffFrom = latestOpenDay(simulateCompany({ seed, employees: 1, startDay }))
  let file =
    known ??
    (await createDemo(service, {
      seed,
      employees,
      startDay,
      timeOffFrom,
      keepsHolidays: true,
      hasPolicies: true,
      hasCheckIn: true,
      hasEquipment: true,
    }))
  const save = (changed: DemoFile) => {
    file = changed
    return writeDemoFile(dataDir, changed)
  }
  await save({ ...file, baseUrl: service.baseUrl })

  const company = demoCompany(file)
  try {
    await save(await importCompany(service, file, company))
    const known = await keepIds(dataDir, file, company)
    const ids = createIds(company, known, await readDirectory(demoClient(file, 'all-permissions')))
    await save(await importMissedPlans(service, file, company, ids))
    await save({ ...file, accounts: await keepAccounts(service, file, company, ids) })
    await save(await sendHistory(file, company, signal, known))
    await sendToday(file, company, known, signal)
    await publishHistory(service, file, signal)
    console.log(demoBanner(file, demoFilePath(dataDir), exampleOf(company, ids)))
    using live = startLiveReport()
    await runCompany({ service, company, ids: known, speed, signal, save, current: () => file, onEvent: live.count })
  } catch (error) {
    // If stopped here, the next start resumes.
    if (!signal.aborted) throw error
  }
  await stopped
}

interface LiveCompany {
  readonly service: RunningService
  readonly company: Company
  readonly ids: CompanyIds
  readonly speed: number
  readonly signal: AbortSignal
  current(): DemoFile
  save(file: DemoFile): Promise<void>
  onEvent(): void
}

const RETRY_MS = 60_000

/**
 * Simulates people until the demo stops. A person who tries the service may block the key that the simulation uses; then it
 * resumes with a new key.
 */
const runCompany = async ({ service, company, ids, speed, signal, current, save, onEvent }: LiveCompany): Promise<void> => {
  while (!signal.aborted) {
    try {
      await runLive(demoClient(current(), 'all-permissions'), company, { ids, speed, signal, onEvent })
    } catch (error) {
      if (signal.aborted || !(error instanceof RollcallError)) throw error
      console.error(`The simulated company paused: ${error.message} It resumes within a minute.`)
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      await save({ ...current(), keys: await workingKeys(service, current().organizationId, current().keys) })
    }
  }
}

const REPORT_MS = 60_000

/** Reports the number of events once a minute. */
const startLiveReport = (): Disposable & { count(): void } => {
  let events = 0
  const timer = setInterval(() => {
    if (events > 0) console.log(`${new Date().toTimeString().slice(0, 5)}  ${events} events in the last minute`)
    events = 0
  }, REPORT_MS)
  return {
    count() {
      events++
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** A person and a building that currently exist. */
const exampleOf = (company: Company, ids: Ids): Example => {
  const person = company.people.find(({ active, index }) => active && ids.hasUser(index))
  const office = company.offices.find(({ index }) => ids.hasNode({ type: 'location', index }))
  return {
    locationId: office ? ids.node({ type: 'location', index: office.index }) : '',
    userEmail: person ? ids.login(person.index).userName : '',
    firstDay: company.startDay,
  }
}
