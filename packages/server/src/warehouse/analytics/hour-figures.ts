import type { HourFigures } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { weekdayOf } from '../../platform/time/day.ts'
import { countedDays } from './covered-days.ts'
import { isInScope } from './day-store.ts'
import { meanOf, sumOf } from './kpis.ts'
import { isMeasured } from './location-states.ts'
import { HOURS } from './rollup-events.ts'
import { freshnessOf, type Scope } from './scope.ts'
import { shownWithheld } from './withheld.ts'

interface HourDay {
  readonly day: string
  /** The counts by hour; null if there are none. */
  readonly people: readonly number[] | null
  readonly spaces: readonly number[] | null
}

/** People present and occupied spaces by weekday and hour of local time. */
export const getHourFigures = async (db: Db, scope: Scope): Promise<HourFigures> => {
  const { groupIds, locationIds, locations, privacy, period } = scope
  const shown = shownWithheld(scope, privacy.withheld(groupIds, locationIds))
  if (shown.hidden) return { ...shown, hours: [], ...freshnessOf(scope) }
  const rows = Map.groupBy(await (groupIds ? listGroupHours(db, scope) : listHours(db, scope)), ({ day }) => day)
  const days = countedDays(scope, period).map((day) => ({
    ...{ weekday: weekdayOf(day), rows: rows.get(day) ?? [] },
    isMeasured: locations.some((location) => isMeasured(location, day)),
  }))
  const hours = [...Map.groupBy(days, ({ weekday }) => weekday)]
    .sort(([a], [b]) => a - b)
    .flatMap(([weekday, same]) =>
      HOURS.flatMap((hour) => {
        const measured = same.filter((day) => day.isMeasured)
        const people = measured.map((day) => sumOf(day.rows.map((row) => row.people?.[hour] ?? 0)))
        const spaces = sumOf(same.flatMap((day) => day.rows.map((row) => row.spaces?.[hour] ?? 0)))
        const peakPeople = people.length === 0 ? null : Math.max(...people)
        if (!peakPeople && spaces === 0) return []
        const averageSpacesOccupied = groupIds ? null : spaces / same.length
        return [{ weekday, hour, averagePeople: meanOf(people), peakPeople, averageSpacesOccupied }]
      }),
    )
  return { ...shown, hours, ...freshnessOf(scope) }
}

/** Returns a row for each day and location. */
const listHours = async (db: Db, scope: Scope): Promise<HourDay[]> => {
  const { rows } = await sql<HourDay>`
    select r.day, r.people_by_hour as people, r.spaces_by_hour as spaces
    from location_rollups r
    where ${isInScope(scope, scope.period)}
  `.execute(db)
  return rows
}

const HOUR_SUMS = sql.raw(`array[${HOURS.map((hour) => `coalesce(sum(r.people_by_hour[${hour + 1}]), 0)`)}]::integer[]`)

/** Returns a row for each day, of the groups in scope. */
const listGroupHours = async (db: Db, scope: Scope): Promise<HourDay[]> => {
  const { rows } = await sql<HourDay>`
    select r.day, ${HOUR_SUMS} as people, null as spaces
    from group_rollups r
    where ${isInScope(scope, scope.period)} and r.people_by_hour is not null
    group by r.day
  `.execute(db)
  return rows
}
