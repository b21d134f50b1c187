import type { LiveDataset } from '../reading/live-reader.ts'

const LOCATIONS = `
  from locations l
  where l.org_id = $org and ($locationId::uuid is null or l.id = $locationId::uuid)`

/**
 * Every day of every building (contract §6). Every change of a calendar dates its building (`change_calendar`), so the ETag needs
 * no other table, and `updatedAt` is the time of the building.
 */
export const CALENDAR: LiveDataset = {
  tables: ['locations'],
  daysAtOnce: 31,
  count: `select count(*) * ($lastDay::date - $firstDay::date + 1) as count ${LOCATIONS}`,
  rows: `
    select $firstDay::date + n as day, l.id as "locationId", l.name as "locationName",
      coalesce(
        s.day_type,
        case when extract(isodow from $firstDay::date + n)::smallint = any (l.working_days) then 'workday' else 'weekend' end
      ) as "dayType",
      s.name, coalesce(s.has_outage, false) as "hasOutage", iso_timestamp(l.updated_at) as "updatedAt"
    from (select * ${LOCATIONS}) l
    cross join generate_series(0, $lastDay::date - $firstDay::date) n
    left join special_days($org, $firstDay::date, $lastDay::date) s on s.location_id = l.id and s.day = $firstDay::date + n
    order by n, l.id`,
}
