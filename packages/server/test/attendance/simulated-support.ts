import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import {
  type Company,
  companyImportFile,
  type DayRange,
  type GatheringTruth,
  holidayCalendar,
  type ParkingTruth,
  readDirectory,
  resolveIds,
  runHistory,
  sendTimeOff,
  type Tally,
  type TruthRow,
  type UserDayTruth,
  type VisitDayTruth,
} from '../../../simulator/src/index.ts'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { importHolidays } from '../../src/planning/calendar/calendar-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { setPolicy } from '../../src/warehouse/policies/policy-service.ts'

/** The columns of the truth that attendance has too. */
export type Compared = Omit<UserDayTruth, 'type' | 'firstSeen' | 'lastSeen' | 'offices'> & {
  readonly locations: readonly string[]
}

export const comparedTruth = (truth: UserDayTruth): Compared => {
  const { type: _type, firstSeen: _first, lastSeen: _last, offices, ...row } = truth
  const inOrder = offices.toSorted((a, b) => (a.firstSeen < b.firstSeen ? -1 : 1))
  return { ...row, locations: inOrder.map(({ locationName }) => locationName) }
}

/** Rows of one type. */
export const rowsOf = <T extends TruthRow['type']>(truth: readonly TruthRow[], type: T) =>
  truth.filter((row): row is Extract<TruthRow, { type: T }> => row.type === type)

