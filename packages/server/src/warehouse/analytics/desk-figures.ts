import { ALWAYS_FULL_SHARE, type DeskFigures, HARDLY_USED_SHARE, MAX_LISTED_DESKS, type PlaceFigures } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { readComparable } from './comparable.ts'
import { compareDays } from './covered-days.ts'
import { listComparedDays, listDeskDays, readUse, sumUses, type Use, type ZoneUse } from './desk-days.ts'
import { type Desk, listDesks } from './desk-store.ts'
import { ratioOf } from './kpis.ts'
import { type OpenNodes, readOpenNodes } from './open-nodes.ts'
import { freshnessOf, type Scope } from './scope.ts'
import { type Shown, shownWithheld } from './withheld.ts'
import { listAllocations, listZones } from './zone-store.ts'

/** The caller; assigned desks reveal a person. */
interface Reader {
  readonly maySeePeople: boolean
}

/** Use of desks by zone and level, and the desks that stand out. */
export const getDeskFigures = async (db: Db, scope: Scope, { maySeePeople }: Reader): Promise<DeskFigures> => {
  const { orgId, groupIds, locationIds, previous, privacy } = scope
  const open = await readOpenNodes(db, orgId, { from: previous.from, to: scope.period.to }, scope)
  const { zones, activeIds } = await zonesInScope(db, scope, open)
  const published = listDeskDays(scope)
  const use = await readUse(db, orgId, published, { zones, open })
  // Most desks are used on some days, and their names are not needed.
  const listedIds = [...new Set(open.desks.map(({ deskNumber }) => deskNumber))]
    .filter((deskNumber) => mayStandOut(use.desk(deskNumber)))
    .map(open.numbers.textOf)
  const desks = await listDesks(
    db,
    orgId,
    zones.map(({ zoneId }) => zoneId),
    listedIds,
  )
  const listed = use.zones.filter(({ zone, deskDays }) => deskDays > 0 || activeIds.has(zone.zoneId))
  const compared = listComparedDays(scope)
  // Where all days have an earlier one, the figures of now are those of the period, whose desks take longest.
  const isWhole = compared.now.every(({ days: each }, index) => each.length === published[index]?.days.length)
  const now = isWhole ? use : await readUse(db, orgId, compared.now, { zones, open })
  const before = await readUse(db, orgId, compared.before, { zones, open })
  const shown = shownWithheld(scope, privacy.withheld(groupIds, locationIds))
  const comparable = await readComparable(db, scope, shown)
  const ofLocation = locationsShown(scope, shown)
  const isOpen = ({ isAssigned, zoneId }: Desk) => (maySeePeople || !isAssigned) && !hiddenZones.has(zoneId)
  const hiddenZones = new Set(zones.flatMap(({ locationId, zoneId }) => (ofLocation(locationId).hidden ? [zoneId] : [])))
  const bookable = shown.hidden ? undefined : standOut(use, open, desks.filter(isOpen))
  const { daysBack, days } = compareDays(scope)
  const hide = ({ hidden }: Shown, uses: readonly ZoneUse[]) => (hidden ? { ...sumUses(uses), ...NO_USE } : sumUses(uses))
  return {
    ...shown,
    totals: hide(shown, use.zones),
    previous: {
      ...{ ...previous, daysBack, ...comparable, days: comparable.hidden ? [] : [...days] },
      ...{ totals: hide(comparable, before.zones), current: hide(comparable, now.zones) },
    },
    zones: listed.map((each) => {
      const ofZone = ofLocation(each.zone.locationId)
      return { ...each.zone, ...ofZone, ...hide(ofZone, [each]) }
    }),
    levels: [...Map.groupBy(listed, ({ zone }) => zone.levelId).values()].map((uses) => {
      const { locationId, locationName, levelId, levelName } = (uses[0] as ZoneUse).zone
      const ofLevel = ofLocation(locationId)
      return { locationId, locationName, levelId, levelName, ...ofLevel, ...hide(ofLevel, uses) }
    }),
    hardlyUsed: bookable?.hardlyUsed ?? NO_DESKS,
    neverUsed: bookable?.neverUsed ?? NO_DESKS,
    alwaysFull: bookable?.alwaysFull ?? NO_DESKS,
    ...freshnessOf(scope),
  }
}

const NO_USE = { bookedDeskDays: null, usedDeskDays: null, deskDays: null, measuredDeskDays: null, utilization: null }
const NO_DESKS = { count: null, items: [] }

/** Whether figures of a location may be shown: those of its zones are about all who use them. None may if all are withheld. */
const locationsShown = (scope: Scope, all: Shown): ((locationId: string) => Shown) => {
  const known = new Map<string, Shown>()
  return (locationId) => {
    if (all.hidden) return all
    const shown = known.get(locationId) ?? shownWithheld(scope, scope.privacy.withheld(null, new Set([locationId])))
    known.set(locationId, shown)
    return shown
  }
}

