import type { GroupFigures } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { daysBetween } from '../../platform/time/day.ts'
import { countedDays } from './covered-days.ts'
import { GROUP_COUNTS, type GroupDays, listGroupDays } from './group-store.ts'
import type { Group } from './group-tree.ts'
import {
  type Crowd,
  type DayColumns,
  type DayKinds,
  dayKindsOf,
  HIDDEN_KPIS,
  isWorkday,
  kpisOfColumns,
  sumOf,
  togethernessOf,
} from './kpis.ts'
import { countMeasuredDays, isMeasured } from './location-states.ts'
import { openSecondReader } from './parallel-reads.ts'
import { freshnessOf, type Scope } from './scope.ts'
import { shownWithheld } from './withheld.ts'
import { listAllocations, listZones, type ZoneState } from './zone-store.ts'

type GroupFigure = GroupFigures['groups'][number]

/** Days of groups from which on two connections add them up, in selected buildings: those of all are added up already. */
const MANY_GROUP_DAYS = 10_000

/** The attendance of each group in scope, including its descendants. */
export const getGroupFigures = async (db: Db, scope: Scope): Promise<GroupFigures> => {
  const { orgId, tree, groupIds, locationIds, locations, privacy, period } = scope
  const groupDays = tree.groups.length * daysBetween(period.from, period.to)
  if (locationIds && groupDays >= MANY_GROUP_DAYS) await openSecondReader(db)
  const zones = new Map((await listZones(db, orgId, scope)).map((zone) => [zone.zoneId, zone]))
  const allocations = Map.groupBy(await listAllocations(db, orgId), ({ groupId }) => groupId)
  const byGroup = Map.groupBy(await listGroupDays(db, scope), ({ groupId }) => groupId)
  const days = countedDays(scope, period)
  const measuredDays = countMeasuredDays(locations, days.filter(isWorkday))
  const members = Map.groupBy(
    scope.members.filter(({ locationId }) => locationIds?.has(locationId) ?? true),
    ({ groupId }) => groupId,
  )
  const firstDay = days[0] === undefined ? 0 : daysBetween(period.from, days[0])
  const isMeasuredAt = (place: number) => locations.some((location) => isMeasured(location, days[place] as string))
  const [kinds, untold] = [dayKindsOf(days, isMeasuredAt), dayKindsOf(days, () => false)]
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
      counts: countsOf(byGroup.get(groupId), firstDay, days.length),
    }
  }
  tree.sumUp(own, add, (groupId, sum) => {
    const group = meant.get(groupId)
    if (!group) return
    const canTell = locationIds !== null || sum.people === 0 || sum.personDays > 0
    const shown = shownWithheld(scope, withheld(groupId, sum.people))
    const known = () => shownFigures(canTell ? kinds : untold, columnsOf(sum.counts, days.length), sum)
    figures.set(groupId, {
      ...{ groupId, groupName: group.groupName, groupType: group.groupType, parentId: group.parentId, ...shown },
      ...{ members: sum.people, allocatedDesks: capacityOf(zones, sum.zoneIds) },
      ...(shown.hidden ? HIDDEN : known()),
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
    for (let place = 0; place < counts.length; place += 1) sum[place] = (sum[place] as number) + (counts[place] as number)
  }
  return {
    ...{ people: a.people + b.people, personDays: a.personDays + b.personDays },
    ...{ zoneIds: more.zoneIds, counts: a.counts ?? b.counts },
  }
}

const HIDDEN = { ...HIDDEN_KPIS, togetherness: null, recommendedDesks: null }

const shownFigures = (kinds: DayKinds, columns: DayColumns, crowd: Crowd) => {
  const kpis = kpisOfColumns(kinds, columns, crowd)
  const recommendedDesks = kpis.p90 === null ? null : Math.ceil(kpis.p90)
  return { ...kpis, togetherness: togethernessOf(kinds, columns, crowd.people), recommendedDesks }
}

const capacityOf = (zones: ReadonlyMap<string, ZoneState>, zoneIds: ReadonlySet<string>): number =>
  [...zoneIds].reduce((sum, zoneId) => sum + (zones.get(zoneId)?.capacity ?? 0), 0)

/** The counts of as many days, from the first one on, which is this many days after the first of the period. */
const countsOf = (parts: readonly GroupDays[] | undefined, firstDay: number, count: number): number[][] | undefined =>
  parts &&
  GROUP_COUNTS.map((_, name) => {
    const column = new Array<number>(count).fill(0)
    for (const { days, counts } of parts) {
      const some = counts[name] as readonly number[]
      for (let at = 0; at < some.length; at += 1) {
        const place = (days[at] as number) - firstDay
        if (place >= 0 && place < count) column[place] = (column[place] as number) + (some[at] as number)
      }
    }
    return column
  })

const columnsOf = (counts: Sum['counts'], count: number): DayColumns => {
  const zeros = counts ? [] : new Array<number>(count).fill(0)
  const [planned = zeros, confirmed = zeros, walkIn = zeros, noShow = zeros, plannedMeasured = zeros] = counts ?? []
  return { planned, confirmed, walkIn, noShow, plannedMeasured }
}
