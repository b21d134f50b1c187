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
const DAYS = 28
/** The service counts announcements of time off under this name. */
const TIME_OFF_SOURCE = 'timeoff'
/** How far ahead people have booked; equals the default booking horizon of the service. */
const BOOKED_AHEAD_DAYS = 14

const after = (day: string, days: number) => dayText(dayNumber(day) + days)
const clientOf = ({ baseUrl, key, fetch }: SampleApi) => createClient({ baseUrl, key, fetch })

/** A small simulated company, which administrators can fill an empty organization with. */
export const sampleSource: SampleSource = (startedAt) => {
  const today = startedAt.toISOString().slice(0, 10)
  const startDay = after(today, -DAYS)
  const options = { seed: 1, employees: PEOPLE, offices: BUILDINGS, departments: DEPARTMENTS, companyName: 'Sample' }
  const company = simulateCompany({ ...options, startDay, timeOffFrom: today, keepsHolidays: true, hasPolicies: true })
  const now = startedAt.getTime()
  const plansTo = after(latestOpenDay(company, now), BOOKED_AHEAD_DAYS)
  return {
    file: companyImportFile(company, { plansFrom: startDay, plansTo }),
    sourceIds: [...sourcesOf(company), TIME_OFF_SOURCE],
    async sendHistory(api, onProgress) {
      const client = clientOf(api)
      await keepHolidays(client, company)
      await setPolicies(client, company)
      // One day at a time, so that its progress is awaited.
      const [first, last] = [dayNumber(startDay), dayNumber(lastClosedDay(company, now))]
      const ids = findIds(company, await readDirectory(client, api.signal))
      for (let day = first; day <= last; day += 1) {
        await onProgress(day - first, last - first + 1)
        await runHistory(client, company, { fromDay: dayText(day), toDay: dayText(day), ids, signal: api.signal })
      }
    },
    async sendToday(api) {
      const client = clientOf(api)
      const caughtUp = new AbortController()
      const signal = AbortSignal.any([api.signal, caughtUp.signal])
      const fromDay = after(lastClosedDay(company, now), 1)
      await runLive(client, company, { fromDay, signal, onCaughtUp: () => caughtUp.abort() })
      api.signal.throwIfAborted()
      await giveBuilding(client, api.userId, company)
    },
  }
}

const keepHolidays = async (client: RollcallClient, { offices }: Company) => {
  const { nodes } = await readDirectory(client)
  for (const { name, country } of offices) {
    const locationId = nodes.location.get(JSON.stringify([name]))
    if (country === null || locationId === undefined) continue
    const { fileName: calendarName, text } = holidayCalendar(country)
    await client.importHolidays({ locationId }, { calendar: text, calendarName })
  }
}

const setPolicies = async (client: RollcallClient, { policies, startDay }: Company) => {
  for await (const { groupId, groupName, groupType } of client.readGroups()) {
    const policy = policies.find((each) => each.groupName === groupName && each.groupType === groupType)
    if (policy) await client.setPolicy({ groupId, day: startDay }, policy.rule)
  }
}

/** The administrator works in the first building meanwhile, so that their own pages have one. */
const giveBuilding = async (client: RollcallClient, userId: string | null, { offices }: Company) => {
  if (userId === null) return
  const { primaryLocationId } = await client.getUser({ userId })
  const { nodes } = await readDirectory(client)
  const building = nodes.location.get(JSON.stringify([offices[0]?.name]))
  if (primaryLocationId === null && building) await client.updateUser({ userId }, { primaryLocationId: building })
}
