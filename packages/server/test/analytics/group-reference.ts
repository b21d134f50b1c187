import { expect } from 'vitest'
import { daysAfter } from '../../src/platform/time/day.ts'
import { countedDays, type Period } from '../../src/warehouse/analytics/covered-days.ts'
import { GROUP_COUNTS, listGroupDays } from '../../src/warehouse/analytics/group-store.ts'
import { isMeasured } from '../../src/warehouse/analytics/location-states.ts'
import { inSnapshot, readScope, type Scope } from '../../src/warehouse/analytics/scope.ts'
import type { AnalyticsOffice } from './office.ts'

interface GroupRow {
  readonly day: string
  readonly locationId: string
  readonly groupId: string
  readonly planned: number
  readonly confirmed: number
  readonly walkIn: number
  readonly noShow: number
}

/** Sums by group and day, each in the order of `GROUP_COUNTS`. */
const createSums = () => {
  const sums = new Map<string, number[]>()
  return {
    add(groupId: string, day: string, counts: readonly number[]) {
      const sum = sums.get(`${groupId} ${day}`) ?? GROUP_COUNTS.map(() => 0)
      sums.set(
        `${groupId} ${day}`,
        sum.map((value, index) => value + (counts[index] as number)),
      )
    },
    sorted: () => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}

/** The days of groups in all buildings, as the figures add them up. */
const addedDays = async ({ db, orgId }: AnalyticsOffice, query: Period & { groupIds?: string }) =>
  inSnapshot(db, async (snapshot) => {
    const scope = await readScope(snapshot, orgId, query)
    const sums = createSums()
    for (const { groupId, days, counts } of await listGroupDays(snapshot, scope)) {
      for (const [name, column] of counts.entries()) {
        for (const [at, count] of column.entries()) {
          const day = daysAfter(query.from, days[at] as number)
          if (day < query.from || day > query.to) continue
          sums.add(
            groupId,
            day,
            GROUP_COUNTS.map((_, index) => (index === name ? count : 0)),
          )
        }
      }
    }
    return { scope, days: sums.sorted() }
  })

/** The same from the rows of each building. */
const daysOfRows = async ({ run }: AnalyticsOffice, scope: Scope) => {
  const { locations, groupIds, period } = scope
  const byId = new Map(locations.map((location) => [location.locationId, location]))
  const isMeasuredAt = (locationId: string, day: string) => {
    const location = byId.get(locationId)
    return location !== undefined && isMeasured(location, day)
  }
  const counted = countedDays(scope, period).filter((day) => locations.some((location) => isMeasured(location, day)))
  const { rows } = (await run(
    `select day::text, location_id as "locationId", group_id as "groupId", planned, confirmed, walk_in as "walkIn",
       no_show as "noShow"
     from group_rollups
     where org_id = $1 and day between $2 and $3`,
    ...[period.from, period.to],
  )) as { rows: GroupRow[] }
  const sums = createSums()
  for (const { day, locationId, groupId, planned, confirmed, walkIn, noShow } of rows) {
    if (groupIds && !groupIds.has(groupId)) continue
    // On other days nothing is said about who came.
    const plannedMeasured = counted.includes(day) && !isMeasuredAt(locationId, day) ? 0 : planned
    sums.add(groupId, day, [planned, confirmed, walkIn, noShow, plannedMeasured])
  }
  return sums.sorted()
}

/** The months of groups give for a period what the rows of its days and buildings add up to. */
export const expectGroupDays = async (office: AnalyticsOffice, query: Period & { groupIds?: string }) => {
  const { scope, days } = await addedDays(office, query)
  expect(days).toEqual(await daysOfRows(office, scope))
  return days
}
