import { createClient, type RollcallClient } from '@rollcall/client'
import type { Role } from '@rollcall/contract'
import {
  ConfigError,
  createOrganization,
  importDirectory,
  importHolidays,
  listHorizonLocations,
  listOrganizations,
  type RunningService,
  runRefresh,
  setPolicy,
} from '@rollcall/server'
import {
  type Company,
  type CompanyIds,
  companyImport,
  dayNumber,
  dayText,
  holidayCalendar,
  type Ids,
  type ImportSections,
  inMemory,
  lastClosedDay,
  latestOpenDay,
  plansImport,
  runHistory,
  runLive,
  type SimulationOptions,
  simulateCompany,
} from '@rollcall/simulator'
import { showImport } from '../import-progress.ts'
import { startProgress } from '../progress.ts'
import type { DemoFile } from './demo-file.ts'
import { workingKeys } from './demo-keys.ts'

const ORGANIZATION = 'Demo company'
/** How far ahead people have booked; equals the default booking horizon of the service. */
const BOOKED_AHEAD_DAYS = 14

const after = (day: string, days: number) => dayText(dayNumber(day) + days)

/**
 * The demo company of an earlier start, even if renamed, with working keys; undefined if the database has none. Rejects a
 * database in real use.
 */
export const findDemo = async (service: RunningService, file: DemoFile | undefined): Promise<DemoFile | undefined> => {
  const organizations = await listOrganizations(service.db)
  if (file && organizations.some(({ id }) => id === file.organizationId)) {
    return { ...file, keys: await workingKeys(service, file.organizationId, file.keys) }
  }
  const isDemo = organizations.length === 0 || organizations.some(({ name }) => name === ORGANIZATION)
  if (!isDemo) throw new ConfigError('The database of DATABASE_URL is in real use. Give the demo its own database.')
  return undefined
}

/** Creates the organization, if there is none yet, and a key of each role. */
export const createDemo = async (service: RunningService, simulation: SimulationOptions): Promise<DemoFile> => {
  const { db, baseUrl } = service
  const existing = (await listOrganizations(db)).find(({ name }) => name === ORGANIZATION)
  const { id: organizationId } = existing ?? (await createOrganization(db, { name: ORGANIZATION, timeZone: 'Europe/Berlin' }))
  return { baseUrl, organizationId, keys: await workingKeys(service, organizationId), simulation }
}

export const demoClient = ({ baseUrl, keys }: DemoFile, role: Role): RollcallClient => createClient({ baseUrl, key: keys[role] })

/** At the first start, imports buildings and people with their plans and bookings. */
export const importCompany = async (service: RunningService, file: DemoFile, company: Company): Promise<DemoFile> => {
  if (file.plannedUntil !== undefined) return file
  const plansTo = after(latestOpenDay(company), BOOKED_AHEAD_DAYS)
  await importSections(
    service,
    file,
    companyImport(company, { plansFrom: company.startDay, plansTo }),
    `Imported ${company.people.length} people, ${company.offices.length} offices, ${company.desks.length} desks`,
  )
  if (company.keepsHolidays) await importCalendars(service, file, company)
  await setPolicies(service, file, company)
  await requireCheckIn(service, file, company)
  return { ...file, plannedUntil: plansTo }
}

/** Imports the public holidays of the offices whose country is known. */
const importCalendars = async ({ db }: RunningService, { organizationId: orgId }: DemoFile, { offices }: Company) => {
  const actor = { changedBy: 'administrator', userId: null } as const
  for (const { name, country } of offices) {
    if (country === null) continue
    const { fileName: calendarName, text } = holidayCalendar(country)
    for (const { id: locationId } of await listHorizonLocations(db, orgId, name)) {
      await importHolidays(db, { orgId, locationId, actor }, text, { calendarName })
    }
  }
}

/** Sets the attendance policies of the groups. */
const setPolicies = async ({ db }: RunningService, file: DemoFile, { policies, startDay: validFrom }: Company) => {
  if (policies.length === 0) return
  for await (const { groupId, groupName, groupType } of demoClient(file, 'all-permissions').readGroups()) {
    const policy = policies.find((each) => each.groupName === groupName && each.groupType === groupType)
    if (policy) await setPolicy(db, file.organizationId, { groupId, validFrom, ...policy.rule })
  }
}

/** Bookings of one building are confirmed, or else released. */
const requireCheckIn = async ({ db }: RunningService, file: DemoFile, { offices }: Company) => {
  for (const { name, checkInBy } of offices) {
    if (checkInBy === null) continue
    for (const { id: locationId } of await listHorizonLocations(db, file.organizationId, name)) {
      await demoClient(file, 'all-permissions').updateLocation({ locationId }, { checkInMode: 'by-time', checkInBy })
    }
  }
}

/** Imports plans for days on which the demo was not running. Later changes stay. */
export const importMissedPlans = async (
  service: RunningService,
  file: DemoFile,
  company: Company,
  ids: Ids,
): Promise<DemoFile> => {
  const fromDay = after(file.plannedUntil ?? company.startDay, 1)
  const toDay = lastClosedDay(company)
  if (dayNumber(fromDay) > dayNumber(toDay)) return file
  const sections = plansImport(company, ids, { fromDay, toDay })
  await importSections(service, file, sections, `Imported the plans of ${fromDay} to ${toDay}`)
  return { ...file, plannedUntil: toDay }
}

const importSections = async ({ db }: RunningService, file: DemoFile, sections: ImportSections, summary: string) => {
  const progress = startProgress('Importing the company')
  await importDirectory(db, file.organizationId, inMemory(sections), {
    onProgress: showImport(progress),
  })
  progress.finish(summary)
}

/** Sends the events and changes since the last start. Sending a day again is harmless. */
export const sendHistory = async (file: DemoFile, company: Company, signal: AbortSignal, ids?: CompanyIds): Promise<DemoFile> => {
  const historyUntil = lastClosedDay(company)
  const first = file.historyUntil ? dayNumber(file.historyUntil) + 1 : dayNumber(company.startDay)
  const last = dayNumber(historyUntil)
  if (first > last) return file
  const progress = startProgress('Sending the history')
  const { events, accepted, deeds } = await runHistory(demoClient(file, 'all-permissions'), company, {
    fromDay: dayText(first),
    toDay: historyUntil,
    ...(ids ? { ids } : {}),
    signal,
    onProgress: ({ day, tally }) =>
      progress.update(dayNumber(day) - first + 1, last - first + 1, `${day}, ${tally.events} events`),
  })
  progress.finish(`Sent ${events} events of ${last - first + 1} days, ${accepted} new; ${deeds} changes of plans and bookings`)
  return { ...file, historyUntil }
}

/** Sends what has happened on days that are not over everywhere, so that no building is published without its last day. */
export const sendToday = async (file: DemoFile, company: Company, ids: CompanyIds, signal: AbortSignal): Promise<void> => {
  const caughtUp = new AbortController()
  const options = { ids, signal: AbortSignal.any([signal, caughtUp.signal]), onCaughtUp: () => caughtUp.abort() }
  await runLive(demoClient(file, 'all-permissions'), company, options)
}

/** Publishes the history, as the nightly refresh would, so that the warehouse shows it from the start. */
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
