import type { ExpectedCounts } from '../day/types.ts'
import type { AttendanceType } from './attendance.ts'

/** The row that a service must compute for a user and local day, from plan, booking and valid presence events. */
export interface UserDayTruth {
  type: 'userDay'
  day: string
  userName: string
  plan: 'o' | 'r' | 'a' | null
  plannedLocation: string | null
  bookingDepth: 1 | 2 | 3 | null
  bookingLocation: string | null
  attendanceType: AttendanceType | null
  attendanceLocation: string | null
  /** First and last seen at the attendance location. */
  firstSeenAtAttendance: string | null
  lastSeenAtAttendance: string | null
  /** First and last seen anywhere. */
  firstSeen: string | null
  lastSeen: string | null
  offices: { locationName: string; firstSeen: string; lastSeen: string }[]
}

/** The counts that a service must have for a source after all deliveries of the day. */
export interface SourceDayTruth extends ExpectedCounts {
  type: 'sourceDay'
  day: string
  sourceId: string
}

/** Visitors of a building: announced by hosts, walk-ins, all arrivals, and recorded departures. */
export interface VisitDayTruth {
  type: 'visitDay'
  day: string
  locationName: string
  expected: number
  walkIns: number
  arrived: number
  departed: number
}

/** A workplace event; `attended` counts the invitees seen in the building on the day. */
export interface GatheringTruth {
  type: 'gathering'
  day: string
  eventName: string
  locationName: string
  startsAt: string
  status: 'scheduled' | 'cancelled'
  isPrivate: boolean
  invited: number
  accepted: number
  declined: number
  attended: number
}

/** A parking booking of a bay in a building. */
export interface ParkingTruth {
  type: 'parking'
  day: string
  userName: string
  locationName: string
}

export type TruthRow = UserDayTruth | SourceDayTruth | VisitDayTruth | GatheringTruth | ParkingTruth
