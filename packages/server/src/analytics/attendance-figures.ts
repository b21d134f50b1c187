import type { AttendanceFigures, AttendanceKpis } from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { weekdayOf } from '../time/day.ts'
import { type LocationDay, listLocationDays } from './day-store.ts'
import { type CountedDay, HIDDEN_KPIS, kpisOf, meanOf, ratioOf, seenOf } from './kpis.ts'
import { COUNTS, type CountName } from './rollup-tally.ts'
import { countedDays, freshnessOf, type LocationState, type Period, type Scope, shownLocation } from './scope.ts'

/** Attendance of a period, of the period before, by weekday and by location. */
export const getAttendanceFigures = async (db: Db, scope: Scope): Promise<AttendanceFigures> => {
  const { period, previous, groupIds, locationIds, privacy, locations } = scope
  const rows = await listLocationDays(db, scope, { from: previous.from, to: period.to })
  const people = privacy.peopleOf(groupIds, locationIds)
  const days = sumDays(countedDays(scope, period), rows)
  const isShown = privacy.allow(groupIds, locationIds)
  const kpis = (of: readonly CountedDay[]): AttendanceKpis => (isShown ? kpisOf(of, people) : HIDDEN_KPIS)
  return {
    hidden: !isShown,
    days: isShown ? days.map((day) => ({ ...day, seen: seenOf(day) })) : [],
    kpis: kpis(days),
    previous: { ...previous, kpis: kpis(sumDays(countedDays(scope, previous), rows)) },
    weekdays: isShown ? weekdaysOf(days, people) : [],
    locations: locations.map((location) => locationKpis(scope, period, location, rows)),
    ...freshnessOf(scope),
  }
}

const NO_COUNTS = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<CountName, number>

/** A row for each of the days, of all locations together. */
const sumDays = (days: readonly string[], rows: readonly LocationDay[]): CountedDay[] => {
  const sums = new Map(days.map((day) => [day, { day, ...NO_COUNTS }]))
  for (const row of rows) {
    const sum = sums.get(row.day)
    if (sum) for (const name of COUNTS) sum[name] += row[name]
  }
  return [...sums.values()]
}

const weekdaysOf = (days: readonly CountedDay[], people: number): AttendanceFigures['weekdays'] =>
  [...Map.groupBy(days, ({ day }) => weekdayOf(day))]
    .map(([weekday, same]) => {
      const averageSeen = meanOf(same.map(seenOf)) as number
      const averagePlanned = meanOf(same.map(({ planned }) => planned)) as number
      return { weekday, averageSeen, averagePlanned, rate: ratioOf(averageSeen, people) }
    })
    .sort((a, b) => a.weekday - b.weekday)

const locationKpis = (
  scope: Scope,
  period: Period,
  location: LocationState,
  rows: readonly LocationDay[],
): AttendanceFigures['locations'][number] => {
  const { groupIds, privacy } = scope
  const here = new Set([location.locationId])
  const isShown = privacy.allow(groupIds, here)
  const days = () =>
    sumDays(
      countedDays(scope, period, [location]),
      rows.filter(({ locationId }) => locationId === location.locationId),
    )
  return {
    ...shownLocation(location),
    hidden: !isShown,
    kpis: isShown ? kpisOf(days(), privacy.peopleOf(groupIds, here)) : HIDDEN_KPIS,
  }
}
