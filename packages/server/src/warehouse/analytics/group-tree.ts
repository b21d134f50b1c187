import { sql } from 'kysely'
import { levelsOf } from '../../directory/hierarchy/hierarchy-levels.ts'
import type { Db } from '../../platform/db/database.ts'

export interface Group {
  readonly groupId: string
  readonly groupName: string
  readonly groupType: string
  readonly parentId: string | null
  readonly status: 'active' | 'inactive'
}

/** All groups of an organization, and how they stand below each other: as deep as it may be, if it was stored long ago. */
export interface GroupTree {
  /** In the order of type and name. */
  readonly groups: readonly Group[]
  readonly byId: ReadonlyMap<string, Group>
  /** These groups and all below them. */
  below(groupIds: Iterable<string>): ReadonlySet<string>
  /**
   * Adds up what each group has with what all below it have, and shows each the sum. `add` may change what it is given, so a sum
   * is not to be kept.
   */
  sumUp<T>(own: (groupId: string) => T | undefined, add: (sum: T, more: T) => T, show: (groupId: string, sum: T) => void): void
}

export const readGroupTree = async (db: Db, orgId: string): Promise<GroupTree> => {
  const { rows: groups } = await sql<Group>`
    select id as "groupId", name as "groupName", type as "groupType", parent_id as "parentId", status
    from groups
    where org_id = ${orgId}
    order by type, name
  `.execute(db)
  return createGroupTree(groups)
}

const createGroupTree = (groups: readonly Group[]): GroupTree => {
  const children = Map.groupBy(groups, ({ parentId }) => parentId)
  const parents = new Map(groups.map(({ groupId, parentId }) => [groupId, { parent: parentId }]))
  return {
    groups,
    byId: new Map(groups.map((group) => [group.groupId, group])),
    below(groupIds) {
      const all = new Set(groupIds)
      // A set takes in what is added while it is walked. A group may be named that there is not, and then nothing is below it.
      for (const id of all) for (const child of children.get(id) ?? []) all.add(child.groupId)
      return all
    },
    sumUp<T>(own: (groupId: string) => T | undefined, add: (sum: T, more: T) => T, show: (groupId: string, sum: T) => void) {
      const below = new Map<string, T>()
      const together = (a: T | undefined, b: T | undefined) => (a !== undefined && b !== undefined ? add(a, b) : (a ?? b))
      for (const id of [...levelsOf(parents).keys()].reverse()) {
        const sum = together(below.get(id), own(id))
        below.delete(id)
        if (sum === undefined) continue
        show(id, sum)
        const parent = parents.get(id)?.parent ?? null
        if (parent !== null) below.set(parent, together(below.get(parent), sum) as T)
      }
    },
  }
}
