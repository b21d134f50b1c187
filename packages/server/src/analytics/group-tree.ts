import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { NONE } from './rollup-tally.ts'

export interface Group {
  readonly groupId: string
  readonly groupName: string
  readonly groupType: string
  readonly parentId: string | null
  readonly status: 'active' | 'inactive'
}

/** All groups of an organisation, with those below each. */
export interface GroupTree {
  /** In the order of type and name. */
  readonly groups: readonly Group[]
  /** The group and all below it. */
  below(groupId: string): ReadonlySet<string>
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
  const children = Map.groupBy(groups, ({ parentId }) => parentId)
  const known = new Map<string, ReadonlySet<string>>()
  const below = (groupId: string): ReadonlySet<string> => {
    const before = known.get(groupId)
    if (before) return before
    const all = new Set([groupId])
    // A group may be named that there is not, and then nothing is below it.
    for (const child of children.get(groupId) ?? []) for (const id of below(child.groupId)) all.add(id)
    known.set(groupId, all)
    return all
  }
  return { groups, below }
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
