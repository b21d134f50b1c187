import { sql } from 'kysely'
import { isNamed } from '../../directory/people/user-service.ts'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'

export interface PersonRow {
  readonly userId: string
  readonly userName: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly primaryGroupId: string | null
  readonly primaryGroupName: string | null
}

export interface ColleagueDayRow extends PersonRow {
  readonly day: string
  readonly plan: 'o' | 'r' | 'a'
  readonly locationId: string | null
  readonly locationName: string | null
  readonly zoneId: string | null
  readonly zoneName: string | null
  readonly placeId: string | null
  readonly placeName: string | null
}

export interface ColleagueDayFilter {
  readonly day: string
  readonly groupId: string | undefined
  readonly locationId: string | undefined
  /** The start of one of the names. */
  readonly search: string | undefined
  /** The viewer, who always sees their own rows. */
  readonly viewerId: string | null
}

/**
 * Reads the index on days, in the order of users: a page costs one look-up by key per row, and more only if a filter skips rows.
 * `offset 0` keeps PostgreSQL from merging with all bookings of the day, which would make later pages slow.
 */
export const selectColleagueDays = async (
  db: Db,
  orgId: string,
  { day, groupId, locationId, search, viewerId }: ColleagueDayFilter,
  { limit, after }: PageRequest,
): Promise<ColleagueDayRow[]> => {
  const { rows } = await sql<ColleagueDayRow>`
    select u.id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName",
      g.id as "primaryGroupId", g.name as "primaryGroupName", p.day::text as day, p.plan,
      l.id as "locationId", l.name as "locationName", z.id as "zoneId", z.name as "zoneName",
      d.id as "placeId", d.name as "placeName"
    from day_plans p
    join users u on u.org_id = ${orgId} and u.id = p.user_id
    left join lateral (
      select b.location_id, b.zone_id, b.place_id
      from bookings b
      where b.org_id = ${orgId} and b.user_id = p.user_id and b.day = ${day}::date and b.status = 'booked'
      offset 0
    ) b on true
    left join groups g on g.org_id = ${orgId} and g.id = u.primary_group_id
    left join locations l on l.org_id = ${orgId} and p.plan = 'o'
      and l.id = coalesce(b.location_id, p.location_id, u.primary_location_id)
    left join zones z on z.org_id = ${orgId} and z.id = b.zone_id
    left join places d on d.org_id = ${orgId} and d.id = b.place_id
    where p.org_id = ${orgId}
      and p.day = ${day}
      and u.status = 'active'
      and (u.visibility = 'everyone' or u.id = ${viewerId})
      and (p.plan <> 'o' or not exists (select from closed_day(${orgId}, l.id, ${day}) offset 0))
      ${after ? sql`and p.user_id > ${after[0]}` : sql``}
      ${locationId === undefined ? sql`` : sql`and l.id = ${locationId}`}
      ${groupId === undefined ? sql`` : isMember(orgId, groupId)}
      ${search === undefined ? sql`` : hasName(orgId, search)}
    order by p.user_id
    limit ${limit + 1}`.execute(db)
  return rows
}

const isMember = (orgId: string, groupId: string) => sql`
  and exists (
    select from group_members m
    where m.org_id = ${orgId} and m.group_id = ${groupId} and m.user_id = p.user_id
  )`

/** Finds users by the indexes on names first, because a day has many more plans than a name has users. */
const hasName = (orgId: string, search: string) => sql`
  and p.user_id in (select e.id from users e where e.org_id = ${orgId} and ${isNamed(search)})`
