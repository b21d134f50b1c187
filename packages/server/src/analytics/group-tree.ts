import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { levelsOf } from '../hierarchy/hierarchy-levels.ts'
import { NONE } from './rollup-tally.ts'

export interface Group {
  readonly groupId: string
  readonly groupName: string
  readonly groupType: string
  readonly parentId: string | null
  readonly status: 'active' | 'inactive'
}

/** All groups of an organisation, and how they stand below each other: as deep as it may be, if it was stored long ago. */
export interface GroupTree {
  /** In the order of type and name. */
  readonly groups: readonly Group[]
  /** These groups and all below them. */
  below(groupIds: Iterable<string>): ReadonlySet<string>
  /**
   * Adds up what each group has with what all below it have, and shows each the sum. `add` may change what it is given, so a sum
   * is not to be kept.
   */
  sumUp<T>(own: (groupId: string) => T | undefined, add: (sum: T, more: T) => T, show: (groupId: string, sum: T) => void): void
}

/** So many active users have this primary location and group. */
export interface Members {
  readonly groupId: string
  readonly locationId: string
  readonly people: number
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

/** The nil UUID stands for none of either. */
export const listMembers = async (db: Db, orgId: string): Promise<Members[]> => {
  const { rows } = await sql<Members>`
    select coalesce(primary_group_id, ${NONE}) as "groupId", coalesce(primary_location_id, ${NONE}) as "locationId",
      count(*)::integer as people
    from users
    where org_id = ${orgId} and status = 'active'
    group by primary_group_id, primary_location_id
  `.execute(db)
  return rows
}

/** Of these groups the ones that anything was ever counted of. */
export const listGroupsWithFigures = async (db: Db, orgId: string, groupIds: readonly string[]): Promise<Set<string>> => {
  if (groupIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select g.id
    from unnest(${groupIds}::uuid[]) as g (id)
    where exists (select from group_rollups r where r.org_id = ${orgId} and r.group_id = g.id offset 0)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
