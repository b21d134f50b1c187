import { sql } from 'kysely'
import { arrayLiteral } from '../db/array-literal.ts'
import type { Db } from '../db/database.ts'
import { NOBODY } from '../http/filters.ts'
import type { CountedDay } from './kpis.ts'
import type { Period, Scope } from './scope.ts'

const COUNT_COLUMNS = ['planned', 'remote', 'away', 'confirmed', 'no_show', 'unconfirmed', 'walk_in', 'booked']
const FIELDS = ['planned', 'remote', 'away', 'confirmed', 'noShow', 'unconfirmed', 'walkIn', 'booked']
const COUNTS = sql.raw(COUNT_COLUMNS.map((column, index) => `r.${column} as "${FIELDS[index]}"`).join(', '))
const SUMS = sql.raw(COUNT_COLUMNS.map((column, index) => `sum(r.${column})::integer as "${FIELDS[index]}"`).join(', '))

/** Rows of rollups `r` that the scope is about. Published days are chosen by whoever counts. */
export const isInScope = ({ orgId, locations, groupIds }: Scope, { from, to }: Period) => sql`
  r.org_id = ${orgId} and r.day between ${from} and ${to}
  and r.location_id = any (${arrayLiteral(locations.map(({ locationId }) => locationId))}::uuid[])
  ${groupIds ? sql`and r.group_id = any (${arrayLiteral(groupIds.size > 0 ? [...groupIds] : [NOBODY])}::uuid[])` : sql``}`

export interface LocationDay extends CountedDay {
  readonly locationId: string
}

/** Counts by day and location, of the groups in scope or of everybody. */
export const listLocationDays = async (db: Db, scope: Scope, period: Period): Promise<LocationDay[]> => {
  const { rows } = scope.groupIds
    ? await sql<LocationDay>`
        select r.day, r.location_id as "locationId", ${SUMS}
        from group_rollups r
        where ${isInScope(scope, period)}
        group by r.day, r.location_id`.execute(db)
    : await sql<LocationDay>`
        select r.day, r.location_id as "locationId", ${COUNTS}
        from location_rollups r
        where ${isInScope(scope, period)}`.execute(db)
  return rows
}

/** Counts of a group itself, day by day in columns, of the locations in scope. */
export interface GroupDays {
  readonly groupId: string
  readonly days: readonly string[]
  readonly counts: readonly (readonly number[])[]
}

/** In the order of `GROUP_COUNTS`: a row for each group, as a row for each day and group takes three times as long to read. */
export const listGroupDays = async (db: Db, scope: Scope, period: Period): Promise<GroupDays[]> => {
  const { rows } = await sql<Record<'groupId' | 'days' | (typeof GROUP_COUNTS)[number], string>>`
    select r.group_id as "groupId", string_agg(r.day::text, ',') as days, ${sql.join(
      GROUP_COUNTS.map((name) => sql`string_agg(${sql.ref(`r.${name}`)}::text, ',') as ${sql.ref(name)}`),
    )}
    from (
      select r.group_id, r.day, ${sql.join(GROUP_COUNTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from group_rollups r
      where ${isInScope(scope, period)}
      group by r.group_id, r.day
    ) r
    group by r.group_id
  `.execute(db)
  return rows.map(({ groupId, days, ...counts }) => ({
    groupId,
    days: days.split(','),
    counts: GROUP_COUNTS.map((name) => counts[name].split(',').map(Number)),
  }))
}

export const GROUP_COUNTS = ['planned', 'confirmed', 'walk_in', 'no_show'] as const
