import { ALWAYS_FULL_SHARE, type DeskFigures, MAX_LISTED_DESKS, type PlaceFigures } from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { type Desk, type DeskUse, listDesks, listZoneUse, readDeskUse, workdaysOf } from './desk-store.ts'
import { ratioOf, sumOf } from './kpis.ts'
import { countedDays, freshnessOf, type Period, type Scope } from './scope.ts'
import { listAllocations, listZones, type ZoneState } from './zone-store.ts'

/** Who asks: desks that are somebody's tell of a person. */
interface Reader {
  readonly maySeePeople: boolean
}

interface ZoneUse {
  readonly zone: ZoneState
  readonly workdays: number
  readonly booked: number
  readonly used: number
}

/** Use of desks by zone and level, and the desks that stand out. */
export const getDeskFigures = async (db: Db, scope: Scope, { maySeePeople }: Reader): Promise<DeskFigures> => {
  const { orgId, groupIds, period, previous, privacy } = scope
  const zones = await zonesInScope(db, scope)
  const isShown = groupIds === null || privacy.allow(groupIds, scope.locationIds)
  const hide = <T extends object>(use: T): T => (isShown ? use : { ...use, ...NO_USE })
  const desks = await listDesks(
    db,
    orgId,
    zones.map(({ zoneId }) => zoneId),
  )
  const now = await readUse(db, scope, period, zones, desks)
  const before = await readUse(db, scope, previous, zones, desks)
  const bookable = isShown
    ? standOut(
        zones,
        desks.filter(({ isAssigned }) => maySeePeople || !isAssigned),
        now,
      )
    : undefined
  const levels = [...Map.groupBy(now.zones, ({ zone }) => zone.levelId).values()]
  return {
    hidden: !isShown,
    totals: hide(together(now.zones)),
    previous: { ...previous, totals: hide(together(before.zones)) },
    zones: now.zones.map((use) => ({ ...use.zone, ...hide(together([use])) })),
    levels: levels.map((uses) => {
      const { locationId, locationName, levelId, levelName } = (uses[0] as ZoneUse).zone
      return { locationId, locationName, levelId, levelName, ...hide(together(uses)) }
    }),
    neverUsed: bookable?.neverUsed ?? NO_DESKS,
    alwaysFull: bookable?.alwaysFull ?? NO_DESKS,
    ...freshnessOf(scope),
  }
}

const NO_USE = { bookedDeskDays: null, usedDeskDays: null, deskDays: null, utilization: null }
const NO_DESKS = { count: null, items: [] }

/** With groups only the zones that these were given. */
const zonesInScope = async (db: Db, { orgId, groupIds, locationIds }: Scope): Promise<ZoneState[]> => {
  const zones = await listZones(db, orgId, { locationIds })
  if (!groupIds) return zones
  const given = (await listAllocations(db, orgId)).filter(({ groupId }) => groupIds.has(groupId))
  const zoneIds = new Set(given.map(({ zoneId }) => zoneId))
  return zones.filter(({ zoneId }) => zoneIds.has(zoneId))
}

/** The published workdays of a period, by location. */
const locationWorkdays = (scope: Scope, period: Period) =>
  scope.locations.map((location) => ({
    locationId: location.locationId,
    workdays: workdaysOf(countedDays(scope, period, [location])),
  }))

interface Use {
  readonly zones: readonly ZoneUse[]
  readonly desks: DeskUse
  readonly workdays: ReadonlyMap<string, number>
}

