import { FORECAST_DAYS, type ForecastFigures } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { daysAfter, daysBetween, daysFrom, weekdayOf } from '../../platform/time/day.ts'
import { type LocationDay, listLocationDays } from './day-store.ts'
import { createForecaster, HISTORY_DAYS, MIN_WORKING_DAYS, type PastDay } from './forecast-method.ts'
import type { FutureDays } from './future-days.ts'
import { getFutureFigures } from './future-figures.ts'
import { seenOf } from './kpis.ts'
import type { LatePlansOfDay } from './late-plan-store.ts'
import type { LatePlans } from './late-plans.ts'
import { isMeasured, type LocationState } from './location-states.ts'
import { readScope } from './scope.ts'
import { shownWithheld } from './withheld.ts'

type LocationForecast = ForecastFigures['locations'][number]
type DayForecast = LocationForecast['days'][number]

/** What a node remembers of the plans of future and past days. */
interface Remembered {
  readonly futureDays: FutureDays
  readonly latePlans: LatePlans
}

/** If no one comes although this many people were expected, the readers were silent; fewer may all be away by chance. */
const MIN_SILENT = 5

/** How many people are expected in active buildings from their today on, learned from the published days of six weeks. */
export const getForecastFigures = async (
  db: Db,
  { futureDays, latePlans }: Remembered,
  orgId: string,
  query: { readonly locationIds?: string | undefined },
): Promise<ForecastFigures> => {
  const today = await readToday(db, orgId)
  const period = { from: daysAfter(today, -HISTORY_DAYS), to: daysAfter(today, -1) }
  const asked = query.locationIds === undefined ? {} : { locationIds: query.locationIds }
  const scope = await readScope(db, orgId, { ...period, ...asked })
  const future = await getFutureFigures(db, futureDays, orgId, { days: FORECAST_DAYS, locationIds: scope.locationIds })
  if (future.locations.length === 0) return { locations: [] }

  const calendar = await readCalendar(db, orgId, period.from, period.to)
  const rows = Map.groupBy(await listLocationDays(db, scope, period), ({ locationId }) => locationId)
  const late = await latePlans.read(db, orgId, [...daysFrom(period.from, period.to)])
  const states = new Map(scope.locations.map((location) => [location.locationId, location]))
  return {
    locations: future.locations.map(({ locationId, locationName, capacity, days }) => {
      const location = states.get(locationId as string) as LocationState
      const shown = shownWithheld(scope, scope.privacy.withheld(null, new Set([location.locationId])))
      const workingDays = calendar.workingDays.get(location.locationId) ?? []
      const history = historyOf(location, rows.get(location.locationId) ?? [], calendar.left, late, period)
      const measuredDays = history.filter(({ day }) => workingDays.includes(weekdayOf(day))).length
      const firstDay = days[0]?.day as string
      const isReporting = isMeasured(location, firstDay)
      const forecaster = isReporting && !shown.hidden ? createForecaster(history, workingDays) : undefined
      return {
        ...{ locationId, locationName, ...shown, capacity, measuredDays, neededDays: MIN_WORKING_DAYS },
        state: !isReporting ? 'notReporting' : measuredDays < MIN_WORKING_DAYS ? 'notEnoughDays' : 'forecast',
        days: days.map((coming) => forecastDay(coming, daysBetween(firstDay, coming.day), forecaster)),
      }
    }),
  }
}

const NOTHING = { expected: null, low: null, high: null, basis: null }

/** No one is expected on a closed day. */
const forecastDay = (
  { day, dayType, dayName, planned, booked }: Pick<DayForecast, 'day' | 'dayType' | 'dayName' | 'planned' | 'booked'>,
  daysAhead: number,
  forecaster: ReturnType<typeof createForecaster>,
): DayForecast => {
  const known = { day, dayType, dayName, planned, booked }
  if (!forecaster) return { ...known, ...NOTHING }
  if (dayType !== null) return { ...known, ...NOTHING, expected: 0, low: 0, high: 0 }
  const { expected, low, high, ...basis } = forecaster({ day, daysAhead, planned })
  return { ...known, expected, low, high, basis }
}

/** A building and a day in one key. */
const keyOf = (locationId: string, day: string): string => `${locationId} ${day}`

/**
 * The published days on which it is known who came: the building was open and its readers worked. A silent day is
 * an outage that is not entered yet.
 */
const historyOf = (
  location: LocationState,
  rows: readonly LocationDay[],
  left: ReadonlySet<string>,
  late: ReadonlyMap<string, LatePlansOfDay>,
  { from, to }: { readonly from: string; readonly to: string },
): PastDay[] => {
  const { locationId, firstDay, publishedThrough } = location
  if (firstDay === null || publishedThrough === null) return []
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = daysFrom(firstDay > from ? firstDay : from, publishedThrough < to ? publishedThrough : to)
  return [...days].flatMap((day) => {
    const { planned = 0, confirmed = 0, walkIn = 0 } = byDay.get(day) ?? {}
    if (!isMeasured(location, day) || left.has(keyOf(locationId, day))) return []
    if (planned >= MIN_SILENT && seenOf({ confirmed, walkIn }) === 0) return []
    return [{ day, planned, confirmed, walkIn, late: late.get(day)?.get(locationId) ?? [] }]
  })
}

/** The latest local date of all buildings, so that the days before include the yesterday of each. */
const readToday = async (db: Db, orgId: string): Promise<string> => {
  const { rows } = await sql<{ today: string }>`
    select max(local_day(now(), time_zone, day_start_hour))::text as today
    from publishing_locations
    where org_id = ${orgId}`.execute(db)
  return rows[0]?.today as string
}

interface Calendar {
  readonly workingDays: ReadonlyMap<string, readonly number[]>
  /** Building and day of holidays, closures and outages, which are left out. */
  readonly left: ReadonlySet<string>
}

const readCalendar = async (db: Db, orgId: string, firstDay: string, lastDay: string): Promise<Calendar> => {
  const { rows: locations } = await sql<{ locationId: string; workingDays: number[] }>`
    select id as "locationId", working_days as "workingDays"
    from locations
    where org_id = ${orgId} and status = 'active'`.execute(db)
  const { rows: special } = await sql<{ locationId: string; day: string }>`
    select location_id as "locationId", day
    from special_days(${orgId}::uuid, ${firstDay}::date, ${lastDay}::date)`.execute(db)
  return {
    workingDays: new Map(locations.map(({ locationId, workingDays }) => [locationId, workingDays])),
    left: new Set(special.map(({ locationId, day }) => keyOf(locationId, day))),
  }
}
