import { randomUUID } from 'node:crypto'
import { groupKey, type Hierarchy } from './hierarchy-check.ts'

export interface StoredGroup {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly parent_id: string | null
  readonly origin: string
  readonly status: string
  /** Whether the managers of people place it, and nothing else does. */
  readonly isReportingLine?: boolean
}

export type NewGroup = Pick<StoredGroup, 'id' | 'type' | 'name' | 'parent_id'>
export type ChangedGroup = Pick<StoredGroup, 'id' | 'parent_id' | 'status'>

/** The rows to write, and the counts for the response. The lists are empty if nothing changes. */
export interface Replacement {
  readonly newGroups: readonly NewGroup[]
  readonly changed: readonly ChangedGroup[]
  /** The number of relationships stored before. */
  readonly stored: number
  readonly created: number
  readonly updated: number
  readonly removed: number
  /** The groups that were active before, and those of them that become inactive. */
  readonly activeGroups: number
  readonly deactivated: number
}

const isNamed = (wanted: Hierarchy, { type, name }: StoredGroup): boolean => wanted.has(groupKey(type, name))

/** Returns the groups that came from the hierarchy and are no longer part of it. */
export const droppedGroups = (stored: readonly StoredGroup[], wanted: Hierarchy): string[] =>
  stored.filter((group) => group.origin === 'hierarchy' && !isNamed(wanted, group)).map(({ id }) => id)

/**
 * Decides whether a group is active afterwards. Only the origin of a group may change it (domain §2). The result does not depend on
 * the former status, so that the same submission always has the same outcome.
 */
const statusAfterwards = (group: StoredGroup, wanted: Hierarchy, inUse: ReadonlySet<string>): string => {
  if (group.origin !== 'hierarchy') return group.status
  return isNamed(wanted, group) || inUse.has(group.id) ? 'active' : 'inactive'
}

/** Plans the change. `inUse` contains the dropped groups that still have members, which stay active. */
export const planReplacement = (stored: readonly StoredGroup[], wanted: Hierarchy, inUse: ReadonlySet<string>): Replacement => {
  const ids = new Map(stored.map(({ id, type, name }) => [groupKey(type, name), id]))
  const missing = [...wanted].filter(([key]) => !ids.has(key))
  for (const [key] of missing) ids.set(key, randomUUID())
  const parentId = (key: string): string | null => ids.get(wanted.get(key)?.parent ?? '') ?? null

  const newGroups = missing.map(([key, { type, name }]) => ({ id: ids.get(key) as string, type, name, parent_id: parentId(key) }))
  const after = stored.map((group) => ({
    before: group,
    parent_id: group.isReportingLine ? group.parent_id : parentId(groupKey(group.type, group.name)),
    status: statusAfterwards(group, wanted, inUse),
  }))
  const moved = after.filter(({ before, parent_id }) => before.parent_id !== parent_id)
  const created = moved.filter(({ before }) => before.parent_id === null).length
  const removed = moved.filter(({ parent_id }) => parent_id === null).length
  return {
    newGroups,
    changed: after
      .filter(({ before, parent_id, status }) => before.parent_id !== parent_id || before.status !== status)
      .map(({ before, parent_id, status }) => ({ id: before.id, parent_id, status })),
    stored: stored.filter(({ parent_id, isReportingLine }) => parent_id !== null && !isReportingLine).length,
    created: created + newGroups.filter(({ parent_id }) => parent_id !== null).length,
    updated: moved.length - created - removed,
    removed,
    activeGroups: stored.filter(({ status }) => status === 'active').length,
    deactivated: after.filter(({ before, status }) => before.status === 'active' && status === 'inactive').length,
  }
}
