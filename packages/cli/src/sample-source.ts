import { createClient, type RollcallClient } from '@rollcall/client'
import type { SampleApi, SampleSource } from '@rollcall/server'
import {
  type Company,
  companyImportFile,
  dayNumber,
  dayText,
  findIds,
  holidayCalendar,
  lastClosedDay,
  latestOpenDay,
  readDirectory,
  runHistory,
  runLive,
  simulateCompany,
  sourcesOf,
} from '@rollcall/simulator'

const PEOPLE = 60
const BUILDINGS = 2
/** So few that most have more people than the smallest group whose figures are shown. */
const DEPARTMENTS = 6
/** Four weeks, and four to compare them with. */
const DAYS = 56
/** The service counts announcements of time off under this name. */
const TIME_OFF_SOURCE = 'timeoff'
/** How far ahead people have booked; equals the default booking horizon of the service. */
const BOOKED_AHEAD_DAYS = 14
/** No event is delivered later after its day. */
const LATEST_DELIVERY_DAYS = 6
/** When it is evening in Berlin and everyone has come in New York. */
const LAST_HOUR = 'T21:00:00Z'

const after = (day: string, days: number) => dayText(dayNumber(day) + days)
const clientOf = ({ baseUrl, key, fetch }: SampleApi) => createClient({ baseUrl, key, fetch })

/** A small simulated company, which administrators can fill an empty organization with, and whose people come for two more weeks. */
export const sampleSource: SampleSource = (startedAt) => {
  const today = startedAt.toISOString().slice(0, 10)
  const startDay = after(today, -DAYS)
  const options = { seed: 1, employees: PEOPLE, offices: BUILDINGS, departments: DEPARTMENTS, companyName: 'Sample' }
  const rules = { keepsHolidays: true, hasPolicies: true, hasCheckIn: true, hasEquipment: true }
  const company = fewerStrangers(simulateCompany({ ...options, ...rules, startDay, timeOffFrom: today }))
  const now = startedAt.getTime()
  const firstLiveDay = after(lastClosedDay(company, now), 1)
  const until = after(latestOpenDay(company, now), BOOKED_AHEAD_DAYS)
  return {
    file: companyImportFile(company, { plansFrom: startDay, plansTo: until }),
    until,
    sourceIds: [...sourcesOf(company), TIME_OFF_SOURCE],
    async sendHistory(api, onProgress) {
      const client = clientOf(api)
      await setUpBuildings(client, company, until)
      await setUpGroups(client, company)
      // One day at a time, so that its progress is awaited.
      const [first, last] = [dayNumber(startDay), dayNumber(lastClosedDay(company, now))]
      const ids = findIds(company, await readDirectory(client, api.signal))
      for (let day = first; day <= last; day += 1) {
        await onProgress(day - first, last - first + 1)
        await runHistory(client, company, { fromDay: dayText(day), toDay: dayText(day), ids, signal: api.signal })
      }
    },
    async sendUntilNow(api, since) {
      const client = clientOf(api)
      const caughtUp = new AbortController()
      const signal = AbortSignal.any([api.signal, caughtUp.signal])
      const earliest = since ? after(since.toISOString().slice(0, 10), -LATEST_DELIVERY_DAYS) : firstLiveDay
      await runLive(client, company, {
        fromDay: earliest > firstLiveDay ? earliest : firstLiveDay,
        ...(since ? { dueAfter: since.getTime() } : {}),
        // People and buildings that were renamed or removed meanwhile are left out.
        ids: findIds(company, await readDirectory(client, api.signal)),
        now: () => Math.min(Date.now(), Date.parse(until + LAST_HOUR)),
        signal,
        onCaughtUp: () => caughtUp.abort(),
      })
      api.signal.throwIfAborted()
      if (since) return
      await requireCheckIn(client, company)
      await giveBuilding(client, api.userId, company)
    },
  }
}

/** One badge that no one knows refuses enough events to show the quarantine. */
const fewerStrangers = (company: Company): Company => ({ ...company, unknownBadges: company.unknownBadges.slice(0, 1) })

/** Returns the buildings with their ids. */
const buildingsOf = async (client: RollcallClient, { offices }: Company) => {
  const { nodes } = await readDirectory(client)
  return offices.flatMap((office) => {
    const locationId = nodes.location.get(JSON.stringify([office.name]))
    return locationId === undefined ? [] : [{ ...office, locationId }]
  })
}

/** Days after the last one on which people come have plans, but conclude no no-shows. */
const setUpBuildings = async (client: RollcallClient, company: Company, presenceUntil: string) => {
  for (const { country, locationId } of await buildingsOf(client, company)) {
    await client.updateLocation({ locationId }, { presenceUntil })
    if (country === null) continue
    const { fileName: calendarName, text } = holidayCalendar(country)
    await client.importHolidays({ locationId }, { calendar: text, calendarName })
  }
}

/** Sets the policies, and shares the zones out among the departments. */
const setUpGroups = async (client: RollcallClient, { policies, startDay, departments }: Company) => {
  const { nodes } = await readDirectory(client)
  const zoneIds = [...nodes.zone.values()]
  for await (const { groupId, groupName, groupType } of client.readGroups()) {
    const policy = policies.find((each) => each.groupName === groupName && each.groupType === groupType)
    if (policy) await client.setPolicy({ groupId, day: startDay }, policy.rule)
    const department = groupType === 'department' ? departments.findIndex(({ name }) => name === groupName) : -1
    const own = zoneIds.filter((_, index) => index % departments.length === department)
    if (own.length > 0) await client.setGroupZones({ groupId }, { zoneIds: own })
  }
}

/** From now on only: what past bookings became is known. */
const requireCheckIn = async (client: RollcallClient, company: Company) => {
  for (const { checkInBy, locationId } of await buildingsOf(client, company)) {
    if (checkInBy !== null) await client.updateLocation({ locationId }, { checkInMode: 'by-time', checkInBy })
  }
}

/** The administrator works in the first building meanwhile, so that their own pages have one. */
const giveBuilding = async (client: RollcallClient, userId: string | null, company: Company) => {
  if (userId === null) return
  const { primaryLocationId } = await client.getUser({ userId })
  const [building] = await buildingsOf(client, company)
  if (primaryLocationId === null && building) {
    await client.updateUser({ userId }, { primaryLocationId: building.locationId })
  }
}
