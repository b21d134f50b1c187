import type { Db } from '../../platform/db/database.ts'
import { daysAfter } from '../../platform/time/day.ts'
import { compareDays, countedDays } from './covered-days.ts'
import type { DeskDays } from './desk-bits.ts'
import { type LocationWorkdays, listZoneUse, readDeskUse } from './desk-store.ts'
import { isWorkday, ratioOf, sumOf } from './kpis.ts'
import { isMeasured, type LocationState } from './location-states.ts'
import type { OpenDesk, OpenNodes, Stretch } from './open-nodes.ts'
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
  if (days.length === 0) {
    const none = locations.map((location) => ({ location, days: [] }))
    return { now: none, before: none }
  }
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
  /** The sums of what could be booked, over the workdays and over those with reported presence. */
  readonly deskDays: number
  readonly measuredDeskDays: number
}

/** How often a desk was taken, among the days on which it could be booked. */
interface OpenDeskDays extends DeskDays {
  readonly workdays: number
  readonly measured: number
}

export interface Use {
  readonly zones: readonly ZoneUse[]
  /** In all zones where it was. */
  desk(deskNumber: number): OpenDeskDays
}

export const workdaysOf = (days: readonly LocationDays[]): LocationWorkdays[] =>
  days.map(({ location, days: each }) => {
    const workdays = each.filter(isWorkday)
    return { locationId: location.locationId, workdays, measured: workdays.filter((day) => isMeasured(location, day)) }
  })

/** The days of a location that are in the stretch. */
const daysIn = (location: LocationWorkdays, { since, before }: Stretch): LocationWorkdays => {
  const [first, last] = [location.workdays[0], location.workdays.at(-1)]
  if (first === undefined || last === undefined || (since <= first && last < before)) return location
  const isIn = (day: string) => since <= day && day < before
  return { ...location, workdays: location.workdays.filter(isIn), measured: location.measured.filter(isIn) }
}

/** How often zones and desks were booked and used on the days, among those on which they could be booked. */
export const readUse = async (
  db: Db,
  orgId: string,
  locationDays: readonly LocationDays[],
  { zones, open }: { readonly zones: readonly ZoneState[]; readonly open: OpenNodes },
): Promise<Use> => {
  const here = new Set(zones.map(({ locationId }) => locationId))
  const days = workdaysOf(locationDays).filter(({ locationId }) => here.has(locationId))
  const byLocation = new Map(days.map((each) => [each.locationId, each]))
  const isHere = new Set(zones.map(({ zoneId }) => zoneId))
  const neighborhoods = open.neighborhoods.filter(({ zoneId }) => isHere.has(zoneId))
  const ofZones = await listZoneUse(db, orgId, neighborhoods, days)
  const ofDesks = await readDeskUse(db, orgId, days, open.numbers)
  const useOf = (desk: OpenDesk): OpenDeskDays => {
    const location = byLocation.get(desk.locationId) ?? { ...desk, workdays: [], measured: [] }
    const stay = daysIn(location, desk)
    const { bookedDays, usedDays, takenDays } =
      stay === location ? ofDesks.of(desk.deskNumber) : ofDesks.within(desk.deskNumber, stay)
    return { bookedDays, usedDays, takenDays, workdays: stay.workdays.length, measured: stay.measured.length }
  }
  const isAny = days.some(({ workdays }) => workdays.length > 0)
  const stays = (isAny ? open.desks : []).map((desk) => ({ desk, use: useOf(desk) }))
  // In a neighborhood its capacity counts instead of its desks.
  const staysIn = Map.groupBy(
    stays.filter(({ desk }) => desk.kind === 'individual'),
    ({ desk }) => desk.zoneId,
  )
  const neighborhoodsOf = Map.groupBy(neighborhoods, ({ zoneId }) => zoneId)
  // Days that are compared are not asked for single desks.
  let staysOf: ReadonlyMap<number, typeof stays> | undefined
  return {
    desk: (deskNumber) => {
      staysOf ??= Map.groupBy(stays, ({ desk }) => desk.deskNumber)
      const uses = (staysOf.get(deskNumber) ?? []).map(({ use }) => use)
      if (uses.length === 1) return uses[0] as OpenDeskDays
      const total = (name: keyof OpenDeskDays) => sumOf(uses.map((use) => use[name]))
      return {
        ...{ bookedDays: total('bookedDays'), usedDays: total('usedDays'), takenDays: total('takenDays') },
        ...{ workdays: total('workdays'), measured: total('measured') },
      }
    },
    zones: zones.map((zone) => {
      const location = byLocation.get(zone.locationId) ?? { locationId: zone.locationId, workdays: [], measured: [] }
      const uses = (staysIn.get(zone.zoneId) ?? []).map(({ use }) => use)
      const whole = (neighborhoodsOf.get(zone.zoneId) ?? []).map((each) => ({ ...each, days: daysIn(location, each) }))
      const asZone = ofZones.get(zone.zoneId) ?? { booked: 0, used: 0 }
      return {
        zone,
        workdays: location.workdays.length,
        measured: location.measured.length,
        booked: asZone.booked + sumOf(uses.map(({ bookedDays }) => bookedDays)),
        used: asZone.used + sumOf(uses.map(({ usedDays }) => usedDays)),
        deskDays:
          sumOf(whole.map(({ capacity, days: on }) => capacity * on.workdays.length)) +
          sumOf(uses.map(({ workdays }) => workdays)),
        measuredDeskDays:
          sumOf(whole.map(({ capacity, days: on }) => capacity * on.measured.length)) +
          sumOf(uses.map(({ measured }) => measured)),
      }
    }),
  }
}

/** Merges several zones; the result has no use if no presence was reported. */
export const sumUses = (uses: readonly ZoneUse[]) => {
  const total = (count: (use: ZoneUse) => number) => sumOf(uses.map(count))
  const deskDays = total((use) => use.deskDays)
  const measuredDeskDays = total((use) => use.measuredDeskDays)
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
