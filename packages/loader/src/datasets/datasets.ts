import { ENDPOINTS, MAX_EVENT_RANGE_DAYS, MAX_RANGE_DAYS, type SegmentDataset } from '@rollcall/contract'
import { type LoadedColumn, loadedColumns } from './columns.ts'

interface Common {
  /** Last part of its path, used as its name. */
  readonly name: string
  /** Target table or folder. */
  readonly table: string
  readonly columns: readonly LoadedColumn[]
  /** Unique columns. For presence the UTC date of `timestamp` also belongs to the key. */
  readonly key: readonly string[]
}

/** A dataset that is read as a whole. */
interface DirectoryDataset extends Common {
  readonly kind: 'directory'
  readonly operation:
    | 'readUsers'
    | 'readGroups'
    | 'readLocations'
    | 'readDesks'
    | 'readSpaces'
    | 'readGroupMembers'
    | 'readGroupClosure'
    | 'readDeskHistory'
}

/** A dataset published by day and location, whose changes are in the change feed. */
export interface PublishedDataset extends Common {
  readonly kind: 'published'
  readonly operation: 'readAttendance' | 'readPresence' | 'readHeadcount' | 'readOccupancy' | 'readVisits' | 'readPolicyWeeks'
  readonly dataset: SegmentDataset
  /** Query parameter of the location. */
  readonly locationParameter: 'locationId' | 'locationIds'
  /** The first non-null of these columns is the location of a row (contract §4). */
  readonly locationColumns: readonly string[]
  readonly maxDays: number
}

/** A dataset that is read by day, for all locations together. */
export interface DatedDataset extends Common {
  readonly kind: 'dated'
  readonly operation: 'readEvents' | 'readCalendar' | 'readParkingBookings' | 'readUserChangeLog' | 'readAuditLog'
  /** Maximum number of days per request. */
  readonly maxDays: number
}

export type LoadedDataset = DirectoryDataset | PublishedDataset | DatedDataset

const columnsOf = (operation: LoadedDataset['operation']): LoadedColumn[] => loadedColumns(ENDPOINTS[operation].response)

const directory = (name: string, operation: DirectoryDataset['operation'], ...key: string[]): DirectoryDataset => ({
  ...{ kind: 'directory', name, table: name.replaceAll('-', '_'), operation, columns: columnsOf(operation), key },
})

export const DIRECTORY: readonly DirectoryDataset[] = [
  directory('locations', 'readLocations', 'location_id'),
  directory('groups', 'readGroups', 'group_id'),
  directory('users', 'readUsers', 'user_id'),
  directory('desks', 'readDesks', 'desk_id'),
  directory('spaces', 'readSpaces', 'space_id'),
  directory('group-members', 'readGroupMembers', 'group_id', 'user_id', 'valid_from'),
  directory('group-closure', 'readGroupClosure', 'ancestor_group_id', 'group_id'),
  directory('desk-history', 'readDeskHistory', 'desk_id', 'valid_from'),
]

export const ATTENDANCE: PublishedDataset = {
  kind: 'published',
  name: 'user-booking-attendance',
  dataset: 'user-booking-attendance',
  table: 'user_booking_attendance',
  operation: 'readAttendance',
  columns: columnsOf('readAttendance'),
  key: ['user_id', 'day'],
  locationParameter: 'locationId',
  locationColumns: ['booking_location_id', 'attendance_location_id', 'primary_location_id'],
  maxDays: MAX_RANGE_DAYS + 1,
}

export const PRESENCE: PublishedDataset = {
  kind: 'published',
  name: 'presence',
  dataset: 'presence',
  table: 'presence',
  operation: 'readPresence',
  columns: columnsOf('readPresence'),
  key: ['source_id', 'event_id'],
  locationParameter: 'locationIds',
  locationColumns: ['location_id'],
  maxDays: MAX_RANGE_DAYS + 1,
}

const daily = (
  dataset: SegmentDataset,
  operation: PublishedDataset['operation'],
  key: readonly string[],
  locationColumn = 'location_id',
): PublishedDataset => ({
  ...{
    kind: 'published',
    name: dataset,
    dataset,
    table: dataset.replaceAll('-', '_'),
    operation,
    columns: columnsOf(operation),
    key,
  },
  ...{ locationParameter: 'locationIds', locationColumns: [locationColumn], maxDays: MAX_RANGE_DAYS + 1 },
})

export const PUBLISHED: readonly PublishedDataset[] = [
  ATTENDANCE,
  PRESENCE,
  daily('headcount', 'readHeadcount', ['day', 'hour', 'node_id']),
  daily('occupancy', 'readOccupancy', ['day', 'hour', 'node_id']),
  daily('visits', 'readVisits', ['visit_id', 'day']),
  daily('policy-weeks', 'readPolicyWeeks', ['user_id', 'day', 'first_day'], 'primary_location_id'),
]

const EVENTS: DatedDataset = {
  ...{ kind: 'dated', name: 'events', table: 'events', operation: 'readEvents', columns: columnsOf('readEvents') },
  ...{ key: ['event_id'], maxDays: MAX_EVENT_RANGE_DAYS + 1 },
}

/** The calendar of a day that is over seldom changes, and its rows are few. */
const CALENDAR: DatedDataset = {
  ...{ kind: 'dated', name: 'calendar', table: 'calendar', operation: 'readCalendar', columns: columnsOf('readCalendar') },
  ...{ key: ['day', 'location_id'], maxDays: MAX_EVENT_RANGE_DAYS + 1 },
}

const PARKING: DatedDataset = {
  ...{ kind: 'dated', name: 'parking-bookings', table: 'parking_bookings', operation: 'readParkingBookings' },
  ...{ columns: columnsOf('readParkingBookings'), key: ['parking_booking_id'], maxDays: MAX_RANGE_DAYS + 1 },
}

/** Requested for the users of the directory, in lists of the maximum length. */
export const CHANGE_LOG: DatedDataset = {
  ...{ kind: 'dated', name: 'change-log', table: 'user_change_log', operation: 'readUserChangeLog' },
  ...{ columns: columnsOf('readUserChangeLog'), key: ['action_id', 'user_id', 'day', 'action'], maxDays: MAX_RANGE_DAYS + 1 },
}

const AUDIT_LOG: DatedDataset = {
  ...{ kind: 'dated', name: 'audit-log', table: 'audit_log', operation: 'readAuditLog' },
  ...{ columns: columnsOf('readAuditLog'), key: ['entry_no'], maxDays: MAX_RANGE_DAYS + 1 },
}

export const DATED: readonly DatedDataset[] = [EVENTS, CALENDAR, PARKING, CHANGE_LOG, AUDIT_LOG]

/** Datasets that are loaded by day and can be chosen. The directory is always loaded. */
export const DAILY: readonly (PublishedDataset | DatedDataset)[] = [...PUBLISHED, ...DATED]

/** Bookings of future days: rows like those of attendance, in a separate table that every poll replaces. */
export const FUTURE_TABLE = 'future_bookings'
