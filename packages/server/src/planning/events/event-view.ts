import type { Invitation, Reply, WorkplaceEventSummary } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'

/** The viewer: null for a key, which is not a person and therefore never invited. */
export type Viewer = string | null

/** An event with its exact start, which is its position in pages. */
export type ShownEvent = WorkplaceEventSummary & { readonly position: string }

/** The viewer sees everything if the event is not private, or if the viewer organizes it or is invited. */
const isInsider = (viewer: Viewer) =>
  sql`(not e.is_private or own.user_id is not null or e.organizer_user_id is not distinct from ${viewer}::uuid
    and e.organizer_user_id is not null)`

const eventsOf = (orgId: string, viewer: Viewer) => sql`
  from workplace_events e
  join locations l on l.org_id = e.org_id and l.id = e.location_id
  left join spaces s on s.org_id = e.org_id and s.id = e.space_id
  left join users o on o.org_id = e.org_id and o.id = e.organizer_user_id
  left join event_invitations own on own.org_id = e.org_id and own.event_id = e.id and own.user_id = ${viewer}::uuid
  where e.org_id = ${orgId}`

const SHOWN = (viewer: Viewer) => sql`
  e.id as "eventId", case when ${isInsider(viewer)} then e.name end as "eventName", e.status, e.is_private as "isPrivate",
  iso_timestamp(e.starts_at) as "startsAt", iso_timestamp(e.ends_at) as "endsAt",
  local_day(e.starts_at, l.time_zone, l.day_start_hour) as day, e.location_id as "locationId", l.name as "locationName",
  e.space_id as "spaceId", s.name as "spaceName", e.organizer_user_id as "organizerUserId",
  coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.user_name) as "organizerName", own.reply,
  iso_timestamp(e.created_at) as "createdAt", iso_timestamp(e.updated_at) as "updatedAt",
  to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`

/** Counts invitations only for the rows of the page, because an event has up to 10,000 of them. */
const withCounts = (orgId: string, rows: RawBuilder<unknown>) => sql<ShownEvent>`
  select r.*, c."invitedCount", c."acceptedCount", c."declinedCount"
  from (${rows}) r
  cross join lateral (
    select count(*) as "invitedCount", count(*) filter (where i.reply = 'accepted') as "acceptedCount",
      count(*) filter (where i.reply = 'declined') as "declinedCount"
    from event_invitations i
    where i.org_id = ${orgId} and i.event_id = r."eventId"
  ) c
  order by r.position, r."eventId"`

export const findEvent = async (db: Db, orgId: string, viewer: Viewer, eventId: string): Promise<ShownEvent | undefined> => {
  const event = sql`select ${SHOWN(viewer)} ${eventsOf(orgId, viewer)} and e.id = ${eventId}`
  const { rows } = await withCounts(orgId, event).execute(db)
  return rows[0]
}

/** Counts the invitees who were present. It reads one day of the organization's presence (function event_attendance()). */
export const countAttended = async (db: Db, orgId: string, { eventId, day }: { eventId: string; day: string }) => {
  const { rows } = await sql<{ attended: number }>`
    select attended_count as attended
    from event_attendance(${orgId}, ${day}, ${day})
    where event_id = ${eventId}`.execute(db)
  return rows[0]?.attended ?? 0
}

export interface EventFilters {
  readonly firstDay: string | undefined
  readonly lastDay: string | undefined
  readonly locationId: string | undefined
  readonly isMine: boolean
}

const day = sql`local_day(e.starts_at, l.time_zone, l.day_start_hour)`

/** Days are local days. The first of each two conditions uses the index by start, as the view workplace_event_days explains. */
const conditionsOf = (
  orgId: string,
  viewer: Viewer,
  { firstDay, lastDay, locationId, isMine }: EventFilters,
  after: PageRequest['after'],
): RawBuilder<unknown>[] => [
  ...(firstDay === undefined
    ? []
    : [
        sql`e.starts_at >= ${firstDay}::date::timestamp at time zone 'UTC' - interval '14 hours'`,
        sql`${day} >= ${firstDay}::date`,
      ]),
  ...(lastDay === undefined
    ? []
    : [
        sql`e.starts_at < (${lastDay}::date + 1)::timestamp at time zone 'UTC' + interval '18 hours'`,
        sql`${day} <= ${lastDay}::date`,
      ]),
  ...(locationId === undefined ? [] : [sql`e.location_id = ${locationId}`]),
  ...(isMine
    ? [
        sql`e.id in (
          select event_id from event_invitations where org_id = ${orgId} and user_id = ${viewer}::uuid
          union all
          select id from workplace_events where org_id = ${orgId} and organizer_user_id = ${viewer}::uuid
        )`,
      ]
    : []),
  ...(after === undefined ? [] : [sql`(e.starts_at, e.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`]),
]

export const selectEvents = async (
  db: Db,
  orgId: string,
  viewer: Viewer,
  filters: EventFilters,
  { limit, after }: PageRequest,
): Promise<ShownEvent[]> => {
  const conditions = conditionsOf(orgId, viewer, filters, after).map((condition) => sql` and ${condition}`)
  const events = sql`
    select ${SHOWN(viewer)} ${eventsOf(orgId, viewer)} ${sql.join(conditions, sql``)}
    order by e.starts_at, e.id
    limit ${limit + 1}`
  const { rows } = await withCounts(orgId, events).execute(db)
  return rows
}

/** Returns an empty list if the viewer may not see who is invited. */
export const selectInvitations = async (
  db: Db,
  orgId: string,
  viewer: Viewer,
  eventId: string,
  reply: Reply | undefined,
  { limit, after }: PageRequest,
): Promise<Invitation[]> => {
  const { rows } = await sql<Invitation>`
    select i.user_id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", i.reply,
      iso_timestamp(i.updated_at) as "updatedAt"
    from event_invitations i
    join users u on u.org_id = i.org_id and u.id = i.user_id
    where i.org_id = ${orgId} and i.event_id = ${eventId}
      and exists (select ${eventsOf(orgId, viewer)} and e.id = i.event_id and ${isInsider(viewer)})
      and (${reply ?? null}::text is null or i.reply = ${reply ?? null})
      and (${after?.[0] ?? null}::uuid is null or i.user_id > ${after?.[0] ?? null}::uuid)
    order by i.user_id
    limit ${limit + 1}`.execute(db)
  return rows
}
