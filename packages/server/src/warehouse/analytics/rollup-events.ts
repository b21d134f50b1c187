import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { bitOf, type DayTally, dayTallyOf, deskBitsOf, desksOf, groupTallyOf, NONE, type Tally } from './rollup-tally.ts'

export const HOURS = [...Array(24).keys()]

interface Days {
  readonly firstDay: string
  readonly lastDay: string
}
type IsPublished = (day: string, locationId: string) => boolean

/** For rows whose `hours` are bits: counts how many have each hour, as an array. */
const COUNT_BY_HOUR = sql.raw(`array[${HOURS.map((hour) => `count(*) filter (where hours & ${1 << hour} <> 0)`)}]::integer[]`)

/** The same for rows of several `people` with the same hours. */
const SUM_BY_HOUR = sql.raw(
  `array[${HOURS.map((hour) => `coalesce(sum(people) filter (where hours & ${1 << hour} <> 0), 0)`)}]::integer[]`,
)

/** Turns bits of hours since the day began into bits of hours on the clock, which is the same unless the day begins after midnight. */
export const onClock = (bits: string, row: string) =>
  sql.raw(`(((${bits}) << ${row}.day_start_hour) | ((${bits}) >> (24 - ${row}.day_start_hour))) & ${2 ** 24 - 1}`)

/** The number of presence events of one segment. */
export interface EventCount {
  readonly day: string
  readonly locationId: string
  count: number
}

/**
 * Adds presence and occupancy events of published days, as the snapshot of `db` sees them.
 * @returns the number of presence events of all days and locations
 */
export const tallyEvents = async (
  db: Db,
  orgId: string,
  days: Days,
  tally: Tally,
  isPublished: IsPublished,
): Promise<EventCount[]> => {
  const counts = new Map<string, EventCount>()
  for (const { day, locationId, groupId, events, placeIds, byHour } of await listPresence(db, orgId, days)) {
    const counted = counts.get(day + locationId)
    if (counted) counted.count += events
    else counts.set(day + locationId, { day, locationId, count: events })
    if (!isPublished(day, locationId)) continue
    groupTallyOf(dayTallyOf(tally, day, locationId), groupId).peopleByHour = byHour
    for (const placeId of placeIds) deskBitsOf(desksOf(tally, locationId, day), placeId).used |= bitOf(day)
  }
  for (const { day, locationId, byHour } of await listSpacesByHour(db, orgId, days)) {
    if (isPublished(day, locationId)) dayTallyOf(tally, day, locationId).spacesByHour = byHour
  }
  return [...counts.values()]
}

/** Counts people with presence in a location on a day, of all groups together. */
export const peopleOf = ({ groups }: DayTally): readonly number[] | null => {
  const all = [...groups.values()].flatMap(({ peopleByHour }) => (peopleByHour ? [peopleByHour] : []))
  return all.length === 0 ? null : HOURS.map((hour) => all.reduce((sum, people) => sum + (people[hour] as number), 0))
}

interface ByHour {
  readonly day: string
  readonly locationId: string
  readonly byHour: readonly number[]
}

const isOfDays = (orgId: string, { firstDay, lastDay }: Days) => sql`
  e.org_id = ${orgId} and e.utc_day between ${firstDay}::date - 1 and ${lastDay}::date + 1
  and e.local_day between ${firstDay} and ${lastDay}`

/** The presence of one primary group in a location on a day. */
interface GroupPresence extends ByHour {
  readonly groupId: string
  readonly events: number
  readonly placeIds: readonly string[]
}

/**
 * Reads the events of the days once. A person counts from first to last seen on the day, by the primary group as of the day, as in the
 * function attendance().
 */
