import type { Db } from '../../platform/db/database.ts'
import { daysAfter } from '../../platform/time/day.ts'
import { compareDays, countedDays } from './covered-days.ts'
import { type Desk, type DeskUse, type LocationWorkdays, listZoneUse, readDeskUse } from './desk-store.ts'
import { isWorkday, ratioOf, sumOf } from './kpis.ts'
import { isMeasured, type LocationState } from './location-states.ts'
import type { Scope } from './scope.ts'
import type { ZoneState } from './zone-store.ts'

/** The days of one location that count. */
interface LocationDays {
  readonly location: LocationState
  readonly days: readonly string[]
}

/** The published days of the period, location by location. */
export const listDeskDays = (scope: Scope): LocationDays[] =>
  scope.locations.map((location) => ({ location, days: countedDays(scope, scope.period, [location]) }))

/** The days that are compared with earlier days, and those earlier days. */
export const listComparedDays = (scope: Scope): { now: LocationDays[]; before: LocationDays[] } => {
  const { locations, period, previous, daysBack } = scope
  const { days } = compareDays(scope)
  const earlier = (day: string) => daysAfter(day, -daysBack)
  const now = locations.map((location) => {
    const published = new Set(countedDays(scope, period, [location]))
    const before = new Set(countedDays(scope, previous, [location]))
    return { location, days: days.filter((day) => published.has(day) && before.has(earlier(day))) }
  })
  return { now, before: now.map(({ location, days: each }) => ({ location, days: each.map(earlier) })) }
}

export interface ZoneUse {
  readonly zone: ZoneState
  /** How many workdays count, and on how many of them presence was reported. */
  readonly workdays: number
  readonly measured: number
  readonly booked: number
  readonly used: number
}

export interface Use {
  readonly zones: readonly ZoneUse[]
  readonly desks: DeskUse
}

export const workdaysOf = (days: readonly LocationDays[]): LocationWorkdays[] =>
  days.map(({ location, days: each }) => {
    const workdays = each.filter(isWorkday)
    return { locationId: location.locationId, workdays, measured: workdays.filter((day) => isMeasured(location, day)) }
  })

/** How often zones and desks were booked and used on the days. */
export const readUse = async (
  db: Db,
  orgId: string,
  locationDays: readonly LocationDays[],
  { zones, desks }: { readonly zones: readonly ZoneState[]; readonly desks: readonly Desk[] },
): Promise<Use> => {
  const here = new Set(zones.map(({ locationId }) => locationId))
  const days = workdaysOf(locationDays).filter(({ locationId }) => here.has(locationId))
  const byLocation = new Map(days.map((each) => [each.locationId, each]))
  const neighborhoods = zones.filter(({ kind }) => kind === 'neighborhood').map(({ zoneId }) => zoneId)
  const ofZones = await listZoneUse(db, orgId, neighborhoods, days)
  const ofDesks = await readDeskUse(db, orgId, days)
  const desksOf = Map.groupBy(desks, ({ zoneId }) => zoneId)
  return {
    desks: ofDesks,
    zones: zones.map((zone) => {
      const uses = (desksOf.get(zone.zoneId) ?? []).map(ofDesks.of)
      const { booked, used } =
        zone.kind === 'neighborhood'
          ? (ofZones.get(zone.zoneId) ?? { booked: 0, used: 0 })
          : { booked: sumOf(uses.map(({ bookedDays }) => bookedDays)), used: sumOf(uses.map(({ usedDays }) => usedDays)) }
      const { workdays, measured } = byLocation.get(zone.locationId) ?? { workdays: [], measured: [] }
      return { zone, workdays: workdays.length, measured: measured.length, booked, used }
    }),
  }
}

/** Merges several zones; the result has no use if no presence was reported. */
export const sumUses = (uses: readonly ZoneUse[]) => {
  const total = (count: (use: ZoneUse) => number) => sumOf(uses.map(count))
  const deskDays = total(({ zone, workdays }) => zone.capacity * workdays)
  const measuredDeskDays = total(({ zone, measured }) => zone.capacity * measured)
  const isKnown = uses.every(({ workdays }) => workdays === 0) || uses.some(({ measured }) => measured > 0)
  const usedDeskDays = isKnown ? total(({ used }) => used) : null
  return {
    desks: total(({ zone }) => zone.desks),
    capacity: total(({ zone }) => zone.capacity),
    bookedDeskDays: total(({ booked }) => booked) as number | null,
    usedDeskDays,
    deskDays: deskDays as number | null,
    measuredDeskDays: measuredDeskDays as number | null,
    utilization: ratioOf(usedDeskDays, measuredDeskDays),
  }
}
