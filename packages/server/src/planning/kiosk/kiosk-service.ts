import type { Kiosk, LivePerson } from '@rollcall/contract'
import type { ScreenRecord } from '../../gate/screens/screen-links.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Floors } from '../live/floor-service.ts'
import { findClosedReason, selectDesks, selectEvents, selectLevels, selectSpaces, selectZones } from './kiosk-store.ts'

/** The name as colleagues see it, but never the user name, which is often a mail address. */
const displayName = ({ firstName, lastName }: LivePerson): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null

/** Returns what the screen shows now. The people of the live floor are those that every colleague may see. */
export const readKiosk = async (db: Db, floors: Floors, screen: ScreenRecord): Promise<Kiosk> => {
  const { orgId } = screen
  const floor = await floors.get(orgId, screen.locationId)
  const { day } = floor
  const levels = await selectLevels(db, screen)
  const levelIds = levels.map(({ levelId }) => levelId)
  const [zones, desks, spaces, events, closedReason] = await Promise.all([
    selectZones(db, orgId, levelIds),
    selectDesks(db, screen, levelIds, day),
    selectSpaces(db, orgId, levelIds),
    selectEvents(db, screen, day),
    findClosedReason(db, screen, day),
  ])
  // The latest come first, and the last entry of a desk counts: who sits there now, and not who did in the morning.
  const atDesks = floor.people.toReversed().flatMap((person) => (person.placeId ? [[person.placeId, person] as const] : []))
  const people = new Map(atDesks)
  const inUse = new Set(floor.desks.filter((desk) => desk.isBooked || desk.isOccupied).map(({ placeId }) => placeId))
  const readings = new Map(floor.spaces.map((space) => [space.spaceId, space]))
  const counts = new Map(floor.zones.map((zone) => [zone.zoneId, zone]))

  const shownDesks = desks.map(({ isKept, bookedBy, ...desk }) => {
    const person = people.get(desk.placeId)
    const isTaken = isKept || person !== undefined || inUse.has(desk.placeId)
    const name = person ? displayName(person) : bookedBy
    return { ...desk, isTaken, personName: screen.showsNames ? name : null }
  })
  const desksOf = Map.groupBy(shownDesks, ({ zoneId }) => zoneId)
  const shownZones = zones.map((zone) => {
    const taken = desksOf.get(zone.zoneId)?.filter((desk) => desk.isTaken).length ?? 0
    const { seats = 0, booked = 0 } = counts.get(zone.zoneId) ?? {}
    return { ...zone, seats, taken: Math.min(seats, zone.zoneType === 'neighborhood' ? booked : taken) }
  })
  return {
    screenName: screen.name,
    showsNames: screen.showsNames,
    secondsPerLevel: screen.secondsPerLevel,
    language: screen.language,
    colors: screen.colors,
    locationName: floor.locationName,
    timeZone: floor.timeZone,
    day,
    timestamp: floor.timestamp,
    presentCount: floor.presentCount,
    closedReason,
    events,
    levels: levels.map((level) => {
      const own = shownZones.filter(({ levelId }) => levelId === level.levelId)
      return {
        ...level,
        seats: own.reduce((sum, { seats }) => sum + seats, 0),
        taken: own.reduce((sum, { taken }) => sum + taken, 0),
        zones: own.map(({ levelId: _, ...zone }) => zone),
        desks: own.flatMap(({ zoneId }) => desksOf.get(zoneId) ?? []),
        spaces: spaces
          .filter(({ levelId }) => levelId === level.levelId)
          .map(({ spaceId, spaceName, capacity }) => ({
            ...{ spaceName, capacity },
            isOccupied: readings.get(spaceId)?.isOccupied ?? null,
            occupancy: readings.get(spaceId)?.occupancy ?? null,
          })),
      }
    }),
  }
}
