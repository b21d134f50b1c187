import { sql } from 'kysely'
import { NO_ID } from '../../gate/parameters/filters.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysAfter, daysBetween } from '../../platform/time/day.ts'
import type { Period } from './covered-days.ts'
import type { DayCounts } from './kpis.ts'
import { isMeasured, type LocationState } from './location-states.ts'
import { both, hasSecondReader } from './parallel-reads.ts'
import type { Scope } from './scope.ts'

const COUNT_COLUMNS = [
  'planned',
  'remote',
  'away',
  'confirmed',
  'no_show',
  'unconfirmed',
  'walk_in',
  'booked',
  'elsewhere',
  'released',
]
const FIELDS = ['planned', 'remote', 'away', 'confirmed', 'noShow', 'unconfirmed', 'walkIn', 'booked', 'elsewhere', 'released']
const COUNTS = sql.raw(COUNT_COLUMNS.map((column, index) => `r.${column} as "${FIELDS[index]}"`).join(', '))
const SUMS = sql.raw(COUNT_COLUMNS.map((column, index) => `sum(r.${column})::integer as "${FIELDS[index]}"`).join(', '))

/** Selects rows of rollups `r` in scope; all have one of all locations. The caller selects the published days. */
export const isInScope = ({ orgId, locations, locationIds, groupIds }: Scope, { from, to }: Period) => sql`
  r.org_id = ${orgId} and r.day between ${from} and ${to}
  ${locationIds ? sql`and r.location_id = any (${arrayLiteral(locations.map(({ locationId }) => locationId))}::uuid[])` : sql``}
  ${groupIds ? sql`and r.group_id = any (${arrayLiteral(groupIds.size > 0 ? [...groupIds] : [NO_ID])}::uuid[])` : sql``}`

export interface LocationDay extends DayCounts {
  readonly day: string
  readonly locationId: string
}

/** Counts by day and location, of the groups in scope or of everyone. */
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
  /** How many days after the first day of the period each of them is. */
  readonly days: readonly number[]
  /** In the order of `GROUP_COUNTS`. */
  readonly counts: readonly (readonly number[])[]
}

/** Returns each group once. With a second connection, each of them adds up half of the days. */
export const listGroupDays = async (db: Db, scope: Scope, period: Period): Promise<GroupDays[]> => {
  // Nearly always all plans are where presence is reported, and then no row has to be asked.
  const isAlike = !(await hasUnmeasuredPlans(db, scope, period))
  const read = (reader: Db, days: Period) => selectGroupDays(reader, scope, { period, days, isAlike })
  if (!hasSecondReader(db)) return read(db, period)
  const middle = daysAfter(period.from, Math.floor(daysBetween(period.from, period.to) / 2))
  const halves = await both(
    db,
    (one) => read(one, { from: period.from, to: middle }),
    (other) => read(other, { from: daysAfter(middle, 1), to: period.to }),
  )
  return [...Map.groupBy(halves.flat(), ({ groupId }) => groupId)].map(([groupId, parts]) => ({
    groupId,
    days: parts.flatMap(({ days }) => days),
    counts: GROUP_COUNTS.map((_, index) => parts.flatMap(({ counts }) => counts[index] as readonly number[])),
  }))
}

interface SelectedDays {
  readonly period: Period
  /** Days of the period. */
  readonly days: Period
  /** Whether all plans are where presence is reported. */
  readonly isAlike: boolean
}

/** Returns a row for each group: a row for each day and group takes three times as long to read. */
const selectGroupDays = async (db: Db, scope: Scope, { period, days: some, isAlike }: SelectedDays): Promise<GroupDays[]> => {
  const isReported = isMeasuredRow(scope, period)
  const sums = {
    ...{ planned: sql`r.planned`, confirmed: sql`r.confirmed`, walkIn: sql`r.walk_in` },
    // For selected buildings this counts who did not come there; for all buildings, who did not come at all.
    noShow: scope.locationIds ? sql`r.no_show + case when ${isReported} then r.elsewhere else 0 end` : sql`r.no_show`,
    plannedMeasured: sql`case when ${isReported} then r.planned else 0 end`,
  }
  const names = isAlike ? GROUP_COUNTS.filter((name) => name !== 'plannedMeasured') : GROUP_COUNTS
  const { rows } = await sql<Record<'groupId' | 'days' | GroupCount, string>>`
    select r.group_id as "groupId", string_agg((r.day - ${period.from}::date)::text, ',') as days, ${sql.join(
      names.map((name) => sql`string_agg(${sql.ref(`r.${name}`)}::text, ',') as ${sql.ref(name)}`),
    )}
    from (
      select r.group_id, r.day, ${sql.join(names.map((name) => sql`sum(${sums[name]}) as ${sql.ref(name)}`))}
      from group_rollups r
      where ${isInScope(scope, some)}
      group by r.group_id, r.day
    ) r
    group by r.group_id
  `.execute(db)
  return rows.map(({ groupId, days, ...counts }) => ({
    groupId,
    days: numbersOf(days),
    counts: GROUP_COUNTS.map((name) => numbersOf(isAlike && name === 'plannedMeasured' ? counts.planned : counts[name])),
  }))
}

/** The parser of JSON needs no text for each number. */
const numbersOf = (list: string): number[] => JSON.parse(`[${list}]`) as number[]

const isAlwaysMeasured = (location: LocationState, period: Period): boolean =>
  isMeasured(location, period.from) && isMeasured(location, period.to) && silentDaysOf(location, period).length === 0

/** The silent days of the location in the period. */
const silentDaysOf = ({ silentDays }: LocationState, { from, to }: Period): string[] =>
  [...silentDays].filter((day) => day >= from && day <= to)

/** Whether anyone planned to come where presence may not have been reported on the day. */
const hasUnmeasuredPlans = async (db: Db, { orgId, locations }: Scope, period: Period): Promise<boolean> => {
  const unsure = locations.filter((location) => !isAlwaysMeasured(location, period)).map(({ locationId }) => locationId)
  if (unsure.length === 0) return false
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select
      from location_rollups r
      where r.org_id = ${orgId} and r.location_id = any (${arrayLiteral(unsure)}::uuid[])
        and r.day between ${period.from} and ${period.to} and r.planned > 0
    ) as has`.execute(db)
  return rows[0]?.has ?? true
}

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

export const GROUP_COUNTS = ['planned', 'confirmed', 'walkIn', 'noShow', 'plannedMeasured'] as const
type GroupCount = (typeof GROUP_COUNTS)[number]
