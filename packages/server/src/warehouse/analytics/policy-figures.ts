import type { PolicyFigures } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Members } from './members.ts'
import type { OpenWeeks } from './open-weeks.ts'
import { createPrivacy } from './privacy.ts'
import { NONE } from './rollup-tally.ts'
import { freshnessOf, type Scope } from './scope.ts'
import { shownWithheld } from './withheld.ts'

type Week = PolicyFigures['groups'][number]['weeks'][number]
type Forecast = PolicyFigures['groups'][number]['forecast'][number]
type OfGroup<T> = T & { readonly groupId: string }

/** What is counted of groups, before it is added up over the groups below. */
interface Sums {
  readonly weeks: Map<string, Week>
  readonly forecast: Map<string, Forecast>
}

/**
 * How many people of each group met their policy, by published week, and how many are expected to. What is shown is decided by the people
 * counted, who may be fewer than the members of a group. Weeks are compared where the same groups had people, by the fewest of each group.
 */
export const getPolicyFigures = async (db: Db, openWeeks: OpenWeeks, scope: Scope, now: Date): Promise<PolicyFigures> => {
  const { tree, groupIds, locationIds, minimum } = scope
  const published = await listWeeks(db, scope)
  const expected = await openWeeks.read(db, scope.orgId, now)
  const counted = [...(await listFewest(db, scope)), ...Map.groupBy(expected, ({ day }) => day).values()]
  const judges = counted.map((people) =>
    createPrivacy(tree, people, { people, otherGroups: new Set() }, minimum).withheldTrees(locationIds),
  )
  const isOfScope = ({ locationId }: { locationId: string }) => locationIds?.has(locationId) ?? true
  const weeksOf = Map.groupBy(published, ({ groupId }) => groupId)
  const forecastOf = Map.groupBy(expected.filter(isOfScope), ({ groupId }) => groupId)
  const figures = new Map<string, PolicyFigures['groups'][number]>()
  const own = (groupId: string): Sums | undefined => {
    const [weeks, forecast] = [weeksOf.get(groupId) ?? [], forecastOf.get(groupId) ?? []]
    return weeks.length + forecast.length === 0 ? undefined : { weeks: sumByDay(weeks), forecast: sumByDay(forecast) }
  }
  tree.sumUp(own, addSums, (groupId, { weeks, forecast }) => {
    const group = tree.byId.get(groupId)
    if (!group || !(groupIds?.has(groupId) ?? true)) return
    const { groupName, groupType, parentId } = group
    // Weeks without people of the group show nothing of it, however many members it has.
    const withheld = judges.map((judge) => judge(groupId, Number.POSITIVE_INFINITY)).find((each) => each !== undefined)
    const shown = shownWithheld(scope, withheld)
    const visible = <T extends { day: string }>(of: Map<string, T>) =>
      shown.hidden ? [] : [...of.values()].sort((a, b) => a.day.localeCompare(b.day)).map((each) => ({ ...each }))
    figures.set(groupId, {
      groupId,
      groupName,
      groupType,
      parentId,
      ...shown,
      weeks: visible(weeks),
      forecast: visible(forecast),
    })
  })
  const groups = tree.groups.flatMap(({ groupId }) => figures.get(groupId) ?? [])
  return { groups, ...freshnessOf(scope), minimumGroupSize: minimum }
}

const addCounts = <T extends { day: string; week: string }>(a: T, b: T): T => {
  const sum = Object.entries(a).map(([name, value]) => {
    const other = b[name as keyof T]
    return [name, typeof value === 'number' && typeof other === 'number' ? value + other : value]
  })
  return Object.fromEntries(sum) as T
}

const sumByDay = <T extends { day: string; week: string }>(
  of: readonly OfGroup<T & { locationId?: string }>[],
): Map<string, T> => {
  const byDay = new Map<string, T>()
  for (const { groupId: _, locationId: __, ...counts } of of) merge(byDay, counts as unknown as T)
  return byDay
}

const merge = <T extends { day: string; week: string }>(byDay: Map<string, T>, counts: T): void => {
  const known = byDay.get(counts.day)
  byDay.set(counts.day, known ? addCounts(known, counts) : counts)
}

const addSums = (a: Sums, b: Sums): Sums => {
  for (const week of b.weeks.values()) merge(a.weeks, week)
  for (const week of b.forecast.values()) merge(a.forecast, week)
  return a
}

/** The weeks of groups in all buildings of the scope together, so that rows are as many as what is shown. */
const listWeeks = async (db: Db, { orgId, period, locationIds }: Scope): Promise<OfGroup<Week>[]> => {
  const isIn = locationIds ? sql`and r.location_id = any (${arrayLiteral([...locationIds])}::uuid[])` : sql``
  const { rows } = await sql<OfGroup<Week>>`
    select r.group_id as "groupId", to_char(r.day, 'IYYY-"W"IW') as week, r.day,
      sum(r.met + r.partly + r.missed + r.exempt)::integer as people, sum(r.required)::integer as required,
      sum(r.attended)::integer as attended, sum(r.met)::integer as met, sum(r.partly)::integer as partly,
      sum(r.missed)::integer as missed, sum(r.exempt)::integer as exempt
    from policy_rollups r
    where r.org_id = ${orgId} and r.day between ${period.from} and ${period.to} ${isIn}
    group by r.group_id, r.day`.execute(db)
  return rows
}

/**
 * The fewest people of each group in any of the weeks in which the same groups had people: another week must not reveal them. Weeks with
 * other groups are apart, because people cannot hide among those of a group that had none in their week. By building if some are asked for.
 */
const listFewest = async (db: Db, { orgId, period, locationIds }: Scope): Promise<Members[][]> => {
  const building = locationIds ? sql`r.location_id` : sql`${NONE}::uuid`
  const { rows } = await sql<Members & { readonly alike: string }>`
    select w.group_id as "groupId", w.location_id as "locationId", w.alike::text as alike, min(w.people) as people
    from (
      select r.group_id, ${building} as location_id, r.day, sum(r.met + r.partly + r.missed + r.exempt)::integer as people,
        bit_xor(hashtextextended(r.group_id::text || ${building}::text, 0)) over (partition by r.day) as alike
      from policy_rollups r
      where r.org_id = ${orgId} and r.day between ${period.from} and ${period.to}
      group by r.group_id, 2, r.day
    ) w
    group by w.alike, w.group_id, w.location_id
    order by min(w.day)`.execute(db)
  return [...Map.groupBy(rows, ({ alike }) => alike).values()]
}
