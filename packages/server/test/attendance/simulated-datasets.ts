import type { LocationRow } from '@rollcall/contract'
import type { DayRange, HeadcountDayTruth, OccupancyDayTruth, TruthRow } from '../../../simulator/src/index.ts'
import { type Home, rowsOf } from './simulated-support.ts'

/** The datasets whose rows each belong to a building and day, as rows of the truth. */
type DailyTruth = HeadcountDayTruth | OccupancyDayTruth | Extract<TruthRow, { type: 'visit' }>

/** The truth of these datasets at some buildings. */
export const trueDays = (truth: readonly TruthRow[], locations: readonly LocationRow[]): DailyTruth[] => {
  const names = new Set(locations.map(({ locationName }) => locationName))
  const rows = [...rowsOf(truth, 'headcountDay'), ...rowsOf(truth, 'occupancyDay'), ...rowsOf(truth, 'visit')]
  return rows.filter(({ locationName }) => names.has(locationName))
}

/** The values of one field by hour: null if all of them are. */
const byHour = (values: readonly (number | null)[]): number[] | null => {
  if (values.every((value) => value === null)) return null
  return values.map((value) => value ?? Number.NaN)
}

/** The published or live rows of the same days and buildings, in the form of the truth. */
export const storedDays = async (
  { client }: Home,
  { fromDay, toDay }: DayRange,
  locations: readonly LocationRow[],
): Promise<DailyTruth[]> => {
  const query = {
    ...{ startDate: fromDay, endDate: toDay, locationIds: locations.map(({ locationId }) => locationId).join(',') },
  }
  const headcount = Map.groupBy(await Array.fromAsync(client.readHeadcount(query)), ({ day, nodeId }) => `${day} ${nodeId}`)
  const occupancy = Map.groupBy(await Array.fromAsync(client.readOccupancy(query)), ({ day, nodeId }) => `${day} ${nodeId}`)
  const visits = await Array.fromAsync(client.readVisits(query))
  return [
    ...[...headcount.values()].map((rows): HeadcountDayTruth => {
      const hours = Array.from({ length: 24 }, (_, hour) => rows.find((row) => row.hour === hour) as (typeof rows)[number])
      const [{ day, locationName, levelName, zoneName, planned, booked, capacity }] = hours as [(typeof rows)[number]]
      return {
        ...{ type: 'headcountDay', day, locationName, levelName, zoneName, planned, booked, capacity },
        people: byHour(hours.map(({ people }) => people)),
        visitors: byHour(hours.map(({ visitors }) => visitors)),
      }
    }),
    ...[...occupancy.values()].map((rows): OccupancyDayTruth => {
      const [{ day, locationName, levelName, zoneName, placeName, spaceName }] = rows as [(typeof rows)[number]]
      const hours = rows
        .map(({ hour, samples, occupiedMinutes, minCount, maxCount, averageCount }) => ({
          ...{ hour, samples, occupiedMinutes: occupiedMinutes ?? Number.NaN, minCount, maxCount, averageCount },
        }))
        .sort((a, b) => a.hour - b.hour)
      return { type: 'occupancyDay', day, locationName, levelName, zoneName, placeName, spaceName, hours }
    }),
    ...visits.map(
      ({ visitId: _id, locationId: _location, hostUserId: _host, createdAt: _created, ...visit }) =>
        ({ type: 'visit', ...visit }) as DailyTruth,
    ),
  ]
}

/** The days of the buildings, and what policies required of people in the weeks of the range. */
export const storedCalendar = async ({ client }: Home, { fromDay, toDay }: DayRange) => {
  const query = { startDate: fromDay, endDate: toDay }
  const users = new Map((await Array.fromAsync(client.readUsers())).map(({ userId, userName }) => [userId, userName]))
  const days = await Array.fromAsync(client.readCalendar(query))
  const weeks = await Array.fromAsync(client.readPolicyWeeks(query))
  return {
    days: days.map(({ locationId: _id, updatedAt: _at, ...row }) => ({ type: 'calendarDay', ...row })),
    weeks: weeks.map(({ userId, primaryLocationId: _location, primaryGroupId: _group, policyGroupId: _policy, ...row }) => ({
      ...{ type: 'policyWeek', ...row, userName: users.get(userId) ?? userId },
    })),
  }
}

/** Groups, members and desks of today. */
export const storedDirectory = async ({ client }: Home) => {
  const users = new Map((await Array.fromAsync(client.readUsers())).map(({ userId, userName }) => [userId, userName]))
  const members = await Array.fromAsync(client.readGroupMembers())
  const ancestors = await Array.fromAsync(client.readGroupClosure())
  const desks = await Array.fromAsync(client.readDeskHistory())
  return {
    rows: [
      ...members.map(({ groupName, groupType, userId }) => ({
        ...{ type: 'groupMember', groupName, groupType, userName: users.get(userId) ?? userId },
      })),
      ...ancestors.map(({ ancestorGroupName, groupName, depth }) => ({
        ...{ type: 'groupAncestor', ancestorGroupName, groupName, depth },
      })),
      ...desks.map(({ locationName, levelName, zoneName, deskName, assignedUserId }) => ({
        ...{ type: 'desk', locationName, levelName, zoneName, deskName },
        assignedUserName: assignedUserId === null ? null : (users.get(assignedUserId) ?? assignedUserId),
      })),
    ],
    /** The ends of all periods: none has ended. */
    ends: new Set([...members, ...desks].map(({ validTo }) => validTo)),
  }
}
