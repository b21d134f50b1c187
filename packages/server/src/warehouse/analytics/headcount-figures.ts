import type { HeadcountFigures } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { countedDays } from './covered-days.ts'
import { type HeadcountDay, listHeadcountDays } from './headcount-store.ts'
import { isWorkday, meanOf, ratioOf, sumOf } from './kpis.ts'
import { countMeasuredDays, isMeasured, type LocationState } from './location-states.ts'
import { HOURS } from './rollup-events.ts'
import { NONE } from './rollup-tally.ts'
import { freshnessOf, type Scope, shownLocation } from './scope.ts'
import { shownWithheld } from './withheld.ts'

/** One day of the buildings in question, added up. */
interface SummedDay {
  readonly day: string
  /** By hour; null where it is not known who came. */
  readonly people: readonly number[] | null
  /** The hour on the clock at which the day begins: the earliest one of several buildings. */
  readonly startHour: number
  readonly visitors: readonly number[]
  readonly planned: number
  readonly booked: number
  readonly capacity: number
  /** The capacity of the buildings that reported presence. */
  readonly measuredCapacity: number
}

const NO_HOURS: readonly number[] = HOURS.map(() => 0)

/** People present at the same time, by hour, by day and by building. */
export const getHeadcountFigures = async (db: Db, scope: Scope): Promise<HeadcountFigures> => {
  const { groupIds, locationIds, privacy } = scope
  const shown = shownWithheld(scope, privacy.withheld(groupIds, locationIds))
  const byLocation = Map.groupBy(await listHeadcountDays(db, scope), ({ locationId }) => locationId)
  const rows = new Map([...byLocation].map(([id, some]) => [id, withCapacities(some)]))
  const buildings = scope.locations.filter(({ locationId }) => locationId !== NONE)
  const isOfGroups = groupIds !== null
  const days = shown.hidden ? [] : sumUp(rows, buildings, countedDays(scope, scope.period), canTell(scope, buildings))
  return {
    ...shown,
    workdays: shown.hidden ? null : averaged(days).length,
    ...averagesOf(days, isOfGroups),
    hours: hoursOf(days, isOfGroups),
    days: days.map((day) => shownDay(day, isOfGroups)),
    locations: buildings.map((building) => {
      const own = shownWithheld(scope, privacy.withheld(groupIds, new Set([building.locationId])))
      const some = own.hidden ? [] : sumUp(rows, [building], countedDays(scope, scope.period, [building]), true)
      const ofBuilding = { ...averagesOf(some, isOfGroups), days: some.map((day) => shownDay(day, isOfGroups)) }
      return { ...shownLocation(building), ...own, ...ofBuilding }
    }),
    ...freshnessOf(scope),
  }
}

/** For groups without people in a building that reported presence, it is not known who came. */
const canTell = ({ groupIds, locationIds, members, period, ...scope }: Scope, buildings: readonly LocationState[]): boolean => {
  if (groupIds === null || locationIds !== null) return true
  const measured = countMeasuredDays(scope.locations, countedDays(scope, period))
  const own = members.filter(({ groupId, people }) => groupIds.has(groupId) && people > 0)
  return own.length === 0 || own.some(({ locationId }) => buildings.length > 0 && (measured.get(locationId) ?? 0) > 0)
}

type Days = ReadonlyMap<string, HeadcountDay>

/** The rows of a building by day. Where a row has no capacity, that of the last day before counts, or else of the next one. */
const withCapacities = (rows: readonly HeadcountDay[]): { readonly days: Days; readonly capacityOn: (day: string) => number } => {
  const known = rows.filter(({ capacity }) => capacity !== null).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const days = new Map(rows.map((row) => [row.day, row]))
  const capacityOn = (day: string): number =>
    days.get(day)?.capacity ?? (known.findLast((row) => row.day < day) ?? known[0])?.capacity ?? 0
  return { days, capacityOn }
}

