import type { LiveDataset } from '../reading/live-reader.ts'

const OF_RANGE = `
  from workplace_events e
  join locations l on l.org_id = e.org_id and l.id = e.location_id
  cross join lateral (select local_day(e.starts_at, l.time_zone, l.day_start_hour) as day) d
  where e.org_id = $org
    and e.starts_at >= $firstDay::date::timestamp at time zone 'UTC' - interval '14 hours'
    and e.starts_at < ($lastDay::date + 1)::timestamp at time zone 'UTC' + interval '18 hours'
    and d.day between $firstDay::date and $lastDay::date
    and ($locationId::uuid is null or e.location_id = $locationId::uuid)`

/** When events or presence of a day last changed. Ticks are marks that are not added up yet. */
const MARKED_DAYS = `
      select day, max(changed_at) as changed_at
      from (
        select day, topic, changed_at from day_changes where org_id = $org
        union all
        select day, topic, changed_at from day_change_ticks where org_id = $org
      ) m
      where topic in ('events', 'presence') and day between $firstDay::date and $lastDay::date
      group by day`

/**
 * Reads workplace events (contract §4) by the index on start, see workplace_event_days. Attendance is read a month at a time, so
 * that the first rows of a long range arrive soon. With 20 events a day and 27,000 presence events, a month takes 0.3 s; 550 days
 * with presence in two months take 0.8 s. `updatedAt` counts the marks of the day as well: removed invitations and presence change the
 * counts of an event, and leave no time in any row.
 */
export const EVENTS: LiveDataset = {
  tables: ['locations', 'spaces'],
  topics: ['events', 'presence'],
  daysAtOnce: 31,
  count: `select count(*) ${OF_RANGE}`,
  rows: `
    select e.id as "eventId", case when not e.is_private then e.name end as "eventName", e.status,
      e.is_private as "isPrivate", iso_timestamp(e.starts_at) as "startsAt", iso_timestamp(e.ends_at) as "endsAt", e.day,
      e.location_id as "locationId", e.location_name as "locationName", e.space_id as "spaceId", s.name as "spaceName",
      e.organizer_user_id as "organizerUserId", i.invited as "invitedCount", i.accepted as "acceptedCount",
      i.declined as "declinedCount", coalesce(a.attended_count, 0) as "attendedCount",
      iso_timestamp(e.created_at) as "createdAt",
      iso_timestamp(greatest(e.updated_at, e.location_updated_at, s.updated_at, c.changed_at)) as "updatedAt"
    from (select e.*, l.name as location_name, l.updated_at as location_updated_at, d.day ${OF_RANGE}) e
    left join spaces s on s.org_id = e.org_id and s.id = e.space_id
    cross join lateral (
      select count(*) as invited, count(*) filter (where i.reply = 'accepted') as accepted,
        count(*) filter (where i.reply = 'declined') as declined
      from event_invitations i
      where i.org_id = $org and i.event_id = e.id
    ) i
    left join event_attendance($org, $firstDay::date, $lastDay::date) a on a.event_id = e.id
    left join (${MARKED_DAYS}) c on c.day = e.day
    order by e.day, e.starts_at, e.id`,
}
