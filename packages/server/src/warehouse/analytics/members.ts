import { sql } from 'kysely'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysFrom } from '../../platform/time/day.ts'
import type { GroupTree } from './group-tree.ts'
import { bitOf, monthOf, NONE } from './rollup-tally.ts'

interface Period {
  readonly from: string
  readonly to: string
}

/** The number of active users with this primary location and group; the nil UUID stands for none. */
export interface Members {
  readonly groupId: string
  readonly locationId: string
  readonly people: number
}

/** The people whom the figures of a period are about. */
export interface TakingPart {
  /** The members with a plan, a booking or presence in it. */
  readonly people: readonly Members[]
  /** The groups that have figures although none of their current members took part, because the people have left them since. */
  readonly otherGroups: ReadonlySet<string>
}

const COUNT = sql`
  select coalesce(u.primary_group_id, ${NONE}) as "groupId", coalesce(u.primary_location_id, ${NONE}) as "locationId",
    count(*)::integer as people
  from users u`

export const listMembers = async (db: Db, orgId: string): Promise<Members[]> => {
  const { rows } = await sql<Members>`
    ${COUNT}
    where u.org_id = ${orgId} and u.status = 'active'
    group by u.primary_group_id, u.primary_location_id
  `.execute(db)
  return rows
}

/** For anonymous days it is no longer known who took part, so all members count. */
export const readTakingPart = async (
  db: Db,
  orgId: string,
  { tree, members, period }: { readonly tree: GroupTree; readonly members: readonly Members[]; readonly period: Period },
): Promise<TakingPart> => {
  const isAnonymous = period.from <= (await anonymousThrough(db, orgId, 'presence'))
  const people = isAnonymous ? members : await listParticipants(db, orgId, period)
  const withPeople = new Set(people.map(({ groupId }) => groupId))
  const rest = [NONE, ...tree.groups.map(({ groupId }) => groupId)].filter((groupId) => !withPeople.has(groupId))
  return { people, otherGroups: await listGroupsWithFigures(db, orgId, period, rest) }
}

/**
 * Nearly all who take part do so in any month, so one month that has figures is read as a whole, and others only for users who are
 * not in it. `offset 0` keeps each look-up by month and user: PostgreSQL would skip through all months for every user. Whether a month
 * has any is looked up as the first one from there on: to find none, `exists` would read the table once for each month.
 */
const listParticipants = async (db: Db, orgId: string, { from, to }: Period): Promise<Members[]> => {
  const months = [...Map.groupBy(daysFrom(from, to), monthOf)].map(([month, days]) => ({
    month,
    days: days.length,
    mask: days.reduce((mask, day) => mask | bitOf(day), 0),
  }))
  const column = (name: keyof (typeof months)[number]) => arrayLiteral(months.map((month) => month[name]))
  const { rows } = await sql<Members>`
    with counted as materialized (
      select w.*
      from unnest(${column('month')}::date[], ${column('mask')}::integer[], ${column('days')}::integer[]) as w (month, mask, days)
      where w.month = (
        select m.month from person_months m where m.org_id = ${orgId} and m.month >= w.month order by m.month limit 1
      )
    ),
    longest as materialized (
      select m.user_id
      from (select * from counted order by days desc, month desc limit 1) w
      cross join lateral (
        select m.user_id from person_months m where m.org_id = ${orgId} and m.month = w.month and m.involved & w.mask <> 0 offset 0
      ) m
    )
    ${COUNT}
    where u.org_id = ${orgId} and u.status = 'active' and (
      u.id in (select user_id from longest)
      or exists (
        select
        from counted w
        cross join lateral (
          select
          from person_months m
          where m.org_id = ${orgId} and m.month = w.month and m.user_id = u.id and m.involved & w.mask <> 0
          offset 0
        ) m
        offset 0
      )
    )
    group by u.primary_group_id, u.primary_location_id
  `.execute(db)
  return rows
}

/** Returns those of these groups for which anything was counted in the period. */
const listGroupsWithFigures = async (
  db: Db,
  orgId: string,
  { from, to }: Period,
  groupIds: readonly string[],
): Promise<Set<string>> => {
  if (groupIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select g.id
    from unnest(${groupIds}::uuid[]) as g (id)
    where exists (
      select
      from group_rollups r
      where r.org_id = ${orgId} and r.group_id = g.id and r.day between ${from} and ${to}
      offset 0
    )
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
