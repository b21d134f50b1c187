import { ENDPOINTS, MAX_EVENT_RANGE_DAYS, MAX_RANGE_DAYS, type SegmentDataset } from '@rollcall/contract'
import { type LoadedColumn, loadedColumns } from './columns.ts'

interface Common {
  /** The last part of its path: how people name it. */
  readonly name: string
  /** Table, or folder, that it is loaded into. */
  readonly table: string
  readonly columns: readonly LoadedColumn[]
  /** Columns that no two rows share. Presence counts the UTC date of `timestamp` besides. */
  readonly key: readonly string[]
}

/** Read as a whole. */
interface DirectoryDataset extends Common {
  readonly kind: 'directory'
  readonly operation: 'readUsers' | 'readGroups' | 'readLocations' | 'readDesks' | 'readSpaces'
}

/** Published by day and location, and told of by the change feed. */
export interface PublishedDataset extends Common {
  readonly kind: 'published'
  readonly operation: 'readAttendance' | 'readPresence'
  readonly dataset: SegmentDataset
  /** Query parameter that names the location. */
  readonly locationParameter: 'locationId' | 'locationIds'
  /** Columns of which the first that is not null is the location that a row belongs to (contract §4). */
  readonly locationColumns: readonly string[]
  readonly maxDays: number
}

/** Read by days, of all locations at once. */
export interface DatedDataset extends Common {
  readonly kind: 'dated'
  readonly operation: 'readEvents' | 'readParkingBookings' | 'readUserChangeLog'
  /** Days of one question at most. */
  readonly maxDays: number
}

export type LoadedDataset = DirectoryDataset | PublishedDataset | DatedDataset

const columnsOf = (operation: LoadedDataset['operation']): LoadedColumn[] => loadedColumns(ENDPOINTS[operation].response)

const directory = (name: string, operation: DirectoryDataset['operation'], key: string): DirectoryDataset => ({
  ...{ kind: 'directory', name, table: name, operation, columns: columnsOf(operation), key: [key] },
})

export const DIRECTORY: readonly DirectoryDataset[] = [
  directory('locations', 'readLocations', 'location_id'),
  directory('groups', 'readGroups', 'group_id'),
  directory('users', 'readUsers', 'user_id'),
  directory('desks', 'readDesks', 'desk_id'),
  directory('spaces', 'readSpaces', 'space_id'),
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

export const PUBLISHED: readonly PublishedDataset[] = [ATTENDANCE, PRESENCE]

const EVENTS: DatedDataset = {
  ...{ kind: 'dated', name: 'events', table: 'events', operation: 'readEvents', columns: columnsOf('readEvents') },
  ...{ key: ['event_id'], maxDays: MAX_EVENT_RANGE_DAYS + 1 },
}

const PARKING: DatedDataset = {
  ...{ kind: 'dated', name: 'parking-bookings', table: 'parking_bookings', operation: 'readParkingBookings' },
  ...{ columns: columnsOf('readParkingBookings'), key: ['parking_booking_id'], maxDays: MAX_RANGE_DAYS + 1 },
}

/** Asked for the users of the directory, so many at a time as an answer takes. */
export const CHANGE_LOG: DatedDataset = {
  ...{ kind: 'dated', name: 'change-log', table: 'user_change_log', operation: 'readUserChangeLog' },
  ...{ columns: columnsOf('readUserChangeLog'), key: ['action_id', 'user_id', 'day', 'action'], maxDays: MAX_RANGE_DAYS + 1 },
}

export const DATED: readonly DatedDataset[] = [EVENTS, PARKING, CHANGE_LOG]

/** Those that are loaded by days, and may be chosen; the directory is always loaded. */
export const DAILY: readonly (PublishedDataset | DatedDataset)[] = [...PUBLISHED, ...DATED]

/** Bookings of the days to come: rows as of attendance, in a table of their own that every poll replaces. */
export const FUTURE_TABLE = 'future_bookings'
