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