/**
 * The zones of now, and those that could be booked on a day that counts. Narrowed to groups, shows only the zones that are assigned to
 * them.
 */
const zonesInScope = async (db: Db, { orgId, groupIds, locationIds }: Scope, open: OpenNodes) => {
  const active = await listZones(db, orgId, { locationIds })
  const activeIds = new Set(active.map(({ zoneId }) => zoneId))
  const openIds = new Set([...open.neighborhoods, ...open.desks].map(({ zoneId }) => zoneId))
  const formerIds = [...openIds].filter((zoneId) => !activeIds.has(zoneId))
  const zones = formerIds.length === 0 ? active : await listZones(db, orgId, { locationIds }, formerIds)
  if (!groupIds) return { zones, activeIds }
  const given = (await listAllocations(db, orgId)).filter(({ groupId }) => groupIds.has(groupId))
  const zoneIds = new Set(given.map(({ zoneId }) => zoneId))
  return { zones: zones.filter(({ zoneId }) => zoneIds.has(zoneId)), activeIds }
}

type DeskUse = ReturnType<Use['desk']>

const shareOf = ({ usedDays, measured }: DeskUse) => usedDays / measured
const isHardlyUsed = (use: DeskUse) => use.measured > 0 && shareOf(use) <= HARDLY_USED_SHARE
const isAlwaysFull = ({ workdays, takenDays }: DeskUse) => takenDays >= ALWAYS_FULL_SHARE * workdays
/** Whether a desk is on one of the lists, if it may be shown: one that was never used was hardly used, too. */
const mayStandOut = (use: DeskUse) => use.workdays > 0 && (isHardlyUsed(use) || isAlwaysFull(use))

/** Desks that can be booked one by one and were hardly, never, or nearly always taken. */
const standOut = ({ zones, desk: useOf }: Use, { numbers }: OpenNodes, desks: readonly Desk[]) => {
  const desksOf = Map.groupBy(desks, ({ zoneId }) => zoneId)
  const all = zones
    .filter(({ zone, workdays }) => zone.kind === 'individual' && workdays > 0)
    .flatMap(({ zone }) => (desksOf.get(zone.zoneId) ?? []).map((desk) => ({ zone, desk, ...useOf(numbers.of(desk.placeId)) })))
    .filter(({ workdays }) => workdays > 0)
  const listed = <T>(some: typeof all, toItem: (each: (typeof all)[number]) => T) => ({
    count: some.length,
    items: some.slice(0, MAX_LISTED_DESKS).map(toItem),
  })
  const placeOf = ({ zone, desk }: (typeof all)[number]) => ({ ...desk, ...zone })
  const measuredDesks = all.filter(({ measured }) => measured > 0)
  return {
    hardlyUsed: listed(
      measuredDesks.filter(isHardlyUsed).toSorted((one, other) => shareOf(one) - shareOf(other)),
      (each) => ({
        ...placeOf(each),
        ...{ usedDays: each.usedDays, measuredWorkdays: each.measured, utilization: shareOf(each) },
      }),
    ),
    neverUsed: listed(
      measuredDesks.filter(({ usedDays }) => usedDays === 0),
      placeOf,
    ),
    alwaysFull: listed(all.filter(isAlwaysFull), placeOf),
  }
}

/** Use of each active desk of one location, for its floor plans. */
export const getPlaceFigures = async (
  db: Db,
  scope: Scope,
  { maySeePeople, levelId }: Reader & { readonly levelId: string | undefined },
): Promise<PlaceFigures> => {
  const { orgId, groupIds, locationIds, privacy } = scope
  const zones = (await listZones(db, orgId, scope)).filter((zone) => levelId === undefined || zone.levelId === levelId)
  const desks = Map.groupBy(
    await listDesks(
      db,
      orgId,
      zones.map(({ zoneId }) => zoneId),
    ),
    ({ zoneId }) => zoneId,
  )
  const open = await readOpenNodes(db, orgId, scope.period, scope)
  const use = await readUse(db, orgId, listDeskDays(scope), { zones, open })
  const shown = shownWithheld(scope, privacy.withheld(groupIds, locationIds))
  const places = zones.flatMap((zone) =>
    (desks.get(zone.zoneId) ?? []).map((desk) => {
      const hidden = shown.hidden || (desk.isAssigned && !maySeePeople)
      const { bookedDays, usedDays, workdays, measured: measuredWorkdays } = use.desk(open.numbers.of(desk.placeId))
      const known = workdays === 0 || measuredWorkdays > 0 ? usedDays : null
      const figures = hidden
        ? { bookedDays: null, usedDays: null, utilization: null }
        : { bookedDays, usedDays: known, utilization: ratioOf(known, measuredWorkdays) }
      return { ...desk, ...zone, hidden, workdays, measuredWorkdays, ...figures }
    }),
  )
  return { ...shown, places, ...freshnessOf(scope) }
}
