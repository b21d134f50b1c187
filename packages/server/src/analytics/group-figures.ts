import type { GroupFigures } from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { GROUP_COUNTS, type GroupDays, listGroupDays } from './day-store.ts'
import type { Group } from './group-tree.ts'
import { type CountedDay, HIDDEN_KPIS, kpisOf, togethernessOf } from './kpis.ts'
import { countedDays, freshnessOf, type Scope } from './scope.ts'
import { listAllocations, listZones, type ZoneState } from './zone-store.ts'

type GroupFigure = GroupFigures['groups'][number]

/** Attendance of each group in scope, with all below it. */
export const getGroupFigures = async (db: Db, scope: Scope): Promise<GroupFigures> => {
  const { orgId, tree, groupIds, locationIds, privacy, period } = scope
  const byGroup = new Map((await listGroupDays(db, scope, period)).map((days) => [days.groupId, days]))
  const zones = new Map((await listZones(db, orgId, scope)).map((zone) => [zone.zoneId, zone]))
  const allocations = Map.groupBy(await listAllocations(db, orgId), ({ groupId }) => groupId)
  const members = privacy.peopleByGroup(locationIds)
  const days = countedDays(scope, period)

  const figure = (group: Group): GroupFigure => {
    const all = tree.below(group.groupId)
    const people = [...all].reduce((sum, id) => sum + (members.get(id) ?? 0), 0)
    const given = new Set([...all].flatMap((id) => allocations.get(id)?.map(({ zoneId }) => zoneId) ?? []))
    return {
      ...{ groupId: group.groupId, groupName: group.groupName, groupType: group.groupType, parentId: group.parentId },
      ...{ members: people, allocatedDesks: capacityOf(zones, given) },
      ...(privacy.allow(all, locationIds) ? shown(sumDays(days, all, byGroup), people) : HIDDEN),
    }
  }
  const groups = tree.groups.filter(({ groupId, status }) => status === 'active' && (groupIds?.has(groupId) ?? true))
  return { groups: groups.map(figure), ...freshnessOf(scope) }
}

const HIDDEN = { hidden: true, ...HIDDEN_KPIS, togetherness: null, recommendedDesks: null }

const shown = (days: readonly CountedDay[], people: number) => {
  const kpis = kpisOf(days, people)
  const recommendedDesks = kpis.p90 === null ? null : Math.ceil(kpis.p90)
  return { hidden: false, ...kpis, togetherness: togethernessOf(days, people), recommendedDesks }
}

const capacityOf = (zones: ReadonlyMap<string, ZoneState>, zoneIds: ReadonlySet<string>): number =>
  [...zoneIds].reduce((sum, zoneId) => sum + (zones.get(zoneId)?.capacity ?? 0), 0)

/** Of several groups together, a row for each of the days. */
const sumDays = (
  days: readonly string[],
  groupIds: ReadonlySet<string>,
  byGroup: ReadonlyMap<string, GroupDays>,
): CountedDay[] => {
  const places = new Map(days.map((day, index) => [day, index]))
  const sums = GROUP_COUNTS.map(() => new Array<number>(days.length).fill(0))
  for (const groupId of groupIds) {
    const group = byGroup.get(groupId)
    if (!group) continue
    for (const [at, day] of group.days.entries()) {
      const index = places.get(day)
      if (index === undefined) continue
      for (const [name, sum] of sums.entries()) sum[index] = (sum[index] as number) + (group.counts[name]?.[at] as number)
    }
  }
  const [planned, confirmed, walkIn, noShow] = sums as [number[], number[], number[], number[]]
  const of = (sum: readonly number[], index: number) => sum[index] as number
  return days.map((day, index) => ({
    ...{ day, planned: of(planned, index), confirmed: of(confirmed, index) },
    ...{ walkIn: of(walkIn, index), noShow: of(noShow, index), remote: 0, away: 0, unconfirmed: 0, booked: 0 },
  }))
}
