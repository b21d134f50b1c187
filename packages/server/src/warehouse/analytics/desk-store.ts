import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { UuidNumbers } from '../../platform/sql/uuid-bytes.ts'
import { addDaysOfDesk, createDeskSums, type DayMasks, type DeskDays, NO_DAYS } from './desk-bits.ts'
import type { OpenNeighborhood } from './open-nodes.ts'
import { bitOf, deskMonthKey } from './rollup-tally.ts'

/** The workdays of one location that count. */
export interface LocationWorkdays {
  readonly locationId: string
  readonly workdays: readonly string[]
  /** The days on which it reported presence. */
  readonly measured: readonly string[]
}

/** The days on which desks, by their numbers, were booked or used. */
export interface DeskUse {
  /** On all days. */
  of(desk: number): DeskDays
  /** On some days of its location. */
  within(desk: number, days: LocationWorkdays): DeskDays
}

const NO_USE: DeskUse = { of: () => NO_DAYS, within: () => NO_DAYS }

/** The days of months as bits. Keys are location and month. */
const masksOf = (locations: readonly LocationWorkdays[]): Map<string, DayMasks> => {
  const masks = new Map<string, DayMasks>()
  const addTo = (name: keyof DayMasks, locationId: string, days: readonly string[]) => {
    for (const day of days) {
      const key = deskMonthKey(locationId, day)
      const mask = masks.get(key) ?? { booked: 0, used: 0 }
      mask[name] |= bitOf(day)
      masks.set(key, mask)
    }
  }
  for (const { locationId, workdays, measured } of locations) {
    addTo('booked', locationId, workdays)
    addTo('used', locationId, measured)
  }
  return masks
}

export const readDeskUse = async (
  db: Db,
  orgId: string,
  locations: readonly LocationWorkdays[],
  numbers: UuidNumbers,
): Promise<DeskUse> => {
  const masks = masksOf(locations)
  const months = [...new Set([...masks.keys()].map((key) => key.slice(UUID_LENGTH)))]
  if (months.length === 0) return NO_USE
  const { rows } = await sql<{ locationId: string; month: string; desks: Buffer }>`
    select location_id as "locationId", month, desks
    from desk_months
    where org_id = ${orgId} and month = any (${arrayLiteral(months)}::date[])
      and location_id = any (${arrayLiteral(locations.map(({ locationId }) => locationId))}::uuid[])
    order by location_id, month
  `.execute(db)
  const sums = createDeskSums(numbers)
  for (const { locationId, month, desks } of rows) {
    const mask = masks.get(deskMonthKey(locationId, month))
    if (mask) sums.add(desks, mask)
  }
  const stored = new Map(rows.map(({ locationId, month, desks }) => [deskMonthKey(locationId, month), desks]))
  return {
    of: sums.of,
    within: (desk, days) => {
      const sum = { ...NO_DAYS }
      const placeId = numbers.textOf(desk)
      for (const [key, mask] of masksOf([days])) addDaysOfDesk(sum, stored.get(key) ?? NO_DESKS, placeId, mask)
      return sum
    },
  }
}

const NO_DESKS = Buffer.alloc(0)

const UUID_LENGTH = 36

/** How often zones were booked and used while they were neighborhoods, by zone. */
export const listZoneUse = async (
  db: Db,
  orgId: string,
  neighborhoods: readonly OpenNeighborhood[],
  locations: readonly LocationWorkdays[],
): Promise<Map<string, { booked: number; used: number }>> => {
  if (neighborhoods.length === 0) return new Map()
  const column = (name: 'zoneId' | 'since' | 'before') => arrayLiteral(neighborhoods.map((each) => each[name]))
  const days = locations.flatMap(({ locationId, workdays, measured }) => {
    const isMeasured = new Set(measured)
    return workdays.map((day) => ({ locationId, day, isMeasured: isMeasured.has(day) }))
  })
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ zoneId: string; booked: number; used: number }>`
    select r.zone_id as "zoneId", sum(r.booked)::integer as booked,
      coalesce(sum(r.used) filter (where w.is_measured), 0)::integer as used
    from unnest(
      ${arrayLiteral(days.map(({ locationId }) => locationId))}::uuid[], ${arrayLiteral(days.map(({ day }) => day))}::date[],
      ${arrayLiteral(days.map(({ isMeasured }) => isMeasured))}::boolean[]
    ) as w (location_id, day, is_measured)
    join zone_rollups r on r.org_id = ${orgId} and r.day = w.day and r.location_id = w.location_id
    join unnest(${column('zoneId')}::uuid[], ${column('since')}::date[], ${column('before')}::date[]) as n (zone_id, since, before)
      on n.zone_id = r.zone_id and r.day >= n.since and r.day < n.before
    group by r.zone_id
  `.execute(db)
  return new Map(rows.map(({ zoneId, booked, used }) => [zoneId, { booked, used }]))
}

export interface Desk {
  readonly placeId: string
  readonly placeName: string
  readonly zoneId: string
  readonly isAssigned: boolean
  readonly x: number | null
  readonly y: number | null
}

/** Active desks of the zones, or those of them with these ids, by name. */
export const listDesks = async (
  db: Db,
  orgId: string,
  zoneIds: readonly string[],
  placeIds?: readonly string[],
): Promise<Desk[]> => {
  if (placeIds?.length === 0) return []
  const isAsked = placeIds ? sql`and id = any (${arrayLiteral(placeIds)}::uuid[])` : sql``
  const { rows } = await sql<Desk>`
    select id as "placeId", name as "placeName", zone_id as "zoneId", assigned_user_id is not null as "isAssigned", x, y
    from places
    where org_id = ${orgId} and status = 'active' and zone_id = any (${arrayLiteral(zoneIds)}::uuid[]) ${isAsked}
    order by name, id
  `.execute(db)
  return rows
}
