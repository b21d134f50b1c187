import { MIN_HOUR_DAYS, type PlaceHourFigures } from '@rollcall/contract'
import { sql } from 'kysely'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysAfter, lastOfMonth } from '../../platform/time/day.ts'
import { listDeskDays, workdaysOf } from './desk-days.ts'
import { getPlaceFigures } from './desk-figures.ts'
import { HOURS, onClock } from './rollup-events.ts'
import type { Scope } from './scope.ts'

interface Reader {
  /** Whether the caller may see the use of assigned desks. */
  readonly maySeePeople: boolean
  /** Whether the caller may see the hours of few days, and so those of any days. */
  readonly maySeeDays: boolean
  readonly locationId: string
  readonly levelId: string | undefined
}

/** How often each active desk of one location was in use in each hour, on the days that `getPlaceFigures` counts. */
export const getPlaceHourFigures = async (db: Db, given: Scope, reader: Reader): Promise<PlaceHourFigures> => {
  const scope = await withoutAnonymousDays(db, given)
  const { places, ...figures } = await getPlaceFigures(db, scope, reader)
  const days = workdaysOf(listDeskDays(scope)).flatMap(({ measured }) => measured)
  const isShown = !figures.hidden && (reader.maySeeDays || (isWholeMonth(scope) && days.length >= MIN_HOUR_DAYS))
  const hours = isShown && places.length > 0 ? await listDeskHours(db, scope.orgId, reader.locationId, days) : undefined
  return {
    ...figures,
    places: places.map(({ bookedDays: _, usedDays, workdays: __, utilization: ___, ...place }) => {
      const { measuredWorkdays } = place
      // Few days of use are those of single people, and GET /api/analytics/places tells which days they were.
      const isOfFew = !reader.maySeeDays && usedDays !== null && usedDays > 0 && usedDays < MIN_HOUR_DAYS
      const hidden = place.hidden || !isShown || isOfFew
      const byHour = hours?.get(place.placeId) ?? NO_HOURS
      return { ...place, hidden, usedDaysByHour: hidden || measuredWorkdays === 0 ? null : byHour }
    }),
  }
}

const NO_HOURS = HOURS.map(() => 0)

/** No two published months have days in common, so that no difference of two answers tells the hours of a single day. */
const isWholeMonth = ({ locations, period: { from, to } }: Scope): boolean =>
  from.endsWith('-01') && to === lastOfMonth(from) && locations.every(({ publishedThrough }) => (publishedThrough ?? '') >= to)

/** Events of anonymous days do not say at which desk they were (docs/adr/0009). */
const withoutAnonymousDays = async (db: Db, scope: Scope): Promise<Scope> => {
  const { from, to } = scope.period
  const first = daysAfter(await anonymousThrough(db, scope.orgId, 'presence'), 1)
  return first > from ? { ...scope, period: { from: first, to } } : scope
}

const COUNTS = sql.raw(`array[${HOURS.map((hour) => `count(*) filter (where hours & ${1 << hour} <> 0)`)}]::integer[]`)

/**
 * Counts by desk and hour of the clock on how many of the days it was in use: a person who uses it according to the table desk_months counts
 * from first to last seen. The last event of a day on which clocks go back may be in an earlier hour than the first.
 *
 * It reads the events of the building, because no roll-up has hours of desks. A month of 1,600 people with 211,000 events at 2,000 desks took
 * 1.3 s on two cores shared by twelve busy processes, a fifth of it for the events and the rest for grouping them; so a period has at most
 * 31 days.
 */
const listDeskHours = async (
  db: Db,
  orgId: string,
  locationId: string,
  days: readonly string[],
): Promise<ReadonlyMap<string, number[]>> => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const { rows } = await sql<{ placeId: string; hours: number[] }>`
    with seen as materialized (
      select e.user_id, e.local_day as day, case when e.node_type = 'place' then e.node_id end as place_id,
        min(e.occurred_at) as first, max(e.occurred_at) as last
      from presence_events e
      where e.org_id = ${orgId} and e.utc_day between ${first}::date - 1 and ${last}::date + 1
        and e.local_day between ${first} and ${last} and e.location_id = ${locationId}
      group by e.user_id, e.local_day, case when e.node_type = 'place' then e.node_id end
    ),
    closed as materialized (
      select day
      from special_days(${orgId}, ${first}, ${last})
      where location_id = ${locationId} and day_type is not null
    ),
    -- What was seen and what was booked are put below each other and grouped, because a join would depend on estimates. A check-in
    -- counts like presence, and on a closed day no booking counts (domain §12).
    came as (
      select user_id, day, min(first) as first, max(last) as last,
        (array_agg(place_id) filter (where place_id is not null))[1] as place_id
      from (
        select user_id, day, first, last, null::uuid as place_id
        from seen
        union all
        select user_id, day, checked_in_at, checked_in_at, place_id
        from bookings
        where org_id = ${orgId} and location_id = ${locationId} and day between ${first} and ${last}
          and status = 'booked' and place_id is not null and day not in (select day from closed)
      ) both_of_them
      group by user_id, day
    ),
    uses as (
      select place_id, day, first, last
      from seen
      where place_id is not null
      union all
      select place_id, day, first, last
      from came
      where place_id is not null and first is not null
    ),
    days_of_desks as (
      select u.place_id, bit_or(${onClock('(1 << (greatest(h.first, h.last) + 1)) - (1 << least(h.first, h.last))', 'l')}) as hours
      from uses u
      join locations l on l.org_id = ${orgId} and l.id = ${locationId}
      cross join lateral (
        select hour_of_day(u.first, l.time_zone, l.day_start_hour) as first, hour_of_day(u.last, l.time_zone, l.day_start_hour) as last
        offset 0
      ) h
      where u.day in (select unnest(${arrayLiteral(days)}::date[]))
      group by u.place_id, u.day
    )
    select place_id as "placeId", ${COUNTS} as hours
    from days_of_desks
    group by place_id
  `.execute(db)
  return new Map(rows.map(({ placeId, hours }) => [placeId, hours]))
}
