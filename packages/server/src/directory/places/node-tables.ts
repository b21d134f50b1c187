import {
  type Level,
  LOCATION_FIELDS,
  type Location,
  type ParkingBay,
  type Place,
  type Space,
  type Zone,
} from '@rollcall/contract'
import type { EntityTable } from '../entities/entity-table.ts'
import { fieldColumns } from '../entities/field-columns.ts'

/** The name fields of a node's parents, from the joined tables `v` (level), `z` (zone) and `l` (location). */
const IN_LOCATION = { locationName: 'l.name' }
const IN_LEVEL = { levelName: 'v.name', locationId: 'v.location_id', ...IN_LOCATION }
const JOIN_LOCATION_OF_LEVEL = 'join locations l on l.org_id = v.org_id and l.id = v.location_id'
const JOIN_LEVEL = `join levels v on v.org_id = e.org_id and v.id = e.level_id ${JOIN_LOCATION_OF_LEVEL}`

export const LOCATIONS: EntityTable<Location> = {
  table: 'locations',
  named: 'building',
  idField: 'locationId',
  columns: {
    locationId: 'id',
    locationName: 'name',
    ...fieldColumns(LOCATION_FIELDS),
    timeZone: 'time_zone',
    status: 'status',
    bookingHorizonDays: 'booking_horizon_days',
    bookingWindowDays: 'booking_window_days',
    administratorWindowDays: 'administrator_window_days',
    refreshHour: 'refresh_hour',
    dayStartHour: 'day_start_hour',
    checkInMode: 'check_in_mode',
    checkInBy: 'check_in_by',
    workdayStartsAt: 'workday_starts_at',
    checkInMinutes: 'check_in_minutes',
    presenceFrom: 'presence_from',
    presenceUntil: 'presence_until',
  },
  order: [{ field: 'locationName', form: 'text' }],
}

export const LEVELS: EntityTable<Level> = {
  table: 'levels',
  named: 'level',
  idField: 'levelId',
  columns: { levelId: 'id', levelName: 'name', locationId: 'location_id', ordinal: 'ordinal', status: 'status' },
  joins: `join locations l on l.org_id = e.org_id and l.id = e.location_id
    left join level_floor_plans f on f.org_id = e.org_id and f.level_id = e.id`,
  joined: { floorPlanVersion: 'f.version', ...IN_LOCATION },
  order: [
    { field: 'locationId', form: 'uuid' },
    { field: 'levelName', form: 'text' },
  ],
}

export const ZONES: EntityTable<Zone> = {
  table: 'zones',
  named: 'zone',
  idField: 'zoneId',
  columns: {
    zoneId: 'id',
    zoneName: 'name',
    zoneType: 'kind',
    capacity: 'capacity',
    isOverflow: 'is_overflow',
    levelId: 'level_id',
    status: 'status',
  },
  joins: JOIN_LEVEL,
  joined: IN_LEVEL,
  order: [
    { field: 'levelId', form: 'uuid' },
    { field: 'zoneName', form: 'text' },
  ],
}

export const PLACES: EntityTable<Place> = {
  table: 'places',
  named: 'desk',
  idField: 'placeId',
  columns: {
    placeId: 'id',
    placeName: 'name',
    zoneId: 'zone_id',
    x: 'x',
    y: 'y',
    amenities: 'amenities',
    screens: 'screens',
    assignedUserId: 'assigned_user_id',
    status: 'status',
  },
  joins: `join zones z on z.org_id = e.org_id and z.id = e.zone_id
    join levels v on v.org_id = z.org_id and v.id = z.level_id ${JOIN_LOCATION_OF_LEVEL}`,
  joined: { zoneName: 'z.name', levelId: 'z.level_id', ...IN_LEVEL },
  order: [
    { field: 'zoneId', form: 'uuid' },
    { field: 'placeName', form: 'text' },
  ],
}

export const SPACES: EntityTable<Space> = {
  table: 'spaces',
  named: 'space',
  idField: 'spaceId',
  columns: {
    spaceId: 'id',
    spaceName: 'name',
    spaceType: 'type',
    capacity: 'capacity',
    levelId: 'level_id',
    status: 'status',
  },
  joins: JOIN_LEVEL,
  joined: IN_LEVEL,
  order: [
    { field: 'levelId', form: 'uuid' },
    { field: 'spaceName', form: 'text' },
  ],
}

export const PARKING_BAYS: EntityTable<ParkingBay> = {
  table: 'parking_bays',
  named: 'parking bay',
  idField: 'bayId',
  columns: { bayId: 'id', bayName: 'name', locationId: 'location_id', status: 'status' },
  joins: 'join locations l on l.org_id = e.org_id and l.id = e.location_id',
  joined: IN_LOCATION,
  order: [
    { field: 'locationId', form: 'uuid' },
    { field: 'bayName', form: 'text' },
  ],
}
