import { randomUUID } from 'node:crypto'
import { mapAttribute } from '../../../src/directory/attributes/mapping-service.ts'
import { setFloorPlan } from '../../../src/directory/places/floor-plan-service.ts'
import { directoryConsequences } from '../../../src/planning/consequences/directory-consequences.ts'
import type { Caller, GoodCalls } from './good-calls.ts'

let count = 0
/** A name that nothing has yet. */
const fresh = (kind: string): string => `New ${kind} ${++count}`

const query =
  (text: string, values: (caller: Caller) => unknown[]) =>
  (caller: Caller): Promise<unknown> =>
    caller.service.database.pool.query(text, values(caller))

/** Ids are unique within a kind only: the bay has that of its building. */
const bay = query(
  `insert into parking_bays (org_id, id, location_id, name) values ($1, $2, $2, 'P-1') on conflict (org_id, id) do nothing`,
  ({ orgId, ids }) => [orgId, ids.berlin],
)

const TRIANGLE = [
  { x: 0, y: 0 },
  { x: 8, y: 0 },
  { x: 4, y: 6 },
]

/** A WebP image. */
const PIXEL = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
const floorPlan = ({ service, orgId, ids }: Caller): Promise<unknown> =>
  setFloorPlan(service.database.db, orgId, ids.level, { image: PIXEL, widthMetres: 60 })

/** Calls that keep places, people and settings. */
export const KEEPING: GoodCalls = {
  bodies: {
    createLocation: () => ({ locationName: fresh('building'), timeZone: 'Europe/Berlin' }),
    createLocations: () => ({ items: [{ locationName: fresh('building'), timeZone: 'Europe/Berlin' }] }),
    createLevels: ({ ids }) => ({ items: [{ levelName: fresh('level'), locationId: ids.berlin }] }),
    createZones: ({ ids }) => ({ items: [{ zoneName: fresh('zone'), zoneType: 'individual', levelId: ids.level }] }),
    createPlaces: ({ ids }) => ({
      items: [
        { placeName: fresh('desk'), zoneId: ids.deskZone },
        { placeName: fresh('desk'), zoneId: ids.deskZone, assignedUserId: ids.ada },
      ],
    }),
    createSpaces: ({ ids }) => ({ items: [{ spaceName: fresh('space'), spaceType: 'booth', levelId: ids.level }] }),
    createParkingBays: ({ ids }) => ({ items: [{ bayName: fresh('bay'), locationId: ids.berlin }] }),
    updateLocation: () => ({ bookingWindowDays: 28 }),
    createLevel: ({ ids }) => ({ levelName: fresh('level'), locationId: ids.berlin }),
    updateLevel: () => ({ ordinal: 2 }),
    setPositions: ({ ids }) => ({ positions: [{ placeId: ids.desk, x: 12.5, y: 4 }] }),
    changeLevelLayout: ({ ids }) => ({
      desks: [{ placeId: ids.desk, x: 12.5, y: 4, rotation: 90 }],
      newDesks: [{ placeId: randomUUID(), placeName: fresh('desk'), zoneId: ids.deskZone, x: 2, y: 4, rotation: 0 }],
      zones: [{ zoneId: ids.deskZone, outline: TRIANGLE }],
      newZones: [{ zoneId: randomUUID(), zoneName: fresh('zone'), zoneType: 'individual', outline: TRIANGLE }],
    }),
    setFloorPlan: () => ({ image: PIXEL, widthMetres: 60 }),
    runImport: () => ({ locations: [{ name: fresh('building'), timeZone: 'Europe/Berlin' }] }),
    createZone: ({ ids }) => ({ zoneName: fresh('zone'), zoneType: 'individual', levelId: ids.level }),
    updateZone: () => ({ isOverflow: false }),
    createPlace: ({ ids }) => ({ placeName: fresh('desk'), zoneId: ids.deskZone, assignedUserId: ids.ada }),
    updatePlace: () => ({ x: 12.5, assignedUserId: null }),
    updatePlaces: ({ ids }) => ({ ids: [ids.desk], changes: { status: 'active' } }),
    createSpace: ({ ids }) => ({ spaceName: fresh('space'), spaceType: 'booth', levelId: ids.level }),
    updateSpace: () => ({ capacity: 8 }),
    createParkingBay: ({ ids }) => ({ bayName: fresh('bay'), locationId: ids.berlin }),
    updateParkingBay: () => ({ status: 'active' }),
    createUser: ({ ids }) => ({ userName: fresh('user'), primaryLocationId: ids.berlin, primaryGroupId: ids.product }),
    updateUsers: ({ ids }) => ({ ids: [ids.ada], changes: { joinGroupId: ids.product } }),
    updateUser: ({ ids }) => ({ firstName: 'Ada', primaryLocationId: ids.berlin }),
    updateProfile: () => ({ visibility: 'everyone' }),
    createGroup: ({ ids }) => ({ groupName: fresh('group'), groupType: 'team', parentGroupId: ids.product }),
    updateGroup: () => ({ parentGroupId: null }),
    setGroupZones: ({ ids }) => ({ zoneIds: [ids.deskZone] }),
    updateSettings: () => ({ deskFairness: 'most-attended' }),
    setAttributeMapping: () => ({ groupType: 'cost-centre' }),
  },
  pathValues: {
    locationId: ({ ids }) => ids.berlin,
    levelId: ({ ids }) => ids.level,
    zoneId: ({ ids }) => ids.deskZone,
    placeId: ({ ids }) => ids.desk,
    spaceId: ({ ids }) => ids.room,
    bayId: ({ ids }) => ids.berlin,
    groupId: ({ ids }) => ids.product,
    attribute: () => 'costCentre',
  },
  queries: { runImport: { dryRun: 'false' } },
  preparations: {
    getFloorPlan: floorPlan,
    removeFloorPlan: floorPlan,
    getParkingBay: bay,
    updateParkingBay: bay,
    previewParkingBayDeactivation: bay,
    updateGroup: query(`update groups set origin = 'administrator' where org_id = $1 and id = $2`, ({ orgId, ids }) => [
      orgId,
      ids.product,
    ]),
    removeGroupMember: query(
      'insert into group_members (org_id, group_id, user_id) values ($1, $2, $3) on conflict do nothing',
      ({ orgId, ids }) => [orgId, ids.product, ids.ada],
    ),
    removeAttributeMapping: ({ service, orgId }) =>
      mapAttribute(service.database.db, directoryConsequences, orgId, {
        attribute: 'costCentre',
        groupType: 'cost-centre',
        isPrimaryGroup: false,
        isPrimaryLocation: false,
      }),
  },
}