const listPresence = async (db: Db, orgId: string, days: Days): Promise<GroupPresence[]> => {
  const { rows } = await sql<ByHour & { groupId: string; events: number; placeIds: string | null }>`
    with clocks as materialized (
      select c.location_id, c.day, c.begins_at, c.ends_at
      from clock_days(${orgId}, ${days.firstDay}, ${days.lastDay}) c
    ),
    at_places as (
      select e.user_id, e.local_day, e.location_id, case when e.node_type = 'place' then e.node_id end as place_id,
        count(*) as events, min(e.occurred_at) as first, max(e.occurred_at) as last
      from presence_events e
      where ${isOfDays(orgId, days)}
      group by e.user_id, e.local_day, e.location_id, case when e.node_type = 'place' then e.node_id end
    ),
    times as (
      select user_id, local_day, location_id, sum(events) as events, string_agg(place_id::text, ',') as place_ids,
        min(first) as first, max(last) as last
      from at_places
      group by user_id, local_day, location_id
    ),
    seen as (
      -- Where clocks go back, the last hour may come before the first one. Without the offsets, each of the 24 counts would compute it, and
      -- each of eight mentions of an hour.
      select t.user_id, t.local_day, t.location_id, t.events, t.place_ids,
        ${onClock('(1 << (greatest(h.first, h.last) + 1)) - (1 << least(h.first, h.last))', 'l')} as hours
      from times t
      join locations l on l.org_id = ${orgId} and l.id = t.location_id
      left join clocks c on c.location_id = t.location_id and c.day = t.local_day and t.first >= c.begins_at and t.last < c.ends_at
      -- As in the function node_stays().
      cross join lateral (
        select
          case
            when c.day is not null then date_part('hour', t.first - c.begins_at)::integer
            else hour_of_day(t.first, l.time_zone, l.day_start_hour)
          end as first,
          case
            when c.day is not null then date_part('hour', t.last - c.begins_at)::integer
            else hour_of_day(t.last, l.time_zone, l.day_start_hour)
          end as last
        offset 0
      ) h
      offset 0
    ),
    moves as (
      select m.user_id, lag(m.before, 1, '-infinity') over (partition by m.user_id order by m.before) as since, m.before,
        m.primary_group_id
      from user_moves m
      where m.org_id = ${orgId} and m.before > ${days.firstDay}
    )
    select c.day, c.location_id as "locationId", c.group_id as "groupId", sum(c.events)::integer as events,
      string_agg(c.place_ids, ',') as "placeIds", ${SUM_BY_HOUR} as "byHour"
    from (
      -- People of a group with the same hours are counted before 24 numbers are added up.
      select s.local_day as day, s.location_id, g.id as group_id, s.hours, count(*)::integer as people, sum(s.events) as events,
        string_agg(s.place_ids, ',') as place_ids
      from seen s
      -- Most users come: reading all of them takes less than looking each up, which is what PostgreSQL would do.
      join (select u.id, u.primary_group_id from users u where u.org_id = ${orgId} offset 0) u on u.id = s.user_id
      left join moves m on m.user_id = s.user_id and s.local_day >= m.since and s.local_day < m.before
      cross join lateral (
        select coalesce(case when m.user_id is null then u.primary_group_id else m.primary_group_id end, ${NONE}) as id
      ) g
      group by s.local_day, s.location_id, g.id, s.hours
    ) c
    group by c.day, c.location_id, c.group_id
  `.execute(db)
  return rows.map((row) => ({ ...row, placeIds: row.placeIds?.split(',') ?? [] }))
}

/** A space counts from a report that it is occupied to the next one of that day; the last report counts for its own hour. */
const listSpacesByHour = async (db: Db, orgId: string, days: Days): Promise<ByHour[]> => {
  const { rows } = await sql<ByHour>`
    with reports as (
      select e.local_day, e.location_id, e.node_id, e.occupied, l.time_zone, l.day_start_hour, e.occurred_at,
        lead(e.occurred_at) over (
          partition by e.node_id, e.local_day order by e.occurred_at, e.source_no, e.event_id
        ) as next_at
      from occupancy_events e
      join locations l on l.org_id = e.org_id and l.id = e.location_id
      where ${isOfDays(orgId, days)} and e.node_type = 'space'
    ),
    occupied as (
      select r.local_day, r.location_id, r.node_id,
        bit_or(${onClock('(1 << (greatest(h.first, h.last) + 1)) - (1 << h.first)', 'r')}) as hours
      from reports r
      cross join lateral (
        select hour_of_day(r.occurred_at, r.time_zone, r.day_start_hour) as first,
          hour_of_day(
            greatest(r.occurred_at, coalesce(r.next_at - interval '1 microsecond', r.occurred_at)), r.time_zone, r.day_start_hour
          ) as last
        offset 0
      ) h
      where r.occupied
      group by r.local_day, r.location_id, r.node_id
    )
    select local_day as day, location_id as "locationId", ${COUNT_BY_HOUR} as "byHour"
    from occupied
    group by local_day, location_id
  `.execute(db)
  return rows
}
