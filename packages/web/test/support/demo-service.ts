import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMINISTRATOR_ROLES } from '@rollcall/contract'
import { boot, getAccountHolder, type RunningService, readConfig, saveAccount } from '@rollcall/server'
import { dayNumber, dayText, latestOpenDay, simulateCompany } from '@rollcall/simulator'
import { createDemo, importCompany, publishHistory, sendHistory } from '../../../cli/src/demo/demo-company.ts'
import { type Demo, PASSWORD, type Person } from './demo.ts'

export interface DemoService extends Demo, AsyncDisposable {}

interface Size {
  readonly employees: number
  readonly days: number
}

/** The service as `npm start` has it, with its own PostgreSQL, on a folder that is gone afterwards. */
export const startService = async (): Promise<RunningService> => {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-web-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ logLevel: 'warn' })
  const service = stack.use(
    await boot({ ...config, host: '127.0.0.1', port: 0, dataDir, databaseUrl: undefined, nightly: false }),
  )
  const running = stack.move()
  return { ...service, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** The service with a simulated company whose past days are published, as the demo makes it, on a database of its own. */
export const startDemoService = async ({ employees, days }: Size): Promise<DemoService> => {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await startService())
  const startDay = dayText(dayNumber(new Date().toISOString().slice(0, 10)) - days)
  const seed = 1
  const timeOffFrom = latestOpenDay(simulateCompany({ seed, employees: 1, startDay }))
  const simulation = { seed, employees, startDay, timeOffFrom }
  const company = simulateCompany(simulation)
  const file = await importCompany(service, await createDemo(service, simulation), company)
  const { signal } = new AbortController()
  await sendHistory(file, company, signal)
  await publishHistory(service, file, signal)

  const active = company.people.filter((person) => person.active)
  const people = {} as Record<Person, string>
  for (const [index, role] of ([...ADMINISTRATOR_ROLES, 'employee', 'colleague'] as const).entries()) {
    const userName = (active[index] as (typeof active)[number]).userName
    const { userId } = await getAccountHolder(service.db, file.organizationId, userName)
    const roles = role === 'employee' || role === 'colleague' ? [] : [role]
    await saveAccount(service.db, file.organizationId, userId, { password: PASSWORD, roles })
    people[role] = userName
  }
  const running = stack.move()
  return {
    baseUrl: service.baseUrl,
    people,
    key: file.keys['all-permissions'],
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
