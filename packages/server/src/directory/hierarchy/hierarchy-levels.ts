/** The maximum depth of groups. It is more than any company has, and few enough levels to show and traverse. */
export const MAX_LEVELS = 100

/**
 * Returns the level of each group, 1 at the top, in depth-first order with each group before those below it. Groups in a cycle, or
 * below one, have no level.
 */
export const levelsOf = (parents: ReadonlyMap<string, { readonly parent: string | null }>): Map<string, number> => {
  const parentOf = (id: string): string | null => {
    const parent = parents.get(id)?.parent ?? null
    return parent !== null && parents.has(parent) ? parent : null
  }
  const children = Map.groupBy(parents.keys(), parentOf)
  const levels = new Map<string, number>()
  // The traversal is not recursive, because trees that were stored before the limit existed may be deeper than the stack.
  const next = (children.get(null) ?? []).toReversed()
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const above = parentOf(id)
    levels.set(id, above === null ? 1 : (levels.get(above) as number) + 1)
    for (const child of children.get(id)?.toReversed() ?? []) next.push(child)
  }
  return levels
}

/**
 * Returns the groups with a changed parent that would be too deep, or have groups below them that would be. Groups that were
 * already too deep do not prevent changes of other groups.
 */
export const tooDeep = (
  parents: ReadonlyMap<string, { readonly parent: string | null }>,
  isMoved: (id: string) => boolean,
): Set<string> => {
  const movedAt = new Map<string, string | undefined>()
  const found = new Set<string>()
  for (const [id, level] of levelsOf(parents)) {
    const moved = isMoved(id) ? id : movedAt.get(parents.get(id)?.parent ?? '')
    movedAt.set(id, moved)
    if (moved !== undefined && level > MAX_LEVELS) found.add(moved)
  }
  return found
}

/** Finds the cycles among groups with at most one parent each. Each walk ends at a group that was visited before. */
export const cyclesOf = (parents: ReadonlyMap<string, { readonly parent: string | null }>): string[][] => {
  const walkOf = new Map<string, number>()
  const cycles: string[][] = []
  let walk = 0
  for (const start of parents.keys()) {
    walk++
    const path: string[] = []
    let current: string | null = start
    while (current !== null && !walkOf.has(current)) {
      walkOf.set(current, walk)
      path.push(current)
      current = parents.get(current)?.parent ?? null
    }
    if (current !== null && walkOf.get(current) === walk) cycles.push(path.slice(path.indexOf(current)))
  }
  return cycles
}