/** Sorts rows so that their origin does not matter. */
export const sorted = <T extends object>(rows: readonly T[]): T[] => {
  const keyed = rows.map((row) => ({ row, key: JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
}

/** The counts of each source over all days. */
export const sourcesOf = (truth: readonly TruthRow[]): Tally['bySource'] => {
  const sums: Tally['bySource'] = {}
  for (const { sourceId, ...row } of rowsOf(truth, 'sourceDay')) {
    const sum = sums[sourceId] ?? { accepted: 0, duplicate: 0, refused: 0 }
    sums[sourceId] = sum
    for (const field of ['accepted', 'duplicate', 'refused'] as const) sum[field] += row[field]
  }
  return sums
}

/** A company that is imported, plans included, and the service it lives in. */
export interface Home {
  readonly orgId: string
  readonly client: RollcallClient
  readonly service: TestService
}

export const moveIn = async (service: TestService, company: Company, { fromDay, toDay }: DayRange): Promise<Home> => {
  const { id: orgId, keys } = await service.createOrganization()
  await importDirectory(service.database.db, orgId, companyImportFile(company, { plansFrom: fromDay, plansTo: toDay }))
  return { orgId, service, client: createClient({ baseUrl: service.baseUrl, key: keys['all-permissions'] }) }
}

/** Gives the buildings the holidays that the company keeps. */
export const importCalendars = async ({ orgId, service, client }: Home, { offices }: Company): Promise<void> => {
  const actor = { changedBy: 'administrator', userId: null } as const
  for await (const { locationId, locationName } of client.readLocations()) {
    const country = offices.find(({ name }) => name === locationName)?.country
    if (country) await importHolidays(service.database.db, { orgId, locationId, actor }, holidayCalendar(country).text)
  }
}

/** Sets the policies of the company. */
export const setPolicies = async (
  { orgId, service, client }: Home,
  { policies, startDay: validFrom }: Company,
): Promise<void> => {
  for await (const { groupId, groupName, groupType } of client.readGroups()) {
    const policy = policies.find((each) => each.groupName === groupName && each.groupType === groupType)
    if (policy) await setPolicy(service.database.db, orgId, { groupId, validFrom, ...policy.rule })
  }
}

/** Does and sends everything, in order of delivery. */
export const live = ({ client }: Home, company: Company, range: DayRange): Promise<Tally> => runHistory(client, company, range)

/** Sends what is announced and called off on a day. */
export const announceTimeOff = async ({ client }: Home, company: Company, day: string): Promise<void> =>
  sendTimeOff(
    { client, ids: resolveIds(company, await readDirectory(client)), signal: undefined, onConflict: refuse },
    company,
    day,
  )

const refuse = () => {
  throw new Error('An announcement was refused.')
}

/** Says that the horizon engine has been here tonight: it books for the days ahead, whenever it happens to run. */
export const skipHorizonEngine = async ({ orgId, service }: Home): Promise<void> => {
  await service.database.pool.query(
    `insert into horizon_runs (org_id, location_id, local_day, started_at, ended_at, plans, bookings)
     select org_id, id, (now() at time zone time_zone)::date + n, now(), now(), 0, 0
     from locations
     cross join generate_series(0, 1) n
     where org_id = $1`,
    [orgId],
  )
}

/** Kinds of announcement that the service has recorded. */
export const recordedEventTypes = async ({ orgId, service }: Home): Promise<string[]> => {
  const { db } = service.database
  const rows = await db.selectFrom('time_off_events').select('event_type').distinct().where('org_id', '=', orgId).execute()
  return rows.map(({ event_type }) => event_type).sort()
}

/** Every row of attendance as integrators read it, with names for ids. */
export const storedAttendance = async ({ client }: Home, { fromDay, toDay }: DayRange): Promise<Compared[]> => {
  const users = await Array.fromAsync(client.readUsers())
  const locations = await Array.fromAsync(client.readLocations())
  const userNames = new Map(users.map(({ userId, userName }) => [userId, userName]))
  const names = new Map(locations.map(({ locationId, locationName }) => [locationId, locationName]))
  const rows = await Array.fromAsync(client.readAttendance({ startDate: fromDay, endDate: toDay }))
  return rows.map((row) => ({
    ...{ day: row.day.slice(0, 10), userName: userNames.get(row.userId) ?? row.userId, plan: row.plan },
    plannedLocation: names.get(row.plannedLocationId ?? '') ?? row.plannedLocationId,
    bookingDepth: row.bookingDepth as Compared['bookingDepth'],
    ...{ bookingLocation: row.bookingLocationName, attendanceType: row.attendanceType },
    attendanceReason: row.attendanceReason as Compared['attendanceReason'],
    planOrigin: row.planOrigin as Compared['planOrigin'],
    attendanceLocation: row.attendanceLocationName,
    ...{ firstSeenAtAttendance: row.firstSeenAt, lastSeenAtAttendance: row.lastSeenAt, presenceMinutes: row.presenceMinutes },
    locations: row.locationIds.map((id) => names.get(id) ?? id),
    dayType: row.dayType as Compared['dayType'],
  }))
}

const allOf = async <T>(page: (cursor?: string) => Promise<{ items: T[]; nextCursor: string | null }>): Promise<T[]> => {
  const all: T[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, nextCursor }: { items: T[]; nextCursor: string | null } = await page(cursor)
    all.push(...items)
    cursor = nextCursor
  }
  return all
}

const pageOf = ({ fromDay, toDay }: DayRange, cursor?: string) => ({
  ...{ startDate: fromDay, endDate: toDay, limit: 1000 },
  ...(cursor === undefined ? {} : { cursor }),
})

export const storedVisits = async ({ client }: Home, range: DayRange): Promise<VisitDayTruth[]> => {
  const visits = await allOf((cursor) => client.listVisits(pageOf(range, cursor)))
  const groups = Map.groupBy(visits, ({ day, locationName }) => `${day} ${locationName}`)
  return [...groups.values()].map((here) => ({
    type: 'visitDay',
    ...{ day: here[0]?.day ?? '', locationName: here[0]?.locationName ?? '' },
    expected: here.filter(({ visitType }) => visitType === 'expected').length,
    walkIns: here.filter(({ visitType }) => visitType === 'walkIn').length,
    arrived: here.filter(({ arrivedAt }) => arrivedAt !== null).length,
    departed: here.filter(({ departedAt }) => departedAt !== null).length,
  }))
}

/** A key does not learn the names of private events. */
export const withoutPrivateNames = (
  rows: readonly GatheringTruth[],
): (Omit<GatheringTruth, 'eventName'> & { eventName: string | null })[] =>
  rows.map((row) => ({ ...row, eventName: row.isPrivate ? null : row.eventName }))

export const storedGatherings = async ({ client }: Home, range: DayRange) => {
  const listed = await allOf((cursor) => client.listEvents(pageOf(range, cursor)))
  const events = await Promise.all(listed.map(({ eventId }) => client.getEvent({ eventId })))
  return events.map((event) => ({
    ...{ type: 'gathering' as const, day: event.day, eventName: event.eventName, locationName: event.locationName },
    ...{ startsAt: event.startsAt, status: event.status, isPrivate: event.isPrivate },
    ...{ invited: event.invitedCount, accepted: event.acceptedCount, declined: event.declinedCount },
    attended: event.attendedCount,
  }))
}

/** Through the dataset, which integrators read. */
export const storedParking = async ({ client }: Home, { fromDay, toDay }: DayRange): Promise<ParkingTruth[]> => {
  const rows: ParkingTruth[] = []
  for await (const row of client.readParkingBookings({ startDate: fromDay, endDate: toDay })) {
    const { day, userName, locationName, status } = row
    if (status === 'booked') rows.push({ type: 'parking', day, userName, locationName })
  }
  return rows
}
