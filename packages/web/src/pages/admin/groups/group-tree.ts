import { t } from '@lingui/core/macro'
import type { Group } from '@rollcall/contract'
import { LANGUAGE } from '../../../language/language.ts'

/** The origin of a group: its name, parent and status change only there. */
export const ORIGIN_WORDS: Readonly<Record<Group['origin'], string>> = {
  administrator: t`Administrator`,
  attribute: t`User attribute`,
  hierarchy: t`Hierarchy`,
  provisioning: t`Provider`,
}

export const ORIGIN_NOTES: Readonly<Record<Group['origin'], string | null>> = {
  administrator: null,
  attribute: t`A value of a user attribute created this group: its name and place in the tree change only with the attribute.`,
  hierarchy: t`The hierarchy submission created this group: its name and place in the tree change only there.`,
  provisioning: t`The directory of your company provisions this group: its name and members change only there.`,
}

/** A visible row of the tree. */
export interface TreeRow {
  readonly group: Group
  /** 0 for groups without a parent. */
  readonly depth: number
  /** Groups directly below it. */
  readonly below: number
  readonly isOpen: boolean
}

interface TreeFilter {
  readonly find?: string | undefined
  readonly type?: string | undefined
  readonly status: Group['status'] | 'all'
}

const { compare } = new Intl.Collator(LANGUAGE, { numeric: true })

/** Groups by their parent; '' stands for none. */
export const childrenOf = (groups: readonly Group[]): Map<string, Group[]> => {
  const known = new Set(groups.map(({ groupId }) => groupId))
  const parentOf = ({ parentGroupId }: Group) => (parentGroupId !== null && known.has(parentGroupId) ? parentGroupId : '')
  const children = Map.groupBy(groups, parentOf)
  for (const siblings of children.values()) siblings.sort((a, b) => compare(a.groupName, b.groupName))
  return children
}

/** The ancestors of a group, the highest first. */
export const ancestorsOf = (groups: readonly Group[], group: Group): Group[] => {
  const byId = new Map(groups.map((each) => [each.groupId, each]))
  const above = new Set<Group>()
  for (let at = group; at.parentGroupId !== null; ) {
    const parent = byId.get(at.parentGroupId)
    if (!parent || above.has(parent)) break
    above.add(parent)
    at = parent
  }
  return [...above].reverse()
}

/** A group and all its descendants. */
export const withDescendants = (groups: readonly Group[], groupId: string): Set<string> => {
  const children = childrenOf(groups)
  const found = new Set([groupId])
  // Iterating over a set includes items that are added meanwhile.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child.groupId)
  return found
}

/** The groups that match the filter, and their ancestors for context. */
const keptBy = (groups: readonly Group[], { find = '', type, status }: TreeFilter): Set<string> => {
  const wanted = find.trim().toLowerCase()
  const byId = new Map(groups.map((group) => [group.groupId, group]))
  const kept = new Set<string>()
  for (const group of groups) {
    const isWanted =
      (status === 'all' || group.status === status) &&
      (!type || group.groupType === type) &&
      group.groupName.toLowerCase().includes(wanted)
    for (let at = isWanted ? group : undefined; at && !kept.has(at.groupId); ) {
      kept.add(at.groupId)
      at = at.parentGroupId === null ? undefined : byId.get(at.parentGroupId)
    }
  }
  return kept
}

/** The visible rows: those below a closed group are left out, unless the user searches for them. */
export const treeRows = (groups: readonly Group[], open: ReadonlySet<string>, filter: TreeFilter): TreeRow[] => {
  const kept = keptBy(groups, filter)
  const isLooking = Boolean(filter.find?.trim() || filter.type)
  const children = childrenOf(groups.filter(({ groupId }) => kept.has(groupId)))
  const rows: TreeRow[] = []
  const next: { group: Group; depth: number }[] = []
  const add = (parent: string, depth: number) => {
    for (const group of children.get(parent)?.toReversed() ?? []) next.push({ group, depth })
  }
  add('', 0)
  // This is not recursive, because old hierarchies may be deeper than the call stack allows.
  for (let at = next.pop(); at; at = next.pop()) {
    const { group, depth } = at
    const below = children.get(group.groupId)?.length ?? 0
    const isOpen = below > 0 && (isLooking || open.has(group.groupId))
    rows.push({ group, depth, below, isOpen })
    if (isOpen) add(group.groupId, depth + 1)
  }
  return rows
}
