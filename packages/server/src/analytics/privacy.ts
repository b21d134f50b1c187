import type { Db } from '../db/database.ts'
import { type GroupTree, listGroupsWithFigures, listMembers, type Members } from './group-tree.ts'
import { sumOf } from './kpis.ts'
import { NONE } from './rollup-tally.ts'
import { type Blocks, createBlocks } from './small-groups.ts'

/** Ids that figures are narrowed to; null: not at all. */
type Ids = ReadonlySet<string> | null

/** Of how many people figures are, and whether they may be shown. */
export interface Privacy {
  peopleOf(groupIds: Ids, locationIds: Ids): number
  /** Those of each group itself, without the groups below. */
  peopleByGroup(locationIds: Ids): ReadonlyMap<string, number>
  allow(groupIds: Ids, locationIds: Ids): boolean
  /** The groups that are allowed together with all below them. */
  allowedTrees(locationIds: Ids): ReadonlySet<string>
}

/**
 * Narrowed to groups, figures are shown where these are made of whole blocks of enough people, overall and among those of the
 * locations; narrowed to locations, where the locations are, of everybody and of the groups. A location that nobody has for their
 * primary one tells of no one in particular.
 */
export const readPrivacy = async (db: Db, orgId: string, tree: GroupTree, minimum: number): Promise<Privacy> => {
  const members = await listMembers(db, orgId)
  const withMembers = new Set(members.map(({ groupId }) => groupId))
  const rest = [NONE, ...tree.groups.map(({ groupId }) => groupId)].filter((groupId) => !withMembers.has(groupId))
  return createPrivacy(tree, members, await listGroupsWithFigures(db, orgId, rest), minimum)
}

export const createPrivacy = (
  tree: GroupTree,
  members: readonly Members[],
  /** Groups without any members now, of which there are figures. */
  deserted: ReadonlySet<string>,
  minimum: number,
): Privacy => {
  const isIn = (groupIds: Ids, locationIds: Ids) => (each: Members) =>
    (groupIds?.has(each.groupId) ?? true) && (locationIds?.has(each.locationId) ?? true)
  const peopleOf = (groupIds: Ids, locationIds: Ids) =>
    sumOf(members.filter(isIn(groupIds, locationIds)).map(({ people }) => people))
  const countBy = (name: 'groupId' | 'locationId', some: readonly Members[]) => {
    const people = new Map<string, number>()
    for (const each of some) people.set(each[name], (people.get(each[name]) ?? 0) + each.people)
    return people
  }

  const keyOf = (locationIds: Ids) => (locationIds ? [...locationIds].sort().join() : '*')
  const groupBlocks = remembering(keyOf, (locationIds: Ids): Blocks => {
    const people = countBy('groupId', members.filter(isIn(null, locationIds)))
    const nodes = [{ groupId: NONE, parentId: null }, ...tree.groups].map(({ groupId, parentId }) => ({
      ...{ id: groupId, parentId, people: people.get(groupId) ?? 0 },
      hasFigures: people.has(groupId) || deserted.has(groupId),
    }))
    return createBlocks(nodes, minimum)
  })
  const locationBlocks = (people: ReadonlyMap<string, number>): Blocks =>
    createBlocks(
      [...people].map(([id, count]) => ({ id, parentId: null, people: count, hasFigures: true })),
      minimum,
    )
  // By the set itself: with thousands of groups a text of all their ids would cost more than it saves.
  const locationsOf = remembering(
    (groupIds: Ids) => groupIds,
    (groupIds) => {
      const people = countBy('locationId', members.filter(isIn(groupIds, null)))
      return { people, blocks: locationBlocks(people) }
    },
  )
  const allowLocations = (groupIds: Ids, locationIds: ReadonlySet<string>): boolean => {
    const { people, blocks } = locationsOf(groupIds)
    const isNobodys = groupIds === null && [...locationIds].every((id) => !people.has(id))
    return isNobodys || blocks.allow(locationIds)
  }

  return {
    peopleOf,
    peopleByGroup: (locationIds) => countBy('groupId', members.filter(isIn(null, locationIds))),
    allow(groupIds, locationIds) {
      if (groupIds && !groupBlocks(null).allow(groupIds)) return false
      if (!locationIds) return true
      if (!allowLocations(null, locationIds)) return false
      return !groupIds || (groupBlocks(locationIds).allow(groupIds) && allowLocations(groupIds, locationIds))
    },
    allowedTrees(locationIds) {
      const everywhere = groupBlocks(null).allowedTrees()
      if (!locationIds) return everywhere
      const allowed = new Set<string>()
      if (!allowLocations(null, locationIds)) return allowed
      const there = groupBlocks(locationIds).allowedTrees()
      const byGroup = Map.groupBy(members, ({ groupId }) => groupId)
      const own = (groupId: string) => {
        const some = byGroup.get(groupId)
        return some && countBy('locationId', some)
      }
      tree.sumUp(own, addCounts, (groupId, people) => {
        if (everywhere.has(groupId) && there.has(groupId) && locationBlocks(people).allow(locationIds)) allowed.add(groupId)
      })
      return allowed
    },
  }
}

const remembering = <K, V>(keyOf: (ids: Ids) => K, create: (ids: Ids) => V): ((ids: Ids) => V) => {
  const known = new Map<K, V>()
  return (ids) => {
    const key = keyOf(ids)
    const value = known.get(key) ?? create(ids)
    known.set(key, value)
    return value
  }
}

/** The larger map takes in the smaller one. */
const addCounts = (a: Map<string, number>, b: Map<string, number>): Map<string, number> => {
  const [large, small] = a.size < b.size ? [b, a] : [a, b]
  for (const [id, count] of small) large.set(id, (large.get(id) ?? 0) + count)
  return large
}
