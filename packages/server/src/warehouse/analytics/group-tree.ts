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

/** All groups of an organization with their hierarchy, which may be deeper than allowed if it was stored long ago. */
export interface GroupTree {
  /** Sorted by type and name. */
  readonly groups: readonly Group[]
  readonly byId: ReadonlyMap<string, Group>
  /** Returns these groups and all their descendants. */
  below(groupIds: Iterable<string>): ReadonlySet<string>
  /**
   * Sums the values of each group and its descendants, and passes each sum to the callback. `add` may change its argument, so the
   * caller must not keep a sum.
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
      // A set includes values that are added during iteration. An unknown group has no descendants.
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
