import { createClient, type RollcallClient } from '@rollcall/client'
import { AUTH_METHODS, ROLES, type Role } from '@rollcall/contract'
import {
  ConfigError,
  createKey,
  createOrganization,
  importDirectory,
  listOrganizations,
  type RunningService,
} from '@rollcall/server'
import {
  type Company,
  companyImportFile,
  dayNumber,
  dayText,
  lastClosedDay,
  latestOpenDay,
  runHistory,
  type SimulationOptions,
  simulateCompany,
} from '@rollcall/simulator'
import { startProgress } from '../progress.ts'
import type { DemoFile } from './demo-file.ts'

const ORGANIZATION = 'Demo company'
/** How far ahead people have booked. */
const BOOKED_AHEAD_DAYS = 14

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

/** Imports buildings and people, with what they have planned and booked. */
export const importCompany = async ({ db }: RunningService, { organizationId }: DemoFile, company: Company): Promise<void> => {
  const progress = startProgress('Importing the company')
  const bookingsTo = dayText(dayNumber(latestOpenDay(company)) + BOOKED_AHEAD_DAYS)
  const file = companyImportFile(company, { bookingsFrom: company.startDay, bookingsTo, onlyDeviations: true })
  await importDirectory(db, organizationId, file, {
    onProgress: ({ section, done, total }) => progress.update(done, total, section),
  })
  progress.finish(`Imported ${company.people.length} people, ${company.offices.length} offices, ${company.desks.length} desks`)
}

/** Sends what the buildings saw since the last start. Sending a day again is harmless. */
export const sendHistory = async (file: DemoFile, company: Company, signal: AbortSignal): Promise<DemoFile> => {
  const historyUntil = lastClosedDay(company)
  const first = file.historyUntil ? dayNumber(file.historyUntil) + 1 : dayNumber(company.startDay)
  const last = dayNumber(historyUntil)
  if (first > last) return file
  const progress = startProgress('Sending the history')
  const { events, accepted } = await runHistory(demoClient(file, 'all-permissions'), company, {
    fromDay: dayText(first),
    toDay: historyUntil,
    signal,
    onProgress: ({ day, tally }) =>
      progress.update(dayNumber(day) - first + 1, last - first + 1, `${day}, ${tally.events} events`),
  })
  progress.finish(`Sent ${events} events of ${last - first + 1} days; ${accepted} new`)
  return { ...file, historyUntil }
}

export const demoCompany = ({ simulation }: DemoFile): Company => simulateCompany(simulation)