const readUse = async (
  db: Db,
  scope: Scope,
  period: Period,
  zones: readonly ZoneState[],
  desks: readonly Desk[],
): Promise<Use> => {
  const { orgId } = scope
  const here = new Set(zones.map(({ locationId }) => locationId))
  const days = locationWorkdays(scope, period).filter(({ locationId }) => here.has(locationId))
  const workdays = new Map(days.map(({ locationId, workdays: list }) => [locationId, list.length]))
  const neighborhoods = zones.filter(({ kind }) => kind === 'neighborhood').map(({ zoneId }) => zoneId)
  const ofZones = await listZoneUse(db, orgId, neighborhoods, days)
  const ofDesks = await readDeskUse(db, orgId, days)
  const desksOf = Map.groupBy(desks, ({ zoneId }) => zoneId)
  return {
    desks: ofDesks,
    workdays,
    zones: zones.map((zone) => {
      const uses = (desksOf.get(zone.zoneId) ?? []).map(({ placeId }) => ofDesks.of(placeId))
      const { booked, used } =
        zone.kind === 'neighborhood'
          ? (ofZones.get(zone.zoneId) ?? { booked: 0, used: 0 })
          : { booked: sumOf(uses.map(({ bookedDays }) => bookedDays)), used: sumOf(uses.map(({ usedDays }) => usedDays)) }
      return { zone, workdays: workdays.get(zone.locationId) ?? 0, booked, used }
    }),
  }
}

const together = (uses: readonly ZoneUse[]) => {
  const deskDays = sumOf(uses.map(({ zone, workdays }) => zone.capacity * workdays))
  const usedDeskDays = sumOf(uses.map(({ used }) => used))
  return {
    desks: sumOf(uses.map(({ zone }) => zone.desks)),
    capacity: sumOf(uses.map(({ zone }) => zone.capacity)),
    bookedDeskDays: sumOf(uses.map(({ booked }) => booked)) as number | null,
    usedDeskDays: usedDeskDays as number | null,
    deskDays: deskDays as number | null,
    utilization: ratioOf(usedDeskDays, deskDays),
  }
}

/** Desks that can be booked one by one and were never, or nearly always, taken. */
const standOut = (zones: readonly ZoneState[], desks: readonly Desk[], { desks: uses, workdays }: Use) => {
  const desksOf = Map.groupBy(desks, ({ zoneId }) => zoneId)
  const all = zones
    .filter(({ kind }) => kind === 'individual')
    .flatMap((zone) => (desksOf.get(zone.zoneId) ?? []).map((desk) => ({ zone, desk, days: workdays.get(zone.locationId) ?? 0 })))
    .filter(({ days }) => days > 0)
  const list = (some: typeof all) => ({
    count: some.length,
    items: some.slice(0, MAX_LISTED_DESKS).map(({ zone, desk }) => ({ ...desk, ...zone })),
  })
  return {
    neverUsed: list(all.filter(({ desk }) => uses.of(desk.placeId).usedDays === 0)),
    alwaysFull: list(all.filter(({ desk, days }) => uses.of(desk.placeId).takenDays >= ALWAYS_FULL_SHARE * days)),
  }
}

/** Use of each active desk of one location, for its floor plans. */
export const getPlaceFigures = async (
  db: Db,
  scope: Scope,
  { maySeePeople, levelId }: Reader & { readonly levelId: string | undefined },
): Promise<PlaceFigures> => {
  const { orgId, period } = scope
  const zones = (await listZones(db, orgId, scope)).filter((zone) => levelId === undefined || zone.levelId === levelId)
  const desks = Map.groupBy(
    await listDesks(
      db,
      orgId,
      zones.map(({ zoneId }) => zoneId),
    ),
    ({ zoneId }) => zoneId,
  )
  const days = locationWorkdays(scope, period)
  const uses = await readDeskUse(db, orgId, days)
  const workdays = days[0]?.workdays.length ?? 0
  const places = zones.flatMap((zone) =>
    (desks.get(zone.zoneId) ?? []).map((desk) => {
      const hidden = desk.isAssigned && !maySeePeople
      const { bookedDays, usedDays } = uses.of(desk.placeId)
      const shown = hidden
        ? { bookedDays: null, usedDays: null, utilization: null }
        : { bookedDays, usedDays, utilization: ratioOf(usedDays, workdays) }
      return { ...desk, ...zone, hidden, workdays, ...shown }
    }),
  )
  return { places, ...freshnessOf(scope) }
}
