import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Attendance } from '../attendance/attendance-service.ts'
import type { ExplainedDay } from './explain-store.ts'

/** A change that affects a user's day although no event or command concerns the day itself. */
export interface IndirectChange {
  readonly at: string
  readonly by: string
  readonly code: 'firstPresence' | 'presenceWindow' | 'calendar' | 'dayStart' | 'timeZone'
  readonly locationName: string
  readonly before: string | null
  readonly after: string | null
}

/**
 * Returns, if the user was not seen, the period in which the planned location reports presence; and in any case corrected time
 * zones of the planned location and of those where the user was seen around the day, because they move events to other days, and
 * changes of the calendar, which decides whether an office plan counts.
 */
export const selectIndirectChanges = async (
  db: Db,
  { orgId, userId, day }: ExplainedDay,
  primaryLocationId: string | null,
  { plannedLocationId = null, attendanceLocationId = null, locationId = null }: Partial<Attendance> = {},
): Promise<IndirectChange[]> => {
  const { rows } = await sql<IndirectChange>`
    select iso_timestamp(c.changed_at) as at,
      case c.kind
        when 'firstPresence' then case
          when c.before is null then format('The first event in %s, of %s, made it report presence', l.name, c.after)
          else format('A late event moved the first day of presence in %s from %s to %s', l.name, c.before, c.after)
        end
        when 'presenceWindow' then format('Presence reporting of %s was set to be %s, instead of %s', l.name, c.after, c.before)
        when 'calendar' then format('The calendar of %s was changed: %s%s', l.name, c.after, ', instead of ' || c.before)
        when 'dayStart' then format('The beginning of the day in %s was set to %s, instead of %s', l.name, c.after, c.before)
        else format('The time zone of %s was corrected from %s to %s', l.name, c.before, c.after)
      end as by,
      c.kind as code, l.name as "locationName", c.before, c.after
    from location_changes c
    join locations l on l.org_id = c.org_id and l.id = c.location_id
    where c.org_id = ${orgId} and ${day}::date between c.first_day and c.last_day
      and (
        c.location_id = ${plannedLocationId}::uuid and (c.kind in ('timeZone', 'dayStart') or ${attendanceLocationId === null})
        or c.kind = 'calendar' and c.location_id in (${plannedLocationId}::uuid, ${locationId}::uuid, ${primaryLocationId}::uuid)
        or c.kind in ('timeZone', 'dayStart') and c.location_id in (
          select e.location_id
          from presence_events e
          where e.org_id = ${orgId} and e.utc_day between ${day}::date - 1 and ${day}::date + 1 and e.user_id = ${userId}
        )
      )
  `.execute(db)
  return rows
}
