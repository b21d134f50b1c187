import type { AttendanceFigures, AttendanceKpis } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { daysFrom, weekdayOf } from '../../platform/time/day.ts'
import { readComparable } from './comparable.ts'
import { compareDays, countedDays } from './covered-days.ts'
import { type LocationDay, listLocationDays } from './day-store.ts'
import { type CountedDay, HIDDEN_KPIS, isWorkday, kpisOf, meanOf, ratioOf, seenOf, sumOf } from './kpis.ts'
import { countMeasuredDays, isMeasured, type LocationState } from './location-states.ts'
import type { Members } from './members.ts'
import { COUNTS, type CountName } from './rollup-tally.ts'
import { freshnessOf, type Scope, shownLocation } from './scope.ts'
import { type Shown, shownWithheld } from './withheld.ts'

/** The attendance of a period and of the earlier days it is compared with, by weekday and by location. */
export const getAttendanceFigures = async (db: Db, scope: Scope): Promise<AttendanceFigures> => {
  const { period, previous, groupIds, locationIds, privacy, locations } = scope
  const rows = await listLocationDays(db, scope, { from: previous.from, to: period.to })
  const here = ask(scope, rows, locations, locationIds !== null)
  const shown = shownWithheld(scope, privacy.withheld(groupIds, locationIds))
  const comparable = await readComparable(db, scope, shown)
  const kpis = ({ hidden }: Shown, days: readonly string[]): AttendanceKpis => (hidden ? HIDDEN_KPIS : kpisOfDays(here, days))
  const { daysBack, days, before } = compareDays(scope)
  const counted = countedDays(scope, period)
  const byLocation = Map.groupBy(rows, ({ locationId }) => locationId)
  return {
    ...shown,
    days: shown.hidden ? [] : daysOf(here, counted).map(shownDay),
    kpis: kpis(shown, counted),
    previous: {
      ...{ ...previous, daysBack, ...comparable, days: comparable.hidden ? [] : [...days] },
      ...{ kpis: kpis(comparable, before), current: kpis(comparable, days) },
    },
    weekdays: shown.hidden ? [] : weekdaysOf(here, counted),
    locations: locations.map((location) => locationKpis(scope, location, byLocation.get(location.locationId) ?? [])),
    ...freshnessOf(scope),
  }
}

/** The counts to read: people who came to these locations, and people who were expected there. */
interface Question {
  readonly scope: Scope
  readonly within: readonly LocationState[]
  readonly sums: ReadonlyMap<string, CountedDay>
  /** The active users in scope by their primary location. */
  readonly people: ReadonlyMap<string, number>
}

const NO_COUNTS = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<CountName, number>

/** Per building, people who came to another building than planned did not come; over all buildings, they did. */
const ask = (scope: Scope, rows: readonly LocationDay[], within: readonly LocationState[], isByBuilding: boolean): Question => {
  const byId = new Map(within.map((location) => [location.locationId, location]))
  const sumOfDay = (day: string) => ({
    ...{ day, ...NO_COUNTS, plannedMeasured: 0, isMeasured: within.some((location) => isMeasured(location, day)) },
  })
  const sums = new Map<string, ReturnType<typeof sumOfDay>>()
  for (const day of daysFrom(scope.previous.from, scope.period.to)) sums.set(day, sumOfDay(day))
  for (const row of rows) {
    const [sum, location] = [sums.get(row.day), byId.get(row.locationId)]
    if (!sum || !location) continue
    const isReported = isMeasured(location, row.day)
    for (const name of COUNTS) sum[name] += row[name]
    if (isReported) sum.plannedMeasured += row.planned
    if (isByBuilding) sum[isReported ? 'noShow' : 'unconfirmed'] += row.elsewhere
  }
  const isMeant = ({ groupId }: Members) => scope.groupIds?.has(groupId) ?? true
  const people = new Map<string, number>()
  for (const each of scope.members.filter(isMeant)) {
    if (byId.has(each.locationId)) people.set(each.locationId, (people.get(each.locationId) ?? 0) + each.people)
  }
  return { scope, within, sums, people }
}

/** Sums up the days. For groups without people in a building that reported presence, it is not known who came. */
const daysOf = (question: Question, days: readonly string[]): CountedDay[] => {
  const { scope, sums, people } = question
  const canTell = scope.groupIds === null || scope.locationIds !== null || people.size === 0 || personDaysOf(question, days) > 0
  const some = days.map((day) => sums.get(day) as CountedDay)
  return canTell ? some : some.map((day) => ({ ...day, isMeasured: false }))
}

/** People whose building reported presence, summed over the days. */
const personDaysOf = ({ within, people }: Question, days: readonly string[]): number =>
  sumOf([...countMeasuredDays(within, days)].map(([locationId, count]) => count * (people.get(locationId) ?? 0)))

const kpisOfDays = (question: Question, days: readonly string[]): AttendanceKpis =>
  kpisOf(daysOf(question, days), {
    people: sumOf([...question.people.values()]),
    personDays: personDaysOf(question, days.filter(isWorkday)),
  })

/** Leaves out who came where it is not known. */
const shownDay = ({ isMeasured: isKnown, ...day }: CountedDay): AttendanceFigures['days'][number] => {
  const { confirmed, noShow, walkIn, plannedMeasured } = day
  const came = { confirmed, noShow, walkIn, plannedMeasured, seen: seenOf(day) }
  return { ...day, ...(isKnown ? came : { confirmed: null, noShow: null, walkIn: null, plannedMeasured: null, seen: null }) }
}

const weekdaysOf = (question: Question, days: readonly string[]): AttendanceFigures['weekdays'] =>
  [...Map.groupBy(daysOf(question, days), ({ day }) => weekdayOf(day))]
    .map(([weekday, same]) => {
      const seen = same.filter(({ isMeasured: isKnown }) => isKnown).map(seenOf)
      const of = same.map(({ day }) => day)
      return {
        ...{ weekday, averageSeen: meanOf(seen), averagePlanned: meanOf(same.map(({ planned }) => planned)) as number },
        rate: ratioOf(seen.length === 0 ? null : sumOf(seen), personDaysOf(question, of)),
      }
    })
    .sort((a, b) => a.weekday - b.weekday)

const locationKpis = (
  scope: Scope,
  location: LocationState,
  rows: readonly LocationDay[],
): AttendanceFigures['locations'][number] => {
  const shown = shownWithheld(scope, scope.privacy.withheld(scope.groupIds, new Set([location.locationId])))
  const days = countedDays(scope, scope.period, [location])
  const question = ask({ ...scope, locationIds: new Set([location.locationId]) }, rows, [location], true)
  return {
    ...{ ...shownLocation(location), ...shown },
    kpis: shown.hidden ? HIDDEN_KPIS : kpisOfDays(question, days),
    released: shown.hidden ? null : sumOf(daysOf(question, days).map(({ released }) => released)),
  }
}