const sumUp = (
  rows: ReadonlyMap<string, ReturnType<typeof withCapacities>>,
  buildings: readonly LocationState[],
  days: readonly string[],
  isKnown: boolean,
): SummedDay[] =>
  days.map((day) => {
    const measured = isKnown ? buildings.filter((building) => isMeasured(building, day)) : []
    const some = buildings.flatMap(({ locationId }) => rows.get(locationId)?.days.get(day) ?? [])
    const ids = new Set(measured.map(({ locationId }) => locationId))
    const here = some.filter(({ locationId }) => ids.has(locationId))
    const capacityOf = (which: readonly LocationState[]) =>
      sumOf(which.map(({ locationId }) => rows.get(locationId)?.capacityOn(day) ?? 0))
    return {
      day,
      people: measured.length === 0 ? null : addHours(here.map(({ people }) => people)),
      startHour: Math.min(...measured.map(({ dayStartHour }) => dayStartHour)),
      visitors: addHours(some.map(({ visitors }) => visitors)),
      planned: sumOf(some.map(({ planned }) => planned)),
      booked: sumOf(some.map(({ booked }) => booked)),
      capacity: capacityOf(buildings),
      measuredCapacity: capacityOf(measured),
    }
  })

const addHours = (some: readonly (readonly number[] | null)[]): readonly number[] => {
  const [first = NO_HOURS, ...rest] = some.filter((each) => each !== null)
  if (rest.length === 0) return first
  const sum = [...first]
  for (const each of rest) for (const hour of HOURS) sum[hour] = (sum[hour] as number) + (each[hour] as number)
  return sum
}

const peakOf = ({ people }: SummedDay): number | null => people && Math.max(...people)

/** The first hour of the day with that many people. Hours before the beginning of the day are its last ones. */
const hourOf = ({ people, startHour }: SummedDay, count: number): number =>
  HOURS.map((hours) => (hours + startHour) % HOURS.length).find((hour) => people?.[hour] === count) as number

/** The days of averages: workdays or, in a period without any, all days. */
const averaged = (days: readonly SummedDay[]): readonly SummedDay[] => {
  const workdays = days.filter(({ day }) => isWorkday(day))
  return workdays.length > 0 ? workdays : days
}

const averagesOf = (days: readonly SummedDay[], isOfGroups: boolean) => {
  const measured = averaged(days).filter(({ people }) => people !== null)
  const averagePeak = meanOf(measured.map((day) => peakOf(day) as number))
  const capacity = meanOf(measured.map(({ measuredCapacity }) => measuredCapacity)) ?? 0
  return { averagePeak, averageUtilization: isOfGroups ? null : ratioOf(averagePeak, capacity) }
}

const shownDay = (summed: SummedDay, isOfGroups: boolean): HeadcountFigures['days'][number] => {
  const { day, visitors, planned, booked, capacity, measuredCapacity } = summed
  const peakPeople = peakOf(summed)
  return {
    ...{ day, peakPeople, peakHour: peakPeople ? hourOf(summed, peakPeople) : null },
    peakVisitors: isOfGroups ? null : Math.max(...visitors),
    ...{ planned, booked, capacity: isOfGroups ? null : capacity },
    utilization: isOfGroups ? null : ratioOf(peakPeople, measuredCapacity),
  }
}

const hoursOf = (days: readonly SummedDay[], isOfGroups: boolean): HeadcountFigures['hours'] => {
  if (days.length === 0) return []
  const some = averaged(days)
  const measured = some.flatMap(({ people }) => (people === null ? [] : [people]))
  const all = days.filter(({ people }) => people !== null)
  return HOURS.map((hour) => {
    const peak = all.length === 0 ? null : Math.max(...all.map(({ people }) => people?.[hour] ?? 0))
    return {
      hour,
      averagePeople: meanOf(measured.map((people) => people[hour] as number)),
      peakPeople: peak,
      peakDay: peak ? (all.find(({ people }) => people?.[hour] === peak)?.day ?? null) : null,
      averageVisitors: isOfGroups ? null : meanOf(some.map(({ visitors }) => visitors[hour] as number)),
    }
  })
}
