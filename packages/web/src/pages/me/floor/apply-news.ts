import type { Answer } from '../../../api/call.ts'
import type { LiveNews } from './use-live.ts'

export type Floor = Answer<'getLiveFloor'>
export type LivePerson = Floor['people'][number]

type Node = Pick<LivePerson, 'levelId' | 'levelName' | 'zoneId' | 'zoneName' | 'placeId' | 'spaceId' | 'nodeName'>

/** Finds the location of a node by kind and id; undefined if the page does not know it. */
export type NodeFinder = (type: string, id: string) => Node | undefined

const NOWHERE: Node = {
  levelId: null,
  levelName: null,
  zoneId: null,
  zoneName: null,
  placeId: null,
  spaceId: null,
  nodeName: null,
}

/** Applies news to the floor. Undefined if the page lacks data for that, so that the floor has to be loaded again. */
export const applyNews = (floor: Floor, news: LiveNews, findNode: NodeFinder): Floor | undefined => {
  if (news.type === 'booking') return news.day === floor.day ? undefined : floor
  if (news.type === 'occupancy') {
    const { locationType, locationId, occupied, occupancy } = news
    if (locationType === 'space' && floor.spaces.some(({ spaceId }) => spaceId === locationId)) {
      const change = (space: Floor['spaces'][number]) =>
        space.spaceId === locationId ? { ...space, isOccupied: occupied, occupancy } : space
      return { ...floor, spaces: floor.spaces.map(change) }
    }
    if (locationType === 'place') return withDesk(floor, locationId, occupied, findNode('place', locationId)?.zoneId)
    return locationType === 'space' ? undefined : floor
  }
  const { userId, locationType, locationId, timestamp } = news
  const person = floor.people.find((each) => each.userId === userId)
  if (!person || locationId === null) return undefined
  if (timestamp < person.seenAt) return floor
  const node = locationType === 'location' ? NOWHERE : findNode(locationType, locationId)
  if (!node) return undefined
  const others = floor.people.filter((each) => each !== person)
  return { ...floor, people: [{ ...person, ...node, seenAt: timestamp }, ...others] }
}

const withDesk = (floor: Floor, placeId: string, isOccupied: boolean, zoneId: string | null | undefined): Floor | undefined => {
  const desk = floor.desks.find((each) => each.placeId === placeId)
  if (!desk || !zoneId) return undefined
  const added = Number(isOccupied) - Number(desk.isOccupied ?? false)
  return {
    ...floor,
    desks: floor.desks.map((each) => (each === desk ? { ...desk, isOccupied } : each)),
    zones: floor.zones.map((zone) => (zone.zoneId === zoneId ? { ...zone, occupied: zone.occupied + added } : zone)),
  }
}

/** Creates a finder of the levels, zones and spaces of the floor, and of these places. */
export const nodeFinder = (floor: Floor | undefined, places: readonly PlaceNode[]): NodeFinder => {
  const known = new Map<string, Node>()
  for (const { zoneId, zoneName, levelId, levelName } of floor?.zones ?? []) {
    known.set(`level ${levelId}`, { ...NOWHERE, levelId, levelName })
    known.set(`zone ${zoneId}`, { ...NOWHERE, levelId, levelName, zoneId, zoneName })
  }
  for (const { spaceId, spaceName, levelId, levelName } of floor?.spaces ?? []) {
    known.set(`space ${spaceId}`, { ...NOWHERE, levelId, levelName, spaceId, nodeName: spaceName })
  }
  for (const { placeId, placeName, zoneId, zoneName, levelId, levelName } of places) {
    known.set(`place ${placeId}`, { ...NOWHERE, levelId, levelName, zoneId, zoneName, placeId, nodeName: placeName })
  }
  return (type, id) => known.get(`${type} ${id}`)
}

type PlaceNode = Pick<
  Answer<'listPlaces'>['items'][number],
  'placeId' | 'placeName' | 'zoneId' | 'zoneName' | 'levelId' | 'levelName'
>
