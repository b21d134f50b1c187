import type { LiveFloor, LivePerson } from '@rollcall/contract'
import { unknownLocation } from '../../directory/places/find-location.ts'
import type { Db } from '../../platform/db/database.ts'
import { type FloorPerson, findFloorLocation, selectBookings, selectPeople, selectReadings, selectZones } from './floor-store.ts'
import { SCREEN_VIEWER, type Viewer } from './live-event.ts'

/** The floor with all people; what a viewer may see is decided later. */
type Floor = Omit<LiveFloor, 'hiddenCount' | 'people'> & { readonly people: readonly FloorPerson[] }

/**
 * Reads the current state of buildings. A read covers the events of a day of the whole organization (500,000 events take 0.6 s), so
 * reads of one organization run one after the other, and callers for one building share the read that is still queued. Many viewers
 * cost no more than one, and no caller gets a state that was read before the call.
 */
export const createFloors = (db: Db) => {
  const waiting = new Map<string, Promise<Floor>>()
  /** The last read of each organization, which the next one waits for. */
  const last = new Map<string, Promise<unknown>>()

  const read = (orgId: string, locationId: string): Promise<Floor> => {
    const key = `${orgId} ${locationId}`
    const shared = waiting.get(key)
    if (shared) return shared
    const reading = (last.get(orgId) ?? Promise.resolve()).then(() => {
      waiting.delete(key)
      return readFloor(db, orgId, locationId)
    })
    const done = reading
      .catch(() => undefined)
      .then(() => {
        if (last.get(orgId) === done) last.delete(orgId)
      })
    waiting.set(key, reading)
    last.set(orgId, done)
    return reading
  }

  return {
    /**
     * Without a viewer it has what every colleague may see. It has all of these people, however many they are.
     * @throws AppError entity_not_found
     */
    async get(orgId: string, locationId: string, viewer: Viewer = SCREEN_VIEWER): Promise<LiveFloor> {
      const { people, ...floor } = await read(orgId, locationId)
      const shown = people.filter(({ isHidden, userId }) => !isHidden || viewer.seesEverybody || userId === viewer.userId)
      return {
        ...floor,
        hiddenCount: people.length - shown.length,
        people: shown.map(({ isHidden: _, ...person }): LivePerson => person),
      }
    },
  }
}

export type Floors = ReturnType<typeof createFloors>

const readFloor = async (db: Db, orgId: string, locationId: string): Promise<Floor> => {
  const location = await findFloorLocation(db, orgId, locationId)
  if (!location) throw unknownLocation()
  const [people, zones, bookings, readings] = await Promise.all([
    selectPeople(db, orgId, location),
    selectZones(db, orgId, location),
    selectBookings(db, orgId, location),
    selectReadings(db, orgId, location),
  ])
  const booked = new Set(bookings.flatMap(({ placeId }) => placeId ?? []))
  const sensed = new Map(readings.flatMap(({ placeId, isOccupied }) => (placeId ? [[placeId, isOccupied] as const] : [])))
  const inUse = Map.groupBy(
    readings.filter(({ isOccupied }) => isOccupied),
    ({ zoneId }) => zoneId,
  )
  return {
    ...location,
    presentCount: people.length,
    bookedCount: bookings.length,
    people,
    zones: zones.map((zone) => ({ ...zone, occupied: inUse.get(zone.zoneId)?.length ?? 0 })),
    desks: [...new Set([...booked, ...sensed.keys()])].map((placeId) => ({
      placeId,
      isBooked: booked.has(placeId),
      isOccupied: sensed.get(placeId) ?? null,
    })),
    spaces: readings.flatMap(({ spaceId, spaceName, levelId, levelName, isOccupied, occupancy }) =>
      spaceId && spaceName !== null ? [{ spaceId, spaceName, levelId, levelName, isOccupied, occupancy }] : [],
    ),
  }
}
