import { createClient, type RollcallClient } from '@rollcall/client'
import type { AttendanceRow, PresenceRow } from '@rollcall/contract'
import { dayNumber, dayText } from '@rollcall/simulator'
import { type ConnectionOptions, clientOptions, WAREHOUSE_KEYS } from '../connection.ts'
import { print } from '../output.ts'
import { suggestChecks } from './checks.ts'
import { readDayFacts } from './day-facts.ts'
import { findUser } from './find-user.ts'
import { presenceText } from './presence-text.ts'
import { explainAttendance } from './rule.ts'
import { readLocationNames } from './time-zones.ts'

export interface PresenceOptions extends ConnectionOptions {
  user: string
  day: string
  json?: boolean
}

/** Reads the rows of one day until that of the user, because attendance has no filter by user. */
const findAttendance = async (client: RollcallClient, userId: string, day: string): Promise<AttendanceRow | undefined> => {
  for await (const row of client.readAttendance({ startDate: day, endDate: day })) if (row.userId === userId) return row
  return undefined
}

/** `rollcall investigate presence`: the presence events of a user on a day, and the resulting attendance. */
export const investigatePresence = async ({ user: text, day, json, ...connection }: PresenceOptions): Promise<void> => {
  const client = createClient(clientOptions(connection, WAREHOUSE_KEYS))
  const { user } = await findUser(client, text)
  const locations = await readLocationNames(client)
  const zoneOf = (locationId: string): string => locations.get(locationId)?.timeZone ?? 'UTC'
  const nameOf = (locationId: string): string => locations.get(locationId)?.locationName ?? locationId
  const around = { startDate: dayText(dayNumber(day) - 1), endDate: dayText(dayNumber(day) + 1) }
  const all: PresenceRow[] = await Array.fromAsync(client.readPresence({ ...around, userIds: user.userId }))
  const [events, nearby] = [all.filter((event) => event.day === day), all.filter((event) => event.day !== day)]
  events.sort((a, b) => Number(a.timestamp > b.timestamp) - Number(a.timestamp < b.timestamp))
  const attendance = await findAttendance(client, user.userId, day)

  const rule = explainAttendance(attendance, events, zoneOf)
  const facts = await readDayFacts(client, user, { day, row: attendance, nameOf })
  const { planned, planOrigin, log, explanation } = facts
  const checks = await suggestChecks({ client, user, day, events, nearby, attendance, planned })
  const { userId, userName, email } = user
  const found = { user: { userId, userName, email }, day, events, attendance: attendance ?? null, rule, checks }
  const { plannedLocation = null, restatedAt = null, restatedBy = null } = explanation ?? {}
  const more = { planned, planOrigin, reporting: plannedLocation, log, restatedAt, restatedBy }
  print(json, { ...found, ...more }, () => presenceText({ user, day, events, attendance, facts, rule, checks, zoneOf }))
}
