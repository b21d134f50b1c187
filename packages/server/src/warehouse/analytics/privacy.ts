import type { GroupTree } from './group-tree.ts'
import { sumOf } from './kpis.ts'
import type { Members, TakingPart } from './members.ts'
import { NONE } from './rollup-tally.ts'
import { type Blocks, createBlocks, type Obstacle, TOO_FEW } from './small-groups.ts'

/** The ids that figures are narrowed to; null for no filter. */
export type Ids = ReadonlySet<string> | null

/** Why figures are withheld. */
export type Withheld =
  | { readonly reason: 'fewPeople' }
  /** They are merged with a group or building that they would reveal by subtraction. */
  | { readonly reason: 'otherGroup' | 'otherLocation'; readonly id: string }

/** Whether figures of a period may be shown. */
export interface Privacy {
  /** Why they may not be shown; undefined if they may. */
  withheld(groupIds: Ids, locationIds: Ids): Withheld | undefined
  /** The same for a group with all its descendants, which has this many members there. */
  withheldTrees(locationIds: Ids): (groupId: string, members: number) => Withheld | undefined
}

/**
 * Figures are judged by the people they are about: active users with a plan, a booking or presence in the period. Narrowed to
 * groups, they are shown if these consist of whole blocks of enough such people, overall and among those of the locations;
 * narrowed to locations, if the locations do, for everyone and for the groups. If no one took part, the members count. A location
 * that is the primary location of no user reveals no one in particular.
 */
export const createPrivacy = (
  tree: GroupTree,
  members: readonly Members[],
  { people: participants, otherGroups }: TakingPart,
  minimum: number,
): Privacy => {
  const blocksOf = (nodes: readonly { id: string; parentId: string | null }[], people: ReadonlyMap<string, number>): Blocks =>
    createBlocks(
      nodes.map(({ id, parentId }) => ({
        ...{ id, parentId, people: people.get(id) ?? 0 },
        hasFigures: people.has(id) || otherGroups.has(id),
      })),
      minimum,
    )
  const nodesOfGroups = [{ id: NONE, parentId: null }, ...tree.groups.map(({ groupId, parentId }) => ({ id: groupId, parentId }))]
  const flat = (people: ReadonlyMap<string, number>): Blocks =>
    blocksOf(
      [...people.keys()].map((id) => ({ id, parentId: null })),
      people,
    )
  const groupBlocks = memoize(
    (locationIds: Ids) => (locationIds ? [...locationIds].sort().join() : '*'),
    (locationIds) => blocksOf(nodesOfGroups, countBy('groupId', participants.filter(isIn(null, locationIds)))),
  )
  // The key is the set itself: with thousands of groups a text of all their ids would cost more than it saves.
  const locationBlocks = memoize(
    (groupIds: Ids) => groupIds,
    (groupIds) => flat(countBy('locationId', participants.filter(isIn(groupIds, null)))),
  )

  /** If the figures are about no one, they reveal that the members did not take part. */
  const isFew = (groupIds: Ids, locationIds: Ids): boolean => peopleOf(members, groupIds, locationIds) < minimum
  const settle = (
    obstacle: Obstacle | undefined,
    reason: 'otherGroup' | 'otherLocation',
    isOfFew: () => boolean,
  ): Withheld | undefined => {
    if (!obstacle) return undefined
    if (obstacle.kind === 'other') return { reason, id: obstacle.id }
    return obstacle.kind === 'few' || isOfFew() ? { reason: 'fewPeople' } : undefined
  }
  const ofGroups = (groupIds: ReadonlySet<string>, locationIds: Ids) =>
    settle(groupBlocks(locationIds).obstacleOf(groupIds), 'otherGroup', () => isFew(groupIds, locationIds))
  const ofLocations = (groupIds: Ids, locationIds: ReadonlySet<string>) => {
    const isGuestsAlone = groupIds === null && peopleOf(members, null, locationIds) === 0
    if (isGuestsAlone) return undefined
    return settle(locationBlocks(groupIds).obstacleOf(locationIds), 'otherLocation', () => isFew(groupIds, locationIds))
  }
  const ofAll = () => {
    const people = peopleOf(participants, null, null)
    const obstacle = people > 0 && people < minimum ? TOO_FEW : people === 0 ? ({ kind: 'none' } as const) : undefined
    return settle(obstacle, 'otherGroup', () => isFew(null, null))
  }

  return {
    withheld(groupIds, locationIds) {
      if (!groupIds) return locationIds ? ofLocations(null, locationIds) : ofAll()
      const everywhere = ofGroups(groupIds, null)
      if (everywhere || !locationIds) return everywhere
      return ofLocations(null, locationIds) ?? ofGroups(groupIds, locationIds) ?? ofLocations(groupIds, locationIds)
    },
    withheldTrees(locationIds) {
      const everywhere = groupBlocks(null).obstaclesOfTrees()
      const ofOne = (obstacle: Obstacle | undefined, people: number) => settle(obstacle, 'otherGroup', () => people < minimum)
      if (!locationIds) return (groupId, people) => ofOne(everywhere.get(groupId), people)
      const all = ofLocations(null, locationIds)
      const there = groupBlocks(locationIds).obstaclesOfTrees()
      const byGroup = Map.groupBy(participants, ({ groupId }) => groupId)
      const own = (groupId: string) => {
        const some = byGroup.get(groupId)
        return some && countBy('locationId', some)
      }
      const byLocation = new Map<string, Obstacle | undefined>()
      tree.sumUp(own, addCounts, (groupId, people) => byLocation.set(groupId, flat(people).obstacleOf(locationIds)))
      return (groupId, people) =>
        all ??
        ofOne(everywhere.get(groupId), people) ??
        ofOne(there.get(groupId), people) ??
        settle(byLocation.get(groupId), 'otherLocation', () => people < minimum)
    },
  }
}

const isIn = (groupIds: Ids, locationIds: Ids) => (each: Members) =>
  (groupIds?.has(each.groupId) ?? true) && (locationIds?.has(each.locationId) ?? true)

export const peopleOf = (members: readonly Members[], groupIds: Ids, locationIds: Ids): number =>
  sumOf(members.filter(isIn(groupIds, locationIds)).map(({ people }) => people))

const countBy = (name: 'groupId' | 'locationId', some: readonly Members[]): Map<string, number> => {
  const people = new Map<string, number>()
  for (const each of some) people.set(each[name], (people.get(each[name]) ?? 0) + each.people)
  return people
}

const memoize = <K, V>(keyOf: (ids: Ids) => K, create: (ids: Ids) => V): ((ids: Ids) => V) => {
  const known = new Map<K, V>()
  return (ids) => {
    const key = keyOf(ids)
    const value = known.get(key) ?? create(ids)
    known.set(key, value)
    return value
  }
}

/** The larger map absorbs the smaller one. */
const addCounts = (a: Map<string, number>, b: Map<string, number>): Map<string, number> => {
  const [large, small] = a.size < b.size ? [b, a] : [a, b]
  for (const [id, count] of small) large.set(id, (large.get(id) ?? 0) + count)
  return large
}
