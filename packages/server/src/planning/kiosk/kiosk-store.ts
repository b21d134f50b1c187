import type { Kiosk } from '@rollcall/contract'
import { sql } from 'kysely'
import type { ScreenRecord } from '../../gate/screens/screen-links.ts'
import type { Db } from '../../platform/db/database.ts'

type Level = Kiosk['levels'][number]

/** The active levels that the screen shows, of an active building. */
export const selectLevels = async (db: Db, { orgId, locationId, levelId }: ScreenRecord) => {
  const { rows } = await sql<Pick<Level, 'levelId' | 'levelName' | 'floorPlanVersion'>>`
    select v.id as "levelId", v.name as "levelName", p.version as "floorPlanVersion"
    from levels v
    join locations l on l.org_id = v.org_id and l.id = v.location_id and l.status = 'active'
    left join level_floor_plans p on p.org_id = v.org_id and p.level_id = v.id
    where v.org_id = ${orgId} and v.location_id = ${locationId} and v.status = 'active'
      and (${levelId}::uuid is null or v.id = ${levelId})
    order by v.ordinal, v.name, v.id`.execute(db)
  return rows
}

type ZoneRow = Pick<Level['zones'][number], 'zoneId' | 'zoneName' | 'zoneType' | 'outline'> & { readonly levelId: string }

export const selectZones = async (db: Db, orgId: string, levelIds: readonly string[]): Promise<ZoneRow[]> => {
  const { rows } = await sql<ZoneRow>`
    select level_id as "levelId", id as "zoneId", name as "zoneName", kind as "zoneType", outline
    from zones
    where org_id = ${orgId} and level_id = any (${levelIds}::uuid[]) and status = 'active'
    order by name, id`.execute(db)
  return rows
}

type DeskRow = Omit<Level['desks'][number], 'isTaken' | 'personName'> & {
  /** Whether it is kept for the person to whom it is assigned. */
  readonly isKept: boolean
  /** Who booked it, as far as colleagues may know. */
  readonly bookedBy: string | null
}

export const selectDesks = async (
  db: Db,
  { orgId, locationId }: ScreenRecord,
  levelIds: readonly string[],
  day: string,
): Promise<DeskRow[]> => {
  const { rows } = await sql<DeskRow>`
    select p.id as "placeId", p.name as "placeName", z.id as "zoneId", z.name as "zoneName", p.x, p.y, p.rotation,
      b.id is null and p.assigned_user_id is not null
        and not coalesce(is_released(${orgId}::uuid, p.assigned_user_id, ${locationId}::uuid, ${day}::date), false) as "isKept",
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as "bookedBy"
    from zones z
    join places p on p.org_id = z.org_id and p.zone_id = z.id and p.status = 'active'
    left join bookings b on b.org_id = p.org_id and b.place_id = p.id and b.day = ${day}::date and b.status = 'booked'
    left join users u on u.org_id = b.org_id and u.id = b.user_id and u.visibility = 'everyone'
    where z.org_id = ${orgId} and z.level_id = any (${levelIds}::uuid[]) and z.status = 'active'
    order by z.name, p.name, p.id`.execute(db)
  return rows
}

interface SpaceRow {
  readonly levelId: string
  readonly spaceId: string
  readonly spaceName: string
  readonly capacity: number | null
}

export const selectSpaces = async (db: Db, orgId: string, levelIds: readonly string[]): Promise<SpaceRow[]> => {
  const { rows } = await sql<SpaceRow>`
    select level_id as "levelId", id as "spaceId", name as "spaceName", capacity
    from spaces
    where org_id = ${orgId} and level_id = any (${levelIds}::uuid[]) and status = 'active'
    order by name, id`.execute(db)
  return rows
}

/** Gatherings of the day that are not over. Private ones are left out, because their names are for those who are invited. */
export const selectEvents = async (db: Db, { orgId, locationId }: ScreenRecord, day: string): Promise<Kiosk['events']> => {
  const { rows } = await sql<Kiosk['events'][number]>`
    select e.name as "eventName", iso_timestamp(e.starts_at) as "startsAt", iso_timestamp(e.ends_at) as "endsAt",
      s.name as "spaceName"
    from workplace_events e
    join locations l on l.org_id = e.org_id and l.id = e.location_id
    left join spaces s on s.org_id = e.org_id and s.id = e.space_id
    where e.org_id = ${orgId} and e.location_id = ${locationId} and e.status = 'scheduled' and not e.is_private
      and e.starts_at between now() - interval '36 hours' and now() + interval '36 hours' and e.ends_at > now()
      and local_day(e.starts_at, l.time_zone, l.day_start_hour) = ${day}::date
    order by e.starts_at, e.id
    limit 10`.execute(db)
  return rows
}

/** Why the building is closed on the day; a closure explains more than a public holiday. */
export const findClosedReason = async (db: Db, { orgId, locationId }: ScreenRecord, day: string): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select name
    from closed_day(${orgId}::uuid, ${locationId}::uuid, ${day}::date)
    order by day_type, name
    limit 1`.execute(db)
  return rows[0]?.name ?? null
}
