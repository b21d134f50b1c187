import { boot, DEMO_DATABASE_NAME, readConfig } from '@rollcall/server'
import { type Company, dayNumber, dayText, latestOpenDay, runLive, simulateCompany } from '@rollcall/simulator'
import { Command, InvalidArgumentError } from 'commander'
import { demoBanner, type Example } from '../demo/demo-banner.ts'
import {
  createAccounts,
  createDemo,
  demoClient,
  demoCompany,
  findDemo,
  importCompany,
  publishHistory,
  sendHistory,
} from '../demo/demo-company.ts'
import { type DemoFile, demoFilePath, readDemoFile, writeDemoFile } from '../demo/demo-file.ts'
import { untilStopped } from '../until-stopped.ts'

interface DemoOptions {
  employees: number
  days: number
  seed: number
  speed: number
}

const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }

export const demoCommand = (): Command =>
  new Command('demo')
    .description('start the service with a simulated company: history and live events (npm run demo)')
    .option('--employees <n>', 'people of the company, on its first start', whole(1, 200_000), 1000)
    .option('--days <n>', 'days of history, on its first start', whole(1, 3660), 30)
    .option('--seed <n>', 'another company for another number, on its first start', whole(0, 2 ** 31), 1)
    .option('--speed <n>', 'live events faster than real time', whole(1, 10_000), 1)
    .action(runDemo)

const runDemo = async ({ employees, days, seed, speed }: DemoOptions): Promise<void> => {
  const config = readConfig({ logLevel: 'warn' })
  const stopping = new AbortController()
  const stopped = untilStopped().then(() => stopping.abort())
  await using service = await boot(config, DEMO_DATABASE_NAME)

  const startDay = dayText(dayNumber(new Date().toISOString().slice(0, 10)) - days)
  const known = await findDemo(service, await readDemoFile(config.dataDir))
  const timeOffFrom = latestOpenDay(simulateCompany({ seed, employees: 1, startDay }))
  let file = known ?? (await createDemo(service, { seed, employees, startDay, timeOffFrom }))
  const save = () => writeDemoFile(config.dataDir, file)
  file = { ...file, baseUrl: service.baseUrl }
  await save()

  const company = demoCompany(file)
  try {
    file = await importCompany(service, file, company)
    file = await createAccounts(service, file, company)
    await save()
    file = await sendHistory(file, company, stopping.signal)
    await save()
    await publishHistory(service, file, stopping.signal)
    console.log(demoBanner(file, demoFilePath(config.dataDir), await exampleOf(file, company)))
    using live = startLiveReport()
    await runLive(demoClient(file, 'all-permissions'), company, { speed, signal: stopping.signal, onEvent: live.count })
  } catch (error) {
    // Stopped in the middle: the next start goes on from here.
    if (!stopping.signal.aborted) throw error
  }
  await stopped
}

const REPORT_MS = 60_000

/** Says once a minute what came in, so that one sees that people come and go. */
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

const exampleOf = async (file: DemoFile, company: Company): Promise<Example> => {
  const userEmail = company.people.find(({ active }) => active)?.userName ?? ''
  for await (const { locationId } of demoClient(file, 'data-warehouse').readLocations()) return { locationId, userEmail }
  throw new Error('The demo company has no location.')
}
