import type { DeskPeriod, LocationPeriod, PastGroup, PastMember } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import { readDay } from '../../gate/parameters/date-range.ts'
import { type CursorForm, type Page, type PageRequest, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'

export interface HistoryQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly asOf?: string
}

/** Limits rows `h` to those that were valid on the day, if one is given. @throws AppError invalid_parameter */
const validOn = ({ asOf }: HistoryQuery): RawBuilder<unknown> => {
  if (asOf === undefined) return sql``
  const day = readDay('asOf', asOf)
  return sql`and h.valid_from <= ${day}::date and (h.valid_to is null or h.valid_to > ${day}::date)`
}

/** Reads one page of a history; `rows` gets the values of the cursor, if there is one. */
const readPage = async <R>(
  db: Db,
  query: HistoryQuery,
  forms: readonly CursorForm[],
  keyOf: (row: R) => readonly string[],
  rows: (after: PageRequest['after']) => RawBuilder<R>,
): Promise<Page<R>> => {
  const page = pageRequest(query, forms)
  const { rows: found } = await sql<R>`${rows(page.after)} limit ${page.limit + 1}`.execute(db)
  return toPage(page, found, keyOf, (row) => row)
}

/** Where a desk was and whose it was, the newest period first. */
export const listDeskHistory = (db: Db, orgId: string, placeId: string, query: HistoryQuery): Promise<Page<DeskPeriod>> =>
  readPage<DeskPeriod>(
    db,
    query,
    ['date'],
    ({ validFrom }) => [validFrom],
    (after) => sql`
    select h.valid_from as "validFrom", h.valid_to as "validTo", z.id as "zoneId", z.name as "zoneName", v.id as "levelId",
      v.name as "levelName", h.assigned_user_id as "assignedUserId", u.user_name as "assignedUserName", h.status
    from desk_history h
    join zones z on z.org_id = h.org_id and z.id = h.zone_id
    join levels v on v.org_id = z.org_id and v.id = z.level_id
    left join users u on u.org_id = h.org_id and u.id = h.assigned_user_id
    where h.org_id = ${orgId} and h.place_id = ${placeId} ${validOn(query)}
      ${after ? sql`and h.valid_from < ${after[0]}::date` : sql``}
    order by h.valid_from desc`,
  )

/** Memberships of a group, by name. */
export const listMemberHistory = (db: Db, orgId: string, groupId: string, query: HistoryQuery): Promise<Page<PastMember>> =>
  readPage<PastMember>(
    db,
    query,
    ['text', 'date'],
    ({ userName, validFrom }) => [userName, validFrom],
    (after) => sql`
    select u.id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.status,
      h.valid_from as "validFrom", h.valid_to as "validTo"
    from group_member_history h
    join users u on u.org_id = h.org_id and u.id = h.user_id
    where h.org_id = ${orgId} and h.group_id = ${groupId} ${validOn(query)}
      ${after ? sql`and (u.user_name, h.valid_from) > (${after[0]}, ${after[1]}::date)` : sql``}
    order by u.user_name, h.valid_from`,
  )

/** Memberships of a user, the newest first. */
export const listUserGroupHistory = (db: Db, orgId: string, userId: string, query: HistoryQuery): Promise<Page<PastGroup>> =>
  readPage<PastGroup>(
    db,
    query,
    ['date', 'uuid'],
    ({ validFrom, groupId }) => [validFrom, groupId],
    (after) => sql`
    select g.id as "groupId", g.name as "groupName", g.type as "groupType", h.valid_from as "validFrom", h.valid_to as "validTo"
    from group_member_history h
    join groups g on g.org_id = h.org_id and g.id = h.group_id
    where h.org_id = ${orgId} and h.user_id = ${userId} ${validOn(query)}
      ${after ? sql`and (h.valid_from, h.group_id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by h.valid_from desc, h.group_id desc`,
  )

/**
 * Periods of a building with the same name, status and capacity. The capacity changes by what opens and closes on a day, so one sort of
 * these changes suffices; what was there before history begins counts from the first day on. Desks with the same days in a zone are
 * counted before they meet its days, because PostgreSQL compares each of them with each zone.
 */
const locationPeriods = (orgId: string, locationId: string): RawBuilder<unknown> => sql`
  with names as (
    select l.valid_from, l.name, l.status from location_history l where l.org_id = ${orgId} and l.location_id = ${locationId}
  ),
  zones as materialized (
    select z.zone_id, z.kind, z.capacity, z.since, z.before from open_zones(${orgId}) z where z.location_id = ${locationId}
  ),
  desks as materialized (
    select d.zone_id, d.since, d.before, count(*)::int as desks
    from open_desks(${orgId}) d
    where d.location_id = ${locationId}
    group by 1, 2, 3
  ),
  places as (
    select z.since, z.before, z.capacity as places from zones z where z.kind = 'neighborhood'
    union all
    select greatest(z.since, d.since), least(z.before, d.before), d.desks
    from zones z
    join desks d on d.zone_id = z.zone_id and d.since < z.before and d.before > z.since
    where z.kind = 'individual'
  ),
  changes as (
    select greatest(c.day, (select min(n.valid_from) from names n)) as day, sum(c.places) as places
    from (
      select p.since as day, p.places from places p
      union all
      select p.before, -p.places from places p where p.before < 'infinity'
      union all
      select n.valid_from, 0 from names n
    ) c
    group by 1
  ),
  days as (
    select c.day, n.name, n.status, sum(c.places) over (order by c.day)::int as capacity
    from changes c
    cross join lateral (
      select n.name, n.status from names n where n.valid_from <= c.day order by n.valid_from desc limit 1
    ) n
  ),
  changed as (
    select d.*, (d.name, d.status, d.capacity) is distinct from (
      lag(d.name) over w, lag(d.status) over w, lag(d.capacity) over w
    ) as is_new
    from days d
    window w as (order by d.day)
  )
  select c.day as valid_from, lead(c.day) over (order by c.day) as valid_to, c.name, c.status, c.capacity
  from changed c
  where c.is_new`

/** Name, status and capacity of a building, the newest period first. */
export const listLocationHistory = (
  db: Db,
  orgId: string,
  locationId: string,
  query: HistoryQuery,
): Promise<Page<LocationPeriod>> =>
  readPage<LocationPeriod>(
    db,
    query,
    ['date'],
    ({ validFrom }) => [validFrom],
    (after) => sql`
    select h.valid_from as "validFrom", h.valid_to as "validTo", h.name as "locationName", h.status, h.capacity
    from (${locationPeriods(orgId, locationId)}) h
    where true ${validOn(query)} ${after ? sql`and h.valid_from < ${after[0]}::date` : sql``}
    order by h.valid_from desc`,
  )
