import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysAfter, daysBetween } from '../../platform/time/day.ts'
import { countedDays, type Period } from './covered-days.ts'
import { isInScope, isOfGroups } from './day-store.ts'
import { isMeasured, type LocationState } from './location-states.ts'
import { both, hasSecondReader } from './parallel-reads.ts'
import { monthOf } from './rollup-tally.ts'
import type { Scope } from './scope.ts'

export const GROUP_COUNTS = ['planned', 'confirmed', 'walkIn', 'noShow', 'plannedMeasured'] as const
type GroupCount = (typeof GROUP_COUNTS)[number]

/** Counts of a group itself, day by day in columns. Those of the same group and day are added up. */
export interface GroupDays {
  readonly groupId: string
  /** How many days after the first day of the period each of them is; they may lie before or after it. */
  readonly days: readonly number[]
  /** In the order of `GROUP_COUNTS`; a column without any numbers adds nothing. */
  readonly counts: readonly (readonly number[])[]
}

/**
 * Returns what adds up to the days of each group, in the locations in scope. `plannedMeasured` is only meant for days on which any
 * of them reported presence: figures say nothing about who came on others.
 */
export const listGroupDays = async (db: Db, scope: Scope): Promise<GroupDays[]> => {
  const { from, to } = scope.period
  if (!scope.locationIds) return [...(await listGroupMonths(db, scope)), ...(await listUnmeasuredPlans(db, scope))]
  if (!hasSecondReader(db)) return selectGroupDays(db, scope, scope.period)
  const middle = daysAfter(from, Math.floor(daysBetween(from, to) / 2))
  const halves = await both(
    db,
    (one) => selectGroupDays(one, scope, { from, to: middle }),
    (other) => selectGroupDays(other, scope, { from: daysAfter(middle, 1), to }),
  )
  return halves.flat()
}

/** The months of the period, in all locations, as if all plans were where presence is reported. */
const listGroupMonths = async (db: Db, scope: Scope): Promise<GroupDays[]> => {
  const { from, to } = scope.period
  const { rows } = await sql<Record<'groupId' | 'month' | 'days' | Exclude<GroupCount, 'plannedMeasured'>, string>>`
    select r.group_id as "groupId", r.month, r.days, r.planned, r.confirmed, r.walk_in as "walkIn", r.no_show as "noShow"
    from group_months r
    where r.org_id = ${scope.orgId} and r.month between ${monthOf(from)} and ${to} ${isOfGroups(scope)}
  `.execute(db)
  return rows.map(({ groupId, month, days, ...lists }) => {
    const before = daysBetween(from, month) - 1
    const planned = numbersOf(lists.planned)
    return {
      groupId,
      days: numbersOf(days).map((day) => before + day),
      counts: [planned, numbersOf(lists.confirmed), numbersOf(lists.walkIn), numbersOf(lists.noShow), planned],
    }
  })
}

/**
 * Takes off the plans where presence was not reported on a day on which it was elsewhere. Nearly always there are none, which the
 * roll-up of locations shows; `offset 0` keeps groups from being read for other days. Buildings may be thousands, so days are not
 * listed for each.
 */
const listUnmeasuredPlans = async (db: Db, scope: Scope): Promise<GroupDays[]> => {
  const { orgId, locations, period } = scope
  const counted = countedDays(scope, period)
  const isKnown = (day: string) => locations.some((location) => isMeasured(location, day))
  const [first, last] = [counted.find(isKnown), counted.findLast(isKnown)]
  if (first === undefined || last === undefined) return []
  const unknown = arrayLiteral(counted.filter((day) => day > first && day < last && !isKnown(day)))
  const unsure = arrayLiteral(
    locations.filter((location) => !isAlwaysMeasured(location, period)).map(({ locationId }) => locationId),
  )
  const { rows } = await sql<Record<'groupId' | 'days' | 'plannedMeasured', string>>`
    select r.group_id as "groupId", string_agg((r.day - ${period.from}::date)::text, ',') as days,
      string_agg((-r.planned)::text, ',') as "plannedMeasured"
    from (
      select g.group_id, w.day, sum(g.planned) as planned
      from (
        select r.location_id, r.day
        from location_rollups r
        where r.org_id = ${orgId} and r.location_id = any (${unsure}::uuid[]) and r.day between ${first} and ${last}
          and r.day <> all (${unknown}::date[]) and r.planned > 0 and not ${isMeasuredRow(scope, period)}
        offset 0
      ) w
      cross join lateral (
        select r.group_id, r.planned
        from group_rollups r
        where r.org_id = ${orgId} and r.day = w.day and r.location_id = w.location_id and r.planned > 0 ${isOfGroups(scope)}
        offset 0
      ) g
      group by g.group_id, w.day
    ) r
    group by r.group_id
  `.execute(db)
  return rows.map(({ groupId, days, plannedMeasured }) => ({
    groupId,
    days: numbersOf(days),
    counts: GROUP_COUNTS.map((name) => (name === 'plannedMeasured' ? numbersOf(plannedMeasured) : [])),
  }))
}

