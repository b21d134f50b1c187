import type { SpecialDays } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Period } from './covered-days.ts'

type SpecialDay = SpecialDays['items'][number]
type Release = SpecialDays['releases'][number]

/** Returns the holidays, closures and outages of a period. @param locationIds null for all buildings */
export const listSpecialDays = async (
  db: Db,
  orgId: string,
  { from, to }: Period,
  locationIds: ReadonlySet<string> | null,
): Promise<SpecialDay[]> => {
  const { rows } = await sql<SpecialDay>`
    select s.day, l.id as "locationId", l.name as "locationName", s.day_type as "dayType", s.name, s.has_outage as "hasOutage"
    from special_days(${orgId}::uuid, ${from}::date, ${to}::date) s
    join locations l on l.org_id = ${orgId} and l.id = s.location_id
    order by s.day, l.name`.execute(db)
  return rows.filter(({ locationId }) => locationIds?.has(locationId) ?? true)
}

/** Returns the versions of the service that began to work in a period, without the first, which changed nothing. */
export const listReleases = async (db: Db, orgId: string, { from, to }: Period): Promise<Release[]> => {
  const { rows } = await sql<Release>`
    select r.day, r.version
    from (
      select (v.started_at at time zone o.time_zone)::date as day, v.version, v.started_at,
        v.started_at = min(v.started_at) over () as "isFirst"
      from organizations o
      cross join service_versions v
      where o.id = ${orgId}
    ) r
    where not r."isFirst" and r.day between ${from}::date and ${to}::date
    order by r.started_at, r.version`.execute(db)
  return rows
}
