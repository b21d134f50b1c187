import type { AttendanceRow, SegmentChange } from '@rollcall/contract'
import type { RollcallClient } from '../../../client/src/index.ts'
import { type DayRange, dayNumber, dayText, type UserDayTruth } from '../../../simulator/src/index.ts'

/** Days of one call: the last is 30 days after the first. */
const WINDOW_DAYS = 31

/** A range in windows that can be asked for, one after the other. */
export const windowsOf = ({ fromDay, toDay }: DayRange): { startDate: string; endDate: string }[] => {
  const windows = []
  for (let day = dayNumber(fromDay); day <= dayNumber(toDay); day += WINDOW_DAYS) {
    windows.push({ startDate: dayText(day), endDate: dayText(Math.min(day + WINDOW_DAYS - 1, dayNumber(toDay))) })
  }
  return windows
}

/** One after the other, as an integrator loads them. */
export const inTurn = async <T, R>(items: readonly T[], read: (item: T) => AsyncIterable<R>): Promise<R[]> => {
  const all: R[] = []
  for (const item of items) for await (const row of read(item)) all.push(row)
  return all
}

/** Sorts rows so that the form of the request does not matter. */
export const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

type Comparable = Pick<
  UserDayTruth,
  | 'day'
  | 'userName'
  | 'plan'
  | 'bookingDepth'
  | 'bookingLocation'
  | 'attendanceType'
  | 'attendanceLocation'
  | 'firstSeenAtAttendance'
  | 'lastSeenAtAttendance'
  | 'presenceMinutes'
  | 'attendanceReason'
  | 'planOrigin'
  | 'dayType'
>

/** The fields of a user and day that both the truth and the warehouse have. */
export const comparableTruth = (truth: UserDayTruth): Comparable => ({
  ...{ day: truth.day, userName: truth.userName, plan: truth.plan, bookingDepth: truth.bookingDepth },
  ...{ bookingLocation: truth.bookingLocation, attendanceType: truth.attendanceType },
  ...{ attendanceLocation: truth.attendanceLocation, firstSeenAtAttendance: truth.firstSeenAtAttendance },
  ...{ lastSeenAtAttendance: truth.lastSeenAtAttendance, presenceMinutes: truth.presenceMinutes },
  ...{ attendanceReason: truth.attendanceReason, planOrigin: truth.planOrigin, dayType: truth.dayType },
})

export const comparableRow = (row: AttendanceRow, userNames: ReadonlyMap<string, string>): Comparable => ({
  ...{ day: row.day.slice(0, 10), userName: userNames.get(row.userId) ?? row.userId, plan: row.plan },
  ...{ bookingDepth: row.bookingDepth as Comparable['bookingDepth'], bookingLocation: row.bookingLocationName },
  ...{ attendanceType: row.attendanceType, attendanceLocation: row.attendanceLocationName },
  ...{ firstSeenAtAttendance: row.firstSeenAt, lastSeenAtAttendance: row.lastSeenAt, presenceMinutes: row.presenceMinutes },
  attendanceReason: row.attendanceReason as Comparable['attendanceReason'],
  planOrigin: row.planOrigin as Comparable['planOrigin'],
  dayType: row.dayType as Comparable['dayType'],
})

/** The rows of one segment of the change feed. */
export const readSegment = (client: RollcallClient, { dataset, day, locationId }: SegmentChange) => {
  const days = { startDate: day, endDate: day }
  const where = locationId ?? 'none'
  const question = { ...days, locationIds: where }
  const reads: Record<SegmentChange['dataset'], () => AsyncIterable<object>> = {
    'user-booking-attendance': () => client.readAttendance({ ...days, locationId: where }),
    presence: () => client.readPresence(question),
    headcount: () => client.readHeadcount(question),
    occupancy: () => client.readOccupancy(question),
    visits: () => client.readVisits(question),
    'policy-weeks': () => client.readPolicyWeeks(question),
  }
  return Array.fromAsync(reads[dataset]())
}

/** The copy that an integrator keeps: rows by segment, and the position in the change feed. */
export const openCopy = (client: RollcallClient) => {
  const segments = new Map<string, readonly object[]>()
  let cursor: string | undefined
  return {
    /** Reads what was published since, puts it in place of what was there, and says what it was. */
    async catchUp(): Promise<SegmentChange[]> {
      const published: SegmentChange[] = []
      for (let hasMore = true; hasMore; ) {
        const answer = await client.readChanges(cursor === undefined ? {} : { cursor })
        for (const segment of answer.segments) {
          segments.set(`${segment.dataset} ${segment.day} ${segment.locationId}`, await readSegment(client, segment))
        }
        published.push(...answer.segments)
        ;({ cursor, hasMore } = answer)
      }
      return published
    },
    rowsOf: (dataset: SegmentChange['dataset']): object[] =>
      [...segments].flatMap(([key, rows]) => (key.startsWith(`${dataset} `) ? rows : [])),
  }
}