/**
 * Some days of the period, in the selected locations. Returns a row for each group: a row for each day and group takes three times as
 * long to read.
 */
const selectGroupDays = async (db: Db, scope: Scope, some: Period): Promise<GroupDays[]> => {
  const { period } = scope
  const isReported = isMeasuredRow(scope, period)
  const sums = {
    ...{ planned: sql`r.planned`, confirmed: sql`r.confirmed`, walkIn: sql`r.walk_in` },
    // Who did not come there; for all buildings, it is who did not come at all.
    noShow: sql`r.no_show + case when ${isReported} then r.elsewhere else 0 end`,
    plannedMeasured: sql`case when ${isReported} then r.planned else 0 end`,
  }
  const { rows } = await sql<Record<'groupId' | 'days' | GroupCount, string>>`
    select r.group_id as "groupId", string_agg((r.day - ${period.from}::date)::text, ',') as days, ${sql.join(
      GROUP_COUNTS.map((name) => sql`string_agg(${sql.ref(`r.${name}`)}::text, ',') as ${sql.ref(name)}`),
    )}
    from (
      select r.group_id, r.day, ${sql.join(GROUP_COUNTS.map((name) => sql`sum(${sums[name]}) as ${sql.ref(name)}`))}
      from group_rollups r
      where ${isInScope(scope, some)}
      group by r.group_id, r.day
    ) r
    group by r.group_id
  `.execute(db)
  return rows.map(({ groupId, days, ...counts }) => ({
    groupId,
    days: numbersOf(days),
    counts: GROUP_COUNTS.map((name) => numbersOf(counts[name])),
  }))
}

/** The parser of JSON needs no text for each number. */
const numbersOf = (list: string): number[] => JSON.parse(`[${list}]`) as number[]

const isAlwaysMeasured = (location: LocationState, period: Period): boolean =>
  isMeasured(location, period.from) && isMeasured(location, period.to) && silentDaysOf(location, period).length === 0

/** The silent days of the location in the period. */
const silentDaysOf = ({ silentDays }: LocationState, { from, to }: Period): string[] =>
  [...silentDays].filter((day) => day >= from && day <= to)

/**
 * Selects rows in scope whose location reported presence on the day. Locations that did so on all days are selected by id only, or all
 * but those that never did, if these are fewer.
 */
const isMeasuredRow = ({ locations }: Scope, period: Period) => {
  const always = locations.filter((location) => isAlwaysMeasured(location, period))
  const never = locations.filter(({ reportsFrom }) => reportsFrom === null)
  const sometimes = locations.filter((location) => location.reportsFrom !== null && !isAlwaysMeasured(location, period))
  const column = (name: 'locationId' | 'reportsFrom' | 'reportsUntil', some: readonly LocationState[]) =>
    arrayLiteral(some.map((each) => each[name]))
  if (sometimes.length === 0 && never.length < always.length)
    return sql`r.location_id <> all (${column('locationId', never)}::uuid[])`
  const isAlways = sql`r.location_id = any (${column('locationId', always)}::uuid[])`
  if (sometimes.length === 0) return isAlways
  const silent = sometimes.flatMap((location) =>
    silentDaysOf(location, period).map((day) => ({ locationId: location.locationId, day })),
  )
  const isSilent = sql`(r.location_id, r.day) in (
    select *
    from unnest(
      ${arrayLiteral(silent.map(({ locationId }) => locationId))}::uuid[], ${arrayLiteral(silent.map(({ day }) => day))}::date[]
    )
  )`
  return sql`(${isAlways} or exists (
    select
    from unnest(
      ${column('locationId', sometimes)}::uuid[], ${column('reportsFrom', sometimes)}::date[],
      ${column('reportsUntil', sometimes)}::date[]
    ) as w (id, first, last)
    where w.id = r.location_id and r.day >= w.first and (w.last is null or r.day <= w.last)
  ) ${silent.length > 0 ? sql`and not ${isSilent}` : sql``})`
}
