import type { ImportFile } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { derivedId } from '../../platform/sql/derived-id.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import type { LocalClock } from '../../platform/time/local-day.ts'
import { createRegister, type Register, type Stored } from './import-register.ts'

export interface StoredLocation extends Stored, LocalClock {}

export interface StoredZone extends Stored {
  readonly capacity: number | null
}

interface StoredPlace extends Stored {
  /** The first day in the zone, as far as it is known. */
  readonly since: string
}

/** A desk was in the zone from `since` up to and excluding `before`. */
interface FormerZone {
  readonly placeId: string
  readonly zoneId: string
  readonly since: string
  readonly before: string
}

export interface StoredGroup extends Stored {
  readonly parentId: string | null
  readonly origin: string
}

export interface StoredUser extends Stored {
  readonly primaryLocationId: string | null
  readonly primaryGroupId: string | null
}

/** Everything that an import can refer to: one register per kind. */
export interface Directory {
  readonly locations: Register<StoredLocation>
  readonly levels: Register
  readonly zones: Register<StoredZone>
  readonly places: Register<StoredPlace>
  /** The zones that desks have left, with their days. */
  readonly formerZones: ReadonlyMap<string, readonly FormerZone[]>
  readonly spaces: Register
  readonly parkingBays: Register
  readonly groups: Register<StoredGroup>
  readonly users: Register<StoredUser>
}

const rowsOf = async <R>(db: Db, statement: RawBuilder<R>): Promise<R[]> => (await statement.execute(db)).rows

const children = (db: Db, orgId: string, table: string, parent: string) =>
  rowsOf(db, sql<Stored>`select id, ${sql.ref(parent)} as parent, name, status from ${sql.table(table)} where org_id = ${orgId}`)

/** All strings of the file that may name a user, with the ids that new users would get. */
const userRefs = async (orgId: string, file: ImportFile): Promise<Set<string>> => {
  const refs = new Set<string>()
  const add = (ref: string | null | undefined) => ref && refs.add(ref)
  for await (const chunk of inTurns(file.users ?? [])) {
    for (const user of chunk) {
      if (!user) continue
      add(user.id)
      add(user.userName)
      if (user.id === undefined) add(derivedId(orgId, ['user', user.userName]))
    }
  }
  for await (const chunk of inTurns([...(file.dayPlans ?? []), ...(file.bookings ?? [])])) {
    for (const entry of chunk) add(entry?.user)
  }
  for await (const chunk of inTurns(file.events ?? [])) {
    for (const event of chunk) {
      add(event?.organizer)
      for (const invitation of event?.invitations ?? []) add(invitation?.user)
    }
  }
  const zones = (file.locations ?? []).flatMap((location) => location?.levels ?? []).flatMap((level) => level?.zones ?? [])
  for (const place of zones.flatMap((zone) => zone?.places ?? [])) add(place?.assignedUser)
  return refs
}

/** Reads only the users that the file names: there may be many more. */
const loadUsers = async (db: Db, orgId: string, file: ImportFile) => {
  const refs = [...(await userRefs(orgId, file))]
  const ids = refs.filter(isUuid)
  return rowsOf(
    db,
    sql<StoredUser>`
      select u.id, '' as parent, u.user_name as name, u.status, u.erased_at is not null as "isErased",
        u.primary_location_id as "primaryLocationId", u.primary_group_id as "primaryGroupId"
      from json_array_elements_text(${JSON.stringify(refs)}::json) as ref
      join users u on u.org_id = ${orgId} and u.user_name = ref
      union
      select u.id, '', u.user_name, u.status, u.erased_at is not null, u.primary_location_id, u.primary_group_id
      from json_array_elements_text(${JSON.stringify(ids)}::json) as ref
      join users u on u.org_id = ${orgId} and u.id = ref::uuid`,
  )
}

/** Reads what the organization has: all nodes and groups, and the users that the file names. */
export const loadDirectory = async (db: Db, orgId: string, file: ImportFile): Promise<Directory> => {
  const locations = await rowsOf(
    db,
    sql<StoredLocation>`
      select id, '' as parent, name, status, time_zone as "timeZone", day_start_hour as "dayStartHour" from locations where org_id = ${orgId}`,
  )
  const zones = await rowsOf(
    db,
    sql<StoredZone>`
      select id, level_id as parent, name, status, capacity from zones where org_id = ${orgId}`,
  )
  const groups = await rowsOf(
    db,
    sql<StoredGroup>`
      select id, type as parent, name, status, parent_id as "parentId", origin from groups where org_id = ${orgId}`,
  )
  const places = await rowsOf(
    db,
    sql<StoredPlace>`
      select p.id, p.zone_id as parent, p.name, p.status, h.valid_from::text as since
      from places p
      join desk_history h on h.org_id = p.org_id and h.place_id = p.id and h.valid_to is null
      where p.org_id = ${orgId}`,
  )
  const formerZones = await rowsOf(
    db,
    sql<FormerZone>`
      select place_id as "placeId", zone_id as "zoneId", since::text, before::text
      from former_desk_zones
      where org_id = ${orgId}`,
  )
  return {
    locations: createRegister('location', locations),
    levels: createRegister('level', await children(db, orgId, 'levels', 'location_id')),
    zones: createRegister('zone', zones),
    places: createRegister('place', places),
    formerZones: Map.groupBy(formerZones, ({ placeId }) => placeId),
    spaces: createRegister('space', await children(db, orgId, 'spaces', 'level_id')),
    parkingBays: createRegister('parkingBay', await children(db, orgId, 'parking_bays', 'location_id')),
    groups: createRegister('group', groups),
    users: createRegister('user', await loadUsers(db, orgId, file), 'userName'),
  }
}

/** The zone in which a desk was on a past day; undefined if it is not known to have been in another one than now. */
export const zoneOfPastDay = (
  { places, formerZones }: Directory,
  placeId: string,
  day: string,
  today: string,
): string | undefined => {
  // The first days are written as -infinity, which precedes all digits.
  const former = formerZones.get(placeId)?.find(({ since, before }) => since <= day && day < before)
  const stored = places.stored.get(placeId)
  // The last change of a day counts: a desk that was added today has no other zone if it moves today.
  return former?.zoneId ?? (stored && stored.since < today ? stored.parent : undefined)
}
