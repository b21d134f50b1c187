import { createClient, type RollcallClient } from '@rollcall/client'
import { AUTH_METHODS, ROLES, type Role } from '@rollcall/contract'
import {
  ConfigError,
  createKey,
  createOrganization,
  getAccountHolder,
  importDirectory,
  listOrganizations,
  type RunningService,
  runRefresh,
  saveAccount,
} from '@rollcall/server'
import {
  type Company,
  companyImport,
  dayNumber,
  dayText,
  inMemory,
  lastClosedDay,
  latestOpenDay,
  plansImport,
  runHistory,
  type SimulationOptions,
  simulateCompany,
} from '@rollcall/simulator'
import { generatePassword } from '../password.ts'
import { startProgress } from '../progress.ts'
import type { DemoAccount, DemoFile } from './demo-file.ts'

const ORGANIZATION = 'Demo company'
/** How far ahead people have booked: as far as the service plans and books for them later. */
const BOOKED_AHEAD_DAYS = 14

const after = (day: string, days: number) => dayText(dayNumber(day) + days)

/** The demo company of an earlier start; undefined when the database knows nothing of it. Refuses a database in real use. */
export const findDemo = async ({ db }: RunningService, file: DemoFile | undefined): Promise<DemoFile | undefined> => {
  const organizations = await listOrganizations(db)
  const isDemo = organizations.length === 0 || organizations.some(({ name }) => name === ORGANIZATION)
  if (!isDemo) throw new ConfigError('The database of DATABASE_URL is in real use. Give the demo a database of its own.')
  return organizations.some(({ id }) => id === file?.organizationId) ? file : undefined
}

/** Makes the organisation, where there is none yet, and a key of each role. */
export const createDemo = async (service: RunningService, simulation: SimulationOptions): Promise<DemoFile> => {
  const { db, sealer } = service
  const existing = (await listOrganizations(db)).find(({ name }) => name === ORGANIZATION)
  const { id: organizationId } = existing ?? (await createOrganization(db, { name: ORGANIZATION, timeZone: 'Europe/Berlin' }))
  const keys = {} as DemoFile['keys']
  for (const role of ROLES) {
    const { id, secret } = await createKey(db, sealer, { orgId: organizationId, name: `Demo ${role}`, role, auth: AUTH_METHODS })
    keys[role] = { id, secret }
  }
  return { baseUrl: service.baseUrl, organizationId, keys, simulation }
}

export const demoClient = ({ baseUrl, keys }: DemoFile, role: Role): RollcallClient => createClient({ baseUrl, key: keys[role] })

/**
 * Imports buildings and people, with what they have planned and booked. On later starts only plans of days that nobody could
 * plan because the demo was not running: whatever was changed since stays.
 */
export const importCompany = async ({ db }: RunningService, file: DemoFile, company: Company): Promise<DemoFile> => {
  const isFirst = file.plannedUntil === undefined
  const plansTo = isFirst ? after(latestOpenDay(company), BOOKED_AHEAD_DAYS) : lastClosedDay(company)
  const plansFrom = file.plannedUntil === undefined ? company.startDay : after(file.plannedUntil, 1)
  if (dayNumber(plansFrom) > dayNumber(plansTo)) return file
  const sections = isFirst
    ? companyImport(company, { plansFrom, plansTo })
    : plansImport(company, { fromDay: plansFrom, toDay: plansTo })
  const progress = startProgress('Importing the company')
  await importDirectory(db, file.organizationId, inMemory(sections), {
    onProgress: ({ section, done, total }) => progress.update(done, total, section),
  })
  progress.finish(`Imported ${company.people.length} people, ${company.offices.length} offices, ${company.desks.length} desks`)
  return { ...file, plannedUntil: plansTo }
}

/** Lets two people of the company sign in: one who may do everything, and a colleague. */
export const createAccounts = async ({ db }: RunningService, file: DemoFile, company: Company): Promise<DemoFile> => {
  if (file.accounts) return file
  const people = company.people.filter(({ active }) => active)
  const accounts: DemoAccount[] = []
  for (const [index, role] of (['global-administrator', 'employee'] as const).entries()) {
    const person = people[index]
    if (!person) continue
    const password = generatePassword()
    const { userId } = await getAccountHolder(db, file.organizationId, person.userName)
    await saveAccount(db, file.organizationId, userId, { password, roles: role === 'employee' ? [] : [role] })
    accounts.push({ role, userName: person.userName, password })
  }
  return { ...file, accounts }
}

/** Sends what the buildings saw and what people changed since the last start. Sending a day again is harmless. */
export const sendHistory = async (file: DemoFile, company: Company, signal: AbortSignal): Promise<DemoFile> => {
  const historyUntil = lastClosedDay(company)
  const first = file.historyUntil ? dayNumber(file.historyUntil) + 1 : dayNumber(company.startDay)
  const last = dayNumber(historyUntil)
  if (first > last) return file
  const progress = startProgress('Sending the history')
  const { events, accepted, deeds } = await runHistory(demoClient(file, 'all-permissions'), company, {
    fromDay: dayText(first),
    toDay: historyUntil,
    signal,
    onProgress: ({ day, tally }) =>
      progress.update(dayNumber(day) - first + 1, last - first + 1, `${day}, ${tally.events} events`),
  })
  progress.finish(`Sent ${events} events of ${last - first + 1} days, ${accepted} new; ${deeds} changes of plans and bookings`)
  return { ...file, historyUntil }
}

/** Publishes the history, as the next night would, so that the warehouse shows it from the start. */
export const publishHistory = async (
  service: RunningService,
  { organizationId }: DemoFile,
  signal: AbortSignal,
): Promise<void> => {
  const progress = startProgress('Publishing the history')
  const { days, rows } = await runRefresh(service, organizationId, {
    signal,
    onProgress: ({ done, total, day }) => progress.update(done, total, day),
  })
  progress.finish(days === 0 ? 'The history is published' : `Published ${days} days, ${rows} rows`)
}

export const demoCompany = ({ simulation }: DemoFile): Company => simulateCompany(simulation)
