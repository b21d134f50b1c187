import type { ExpectedCounts } from '../day/types.ts'
import type { AttendanceReason, AttendanceType, PlanOrigin } from './attendance.ts'
import type { CalendarDayTruth, PolicyWeekTruth } from './calendar-rows.ts'
import type { DayType } from './day-type.ts'

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
  attendanceReason: AttendanceReason | null
  planOrigin: PlanOrigin | null
  attendanceLocation: string | null
  /** First and last seen at the attendance location. */
  firstSeenAtAttendance: string | null
  lastSeenAtAttendance: string | null
  /** Whole minutes between them. */
  presenceMinutes: number | null
  /** First and last seen anywhere. */
  firstSeen: string | null
  lastSeen: string | null
  offices: { locationName: string; firstSeen: string; lastSeen: string }[]
  /** At the building that the row belongs to: booked, else seen, else the primary one. */
  dayType: DayType
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

/** Names that together identify a building, or a level or zone of it. */
export interface NodeNames {
  locationName: string
  levelName: string | null
  zoneName: string | null
}

/** How many were at a building, level or zone at the same time: 24 numbers, one for each hour of local time. */
export interface HeadcountDayTruth extends NodeNames {
  type: 'headcountDay'
  day: string
  /** Null where no presence is reported. */
  people: number[] | null
  /** Null for levels and zones, like `planned`. */
  visitors: number[] | null
  planned: number | null
  booked: number
  capacity: number
}

/** What the sensors of a desk or room reported, by hour of local time in which it reported or was occupied. */
export interface OccupancyDayTruth extends NodeNames {
  type: 'occupancyDay'
  day: string
  placeName: string | null
  spaceName: string | null
  hours: OccupancyHour[]
}

export interface OccupancyHour {
  hour: number
  samples: number
  occupiedMinutes: number
  minCount: number | null
  maxCount: number | null
  averageCount: number | null
}

export interface VisitTruth {
  type: 'visit'
  day: string
  locationName: string
  visitType: 'expected' | 'walkIn'
  status: 'expected' | 'arrived' | 'departed'
  visitorName: string
  visitorEmail: string | null
  visitorType: string
  /** Null if the visitor did not come. */
  badgeNumber: string | null
  hostUserName: string | null
  expectedAt: string | null
  arrivedAt: string | null
  departedAt: string | null
}

/** A membership that began with the import. */
export interface GroupMemberTruth {
  type: 'groupMember'
  groupName: string
  groupType: string
  userName: string
}

/** A group with itself, or with one above it. */
export interface GroupAncestorTruth {
  type: 'groupAncestor'
  ancestorGroupName: string
  groupName: string
  depth: number
}

/** Where a desk is and whose it is, since the import. */
export interface DeskTruth {
  type: 'desk'
  locationName: string
  levelName: string
  zoneName: string
  deskName: string
  assignedUserName: string | null
}

export type DirectoryTruth = GroupMemberTruth | GroupAncestorTruth | DeskTruth

export type TruthRow =
  | UserDayTruth
  | SourceDayTruth
  | VisitDayTruth
  | VisitTruth
  | GatheringTruth
  | ParkingTruth
  | HeadcountDayTruth
  | OccupancyDayTruth
  | CalendarDayTruth
  | PolicyWeekTruth
  | DirectoryTruth
