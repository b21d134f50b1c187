import { type ImportFile, importedFields, LOCATION_FIELDS } from '@rollcall/contract'
import { mapInTurns } from '../../platform/jobs/in-turns.ts'
import { ianaTimeZone } from '../../platform/time/time-zone.ts'
import {
  below,
  type CheckContext,
  columnsOfFields,
  type Identified,
  identify,
  listed,
  type Row,
  resolve,
} from './import-context.ts'
import { parentOf } from './import-register.ts'

const givenColumns = columnsOfFields(importedFields(LOCATION_FIELDS))

type FileLocation = NonNullable<ImportFile['locations']>[number]
type FileLevel = NonNullable<FileLocation['levels']>[number]
type FileZone = NonNullable<FileLevel['zones']>[number]
type FilePlace = NonNullable<FileZone['places']>[number]

export interface LocationRows {
  readonly locations: Row[]
  readonly levels: Row[]
  readonly zones: Row[]
  readonly spaces: Row[]
  readonly parkingBays: Row[]
  /** Time zones of the file's locations by id. */
  readonly timeZones: Map<string, string>
  /** Written after the users, who may be assigned to them. */
  readonly places: Identified<FilePlace>[]
}

/** Assigns all nodes their ids and checks what concerns only them. */
export const checkLocations = async (context: CheckContext, file: ImportFile): Promise<LocationRows> => {
  const { directory } = context
  const found = listed(file.locations, '/locations').map((entry) => ({ ...entry, parent: '', path: [entry.item.name] }))
  const locations = await identify(context, directory.locations, found)
  const levels = await identify(
    context,
    directory.levels,
    below(locations, 'levels', ({ levels }) => levels),
  )
  const zones = await identify(
    context,
    directory.zones,
    below(levels, 'zones', ({ zones }) => zones),
  )
  const places = await identify(
    context,
    directory.places,
    below(zones, 'places', ({ places }) => places),
  )
  refuseOtherBuildings(context, places)
  const spaces = await identify(
    context,
    directory.spaces,
    below(levels, 'spaces', ({ spaces }) => spaces),
  )
  const bays = await identify(
    context,
    directory.parkingBays,
    below(locations, 'parkingBays', ({ parkingBays }) => parkingBays),
  )
  const locationRows = await mapInTurns(locations, (location) => locationRow(context, location))
  return {
    locations: locationRows,
    levels: levels.map(({ id, parent, item: { name, ordinal, status } }) => ({ id, location_id: parent, name, ordinal, status })),
    zones: await mapInTurns(zones, (zone) => zoneRow(context, zone)),
    spaces: spaces.map(({ id, parent, item: { name, type, capacity, status } }) => {
      return { id, level_id: parent, name, type, capacity, status }
    }),
    parkingBays: bays.map(({ id, parent, item: { name, status } }) => ({ id, location_id: parent, name, status })),
    timeZones: new Map(locationRows.map(({ id, time_zone }) => [id, time_zone])),
    places,
  }
}

/** A desk may move to another zone or level of its building, and to no other building. */
const refuseOtherBuildings = ({ directory, errors }: CheckContext, places: readonly Identified<FilePlace>[]): void => {
  const buildingOf = (zoneId: string) => parentOf(directory.levels, parentOf(directory.zones, zoneId) ?? '')
  for (const { id, pointer, parent } of places) {
    const before = directory.places.stored.get(id)?.parent
    if (before === undefined || before === parent || buildingOf(before) === buildingOf(parent)) continue
    const text = 'is the id of a place in another building; make that one inactive and leave out the id'
    errors.add(`${pointer}/id`, 'parent_changed', text)
  }
}

const locationRow = ({ errors }: CheckContext, { id, pointer, item }: Identified<FileLocation>) => {
  const timeZone = ianaTimeZone(item.timeZone)
  if (timeZone === undefined) {
    errors.add(`${pointer}/timeZone`, 'invalid_time_zone', 'is not an IANA time zone, such as Europe/Berlin')
  }
  return { id, name: item.name, ...givenColumns(item), time_zone: timeZone ?? 'UTC', status: item.status }
}

/** A neighborhood without a capacity gets its number of active places; one that has a capacity keeps it. */
const zoneRow = ({ directory, errors }: CheckContext, { id, pointer, parent, item }: Identified<FileZone>) => {
  const stored = directory.zones.stored.get(id)?.capacity ?? null
  let { capacity } = item
  if (item.kind === 'neighborhood' && (capacity === null || (capacity === undefined && stored === null))) {
    capacity = (item.places ?? []).filter((place) => place?.status !== 'inactive').length
    if (capacity === 0) {
      errors.add(`${pointer}/capacity`, 'capacity_missing', 'a neighborhood needs a capacity, or places to count')
    }
  }
  return { id, level_id: parent, name: item.name, kind: item.kind, capacity, status: item.status }
}

export const placeRow = (context: CheckContext, { id, pointer, parent, item }: Identified<FilePlace>): Row => {
  const { name, status, x, y, amenities, screens } = item
  const assigned = resolve(context, context.directory.users, item.assignedUser, `${pointer}/assignedUser`)
  return { id, zone_id: parent, name, status, x, y, amenities, screens, assigned_user_id: assigned }
}
