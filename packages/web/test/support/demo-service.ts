import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMINISTRATOR_ROLES } from '@rollcall/contract'
import { boot, getAccountHolder, type RunningService, readConfig, saveAccount } from '@rollcall/server'
import { dayNumber, dayText, latestOpenDay, simulateCompany } from '@rollcall/simulator'
import { createDemo, importCompany, publishHistory, sendHistory } from '../../../cli/src/demo/demo-company.ts'
import { sampleSource } from '../../../cli/src/sample-source.ts'
import { TEST_TIMEOUT_MS } from '../../../server/src/testing/test-database.ts'
import { PASSWORD_HASH } from '../../../server/src/testing/test-service.ts'
import { type Company, type Demo, PASSWORD, type Person } from './demo.ts'

export interface DemoService extends Demo, AsyncDisposable {}

export interface Size {
  readonly employees: number
  readonly days: number
}

/** What an operator sets, such as a database or a mail server. */
type Settings = Partial<Parameters<typeof boot>[0]>

/** The service as `npm start` has it, on a folder that is gone afterwards, with its own PostgreSQL where none is named. */
export const startService = async (settings?: Settings): Promise<RunningService> => {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-web-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ logLevel: 'warn' })
  const service = stack.use(
    await boot(
      {
        ...config,
        ...{ host: '127.0.0.1', port: 0, dataDir, databaseUrl: undefined, nightly: false },
        // A busy machine is no fault.
        ...{ waitMs: TEST_TIMEOUT_MS, connectMs: TEST_TIMEOUT_MS },
        // Identity providers of tests run on this machine.
        ssoAllowHttp: true,
        push: { contact: 'https://rollcall.example.com', isPrivateAllowed: true },
        ...settings,
      },
      { sampleSource },
    ),
  )
  const running = stack.move()
  return { ...service, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Puts a simulated company whose past days are published into the service, as the demo does. */
export const makeCompany = async (service: RunningService, { employees, days }: Size): Promise<Company> => {
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
  // The same password, at a cost that hundreds of sign-ins can bear.
  await service.db.updateTable('user_accounts').set({ password_hash: PASSWORD_HASH }).execute()
  return { people, key: file.keys['all-permissions'], firstDay: startDay }
}

/** A service of its own with a simulated company. */
export const startDemoService = async (size: Size): Promise<DemoService> => {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await startService())
  const company = await makeCompany(service, size)
  const running = stack.move()
  return { baseUrl: service.baseUrl, ...company, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
