import type { GroupFigures } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { countedDays } from './covered-days.ts'
import { GROUP_COUNTS, type GroupDays, listGroupDays } from './day-store.ts'
import type { Group } from './group-tree.ts'
import { type CountedDay, type Crowd, HIDDEN_KPIS, isWorkday, kpisOf, sumOf, togethernessOf } from './kpis.ts'
import { countMeasuredDays, isMeasured } from './location-states.ts'
import { freshnessOf, type Scope } from './scope.ts'
import { shownWithheld } from './withheld.ts'
import { listAllocations, listZones, type ZoneState } from './zone-store.ts'

type GroupFigure = GroupFigures['groups'][number]

/** The attendance of each group in scope, including its descendants. */
export const getGroupFigures = async (db: Db, scope: Scope): Promise<GroupFigures> => {
  const { orgId, tree, groupIds, locationIds, locations, privacy, period } = scope
  const byGroup = new Map((await listGroupDays(db, scope, period)).map((days) => [days.groupId, days]))
  const zones = new Map((await listZones(db, orgId, scope)).map((zone) => [zone.zoneId, zone]))
  const allocations = Map.groupBy(await listAllocations(db, orgId), ({ groupId }) => groupId)
  const days = countedDays(scope, period)
  const measuredDays = countMeasuredDays(locations, days.filter(isWorkday))
  const members = Map.groupBy(
    scope.members.filter(({ locationId }) => locationIds?.has(locationId) ?? true),
    ({ groupId }) => groupId,
  )
  const places = new Map(days.map((day, index) => [day, index]))
  const measured = days.map((day) => locations.some((location) => isMeasured(location, day)))
  const withheld = privacy.withheldTrees(locationIds)
  const isMeant = ({ groupId, status }: Group) => status === 'active' && (groupIds?.has(groupId) ?? true)
  const meant = new Map(tree.groups.filter(isMeant).map((group) => [group.groupId, group]))

  const figures = new Map<string, GroupFigure>()
  const own = (groupId: string): Sum => {
    const some = members.get(groupId) ?? []
    return {
      people: sumOf(some.map(({ people }) => people)),
      personDays: sumOf(some.map(({ locationId, people }) => people * (measuredDays.get(locationId) ?? 0))),
      zoneIds: new Set(allocations.get(groupId)?.map(({ zoneId }) => zoneId)),
      counts: countsOf(places, byGroup.get(groupId)),
    }
  }
  tree.sumUp(own, add, (groupId, sum) => {
    const group = meant.get(groupId)
    if (!group) return
    const canTell = locationIds !== null || sum.people === 0 || sum.personDays > 0
    const shown = shownWithheld(scope, withheld(groupId, sum.people))
    const known = () => countedDaysOf(days, sum.counts, (index) => canTell && measured[index] === true)
    figures.set(groupId, {
      ...{ groupId, groupName: group.groupName, groupType: group.groupType, parentId: group.parentId, ...shown },
      ...{ members: sum.people, allocatedDesks: capacityOf(zones, sum.zoneIds) },
      ...(shown.hidden ? HIDDEN : shownFigures(known(), sum)),
    })
  })
  return { groups: [...meant.keys()].flatMap((groupId) => figures.get(groupId) ?? []), ...freshnessOf(scope) }
}

/** The counts of a group, or of several together. */
interface Sum extends Crowd {
  readonly zoneIds: Set<string>
  /** In the order of `GROUP_COUNTS`, day by day; undefined if there are no rows. */
  readonly counts: number[][] | undefined
}

/** The larger one absorbs the smaller one, so that adding up is linear in the number of counts, however deep the groups are. */
const add = (a: Sum, b: Sum): Sum => {
  const [more, fewer] = a.zoneIds.size < b.zoneIds.size ? [b, a] : [a, b]
  for (const zoneId of fewer.zoneIds) more.zoneIds.add(zoneId)
  for (const [name, counts] of (a.counts && b.counts?.entries()) ?? []) {
    const sum = a.counts?.[name] as number[]
    for (const [index, count] of counts.entries()) sum[index] = (sum[index] as number) + count
  }
  return {
    ...{ people: a.people + b.people, personDays: a.personDays + b.personDays },
    ...{ zoneIds: more.zoneIds, counts: a.counts ?? b.counts },
  }
}

const HIDDEN = { ...HIDDEN_KPIS, togetherness: null, recommendedDesks: null }

const shownFigures = (days: readonly CountedDay[], crowd: Crowd) => {
  const kpis = kpisOf(days, crowd)
  const recommendedDesks = kpis.p90 === null ? null : Math.ceil(kpis.p90)
  return { ...kpis, togetherness: togethernessOf(days, crowd.people), recommendedDesks }
}

const capacityOf = (zones: ReadonlyMap<string, ZoneState>, zoneIds: ReadonlySet<string>): number =>
  [...zoneIds].reduce((sum, zoneId) => sum + (zones.get(zoneId)?.capacity ?? 0), 0)

/** `places` maps each day to its index. */
const countsOf = (places: ReadonlyMap<string, number>, group: GroupDays | undefined): number[][] | undefined => {
  if (!group) return undefined
  const rows = GROUP_COUNTS.map(() => new Array<number>(places.size).fill(0))
  for (const [at, day] of group.days.entries()) {
    const index = places.get(day)
    if (index === undefined) continue
    for (const [name, row] of rows.entries()) row[index] = group.counts[name]?.[at] as number
  }
  return rows
}

/** Returns a row for each of the days. */
const countedDaysOf = (
  days: readonly string[],
  counts: Sum['counts'],
  isMeasuredAt: (index: number) => boolean,
): CountedDay[] => {
  const [planned, confirmed, walkIn, noShow, plannedMeasured] = counts ?? []
  return days.map((day, index) => ({
    ...{ day, planned: planned?.[index] ?? 0, confirmed: confirmed?.[index] ?? 0, walkIn: walkIn?.[index] ?? 0 },
    ...{ noShow: noShow?.[index] ?? 0, remote: 0, away: 0, unconfirmed: 0, booked: 0, elsewhere: 0, released: 0 },
    ...{ isMeasured: isMeasuredAt(index), plannedMeasured: plannedMeasured?.[index] ?? 0 },
  }))
}
