import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { UUID_PATTERN } from '../../platform/sql/uuid.ts'
import { discardPlans } from '../../platform/transactions/discard-plans.ts'
import type { DirectoryConsequences, UserBefore } from '../consequences/directory-consequences.ts'
import { nestReportingLines } from './nest-reporting-lines.ts'

/** A longer value names no group: the index on group names has a limit, and no department has such a name. */
export const MAX_GROUP_NAME = 200

/** Users whose days change at once: some thousand rows in each statement, which its triggers hold in memory. */
const USERS_AT_ONCE = 500

/** What applying the mappings changed. */
export interface Applied {
  readonly groupsCreated: number
  readonly membershipsAdded: number
  readonly membershipsRemoved: number
  readonly usersUpdated: number
}

/**
 * Derives groups, memberships, primary groups and primary locations from the stored attributes and the mappings
 * (domain §2), for these users or for all. It reads only stored data, so it may run at any time, and a second run changes
 * nothing. Memberships from other origins stay, and so do groups that have become empty.
 *
 * Groups and locations are looked up by subqueries that the planner cannot turn into joins: it has no statistics on the values
 * of attributes, and its estimates for joins on them are so wrong that they take minutes.
 */
export const applyMappings = async (
  db: Db,
  { usersChanged }: DirectoryConsequences,
  orgId: string,
  userIds?: readonly string[],
): Promise<Applied> => {
  const isChosen = (column: string) => (userIds ? sql`${sql.ref(column)} = any(${userIds}::uuid[])` : sql`true`)
  const affected = async (statement: ReturnType<typeof sql>) => Number((await statement.execute(db)).numAffectedRows ?? 0)
  const namesGroup = sql`char_length(u.attributes ->> m.attribute) between 1 and ${sql.lit(MAX_GROUP_NAME)}`
  const wanted = sql`
    select u.id as user_id, m.group_type as type, u.attributes ->> m.attribute as name
    from users u
    join attribute_mappings m on m.org_id = u.org_id
    where u.org_id = ${orgId} and ${isChosen('u.id')} and m.group_type is not null and ${namesGroup}`

  const groupsCreated = await affected(sql`
    insert into groups (org_id, id, name, type, origin)
    select ${orgId}::uuid, gen_random_uuid(), w.name, w.type, 'attribute'
    from (select distinct type, name from (${wanted}) all_wanted) w
    order by w.type, w.name
    on conflict (org_id, type, name) do nothing`)
  // Each new member is checked against all groups, of which there may be many for the first time.
  await discardPlans(db, userIds?.length)

  const membershipsRemoved = await affected(sql`
    delete from group_members gm
    where gm.org_id = ${orgId} and gm.by_attribute and ${isChosen('gm.user_id')}
      and gm.group_id <> all (array(
        select g.id
        from users u
        join attribute_mappings m on m.org_id = u.org_id
        join groups g on g.org_id = u.org_id and g.type = m.group_type and g.name = u.attributes ->> m.attribute
        where u.org_id = gm.org_id and u.id = gm.user_id and ${namesGroup}
      ))`)

  // If an administrator set a group inactive while it was empty, a new member reactivates it.
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into group_members (org_id, group_id, user_id, by_attribute)
      select distinct
        ${orgId}::uuid, (select id from groups where org_id = ${orgId} and type = w.type and name = w.name), w.user_id, true
      from (${wanted}) w
      on conflict do nothing
      returning group_id
    ), reactivated as (
      update groups g
      set status = 'active', updated_at = now()
      where g.org_id = ${orgId} and g.id in (select group_id from added) and g.origin = 'attribute' and g.status = 'inactive'
    )
    select count(*)::int as count from added`.execute(db)
  const membershipsAdded = rows[0]?.count ?? 0

  // An unknown location leaves the primary location unchanged; an empty value removes one that an attribute set. Users are
  // locked in the order of their ids, as bookings lock them.
  const { rows: before } = await sql<UserBefore>`
    with given as materialized (
      select u.id, u.primary_group_id, u.attribute_group_id, u.primary_location_id, u.attribute_location_id,
        (
          select g.id
          from groups g
          where g.org_id = ${orgId} and g.type = m.group_type and g.name = u.attributes ->> m.attribute and ${namesGroup}
        ) as given_group,
        nullif(u.attributes ->> p.attribute, '') as place
      from users u
      left join attribute_mappings m on m.org_id = u.org_id and m.is_primary_group
      left join attribute_mappings p on p.org_id = u.org_id and p.is_primary_location
      where u.org_id = ${orgId} and ${isChosen('u.id')}
        -- Nothing is given to most users of an organization without mappings, which is not worth looking up.
        and (m.attribute, p.attribute, u.attribute_group_id::text, u.attribute_location_id::text) is distinct from (null, null, null, null)
    ), located as materialized (
      select given.*, coalesce(
        (select id from locations where org_id = ${orgId} and id = case when place ~* ${UUID_PATTERN} then place::uuid end),
        (select id from locations where org_id = ${orgId} and name = place)
      ) as given_location
      from given
    ), due as (
      select id,
        case when given_group is null and primary_group_id = attribute_group_id then null
          else coalesce(given_group, primary_group_id) end as primary_group_id,
        given_group as attribute_group_id,
        case when place is null and primary_location_id = attribute_location_id then null
          else coalesce(given_location, primary_location_id) end as primary_location_id,
        case when place is not null then coalesce(given_location, attribute_location_id) end as attribute_location_id
      from located
    ), changed as materialized (
      select d.*, u.status as status_before, u.primary_location_id as location_before
      from due d
      join users u on u.org_id = ${orgId} and u.id = d.id
      where (u.primary_group_id, u.attribute_group_id, u.primary_location_id, u.attribute_location_id)
        is distinct from (d.primary_group_id, d.attribute_group_id, d.primary_location_id, d.attribute_location_id)
      order by u.id
      for no key update of u
    )
    update users u
    set primary_group_id = c.primary_group_id, attribute_group_id = c.attribute_group_id,
      primary_location_id = c.primary_location_id, attribute_location_id = c.attribute_location_id, updated_at = now()
    from changed c
    where u.org_id = ${orgId} and u.id = c.id
    returning u.id, c.status_before as status, c.location_before as "primaryLocationId"`.execute(db)
  // Their days are locked in the order of the ids as well.
  before.sort((a, b) => (a.id < b.id ? -1 : 1))
  for (let at = 0; at < before.length; at += USERS_AT_ONCE) await usersChanged(db, orgId, before.slice(at, at + USERS_AT_ONCE))
  await nestReportingLines(db, orgId, userIds)

  return { groupsCreated, membershipsAdded, membershipsRemoved, usersUpdated: before.length }
}
