/** A thing with those below it. */
export interface Branch<T> {
  readonly item: T
  readonly children: readonly Branch<T>[]
}

interface Shape<T> {
  readonly idOf: (item: T) => string
  readonly parentOf: (item: T) => string | null
}

/** A flat list as a hierarchy, in the order of the list; what has no parent in the list stands at the top. */
export const toBranches = <T>(items: readonly T[], { idOf, parentOf }: Shape<T>): Branch<T>[] => {
  const known = new Set(items.map(idOf))
  const below = new Map<string | null, T[]>()
  for (const item of items) {
    const parent = parentOf(item)
    const key = parent !== null && known.has(parent) ? parent : null
    below.set(key, [...(below.get(key) ?? []), item])
  }
  const branches = (parent: string | null): Branch<T>[] =>
    (below.get(parent) ?? []).map((item) => ({ item, children: branches(idOf(item)) }))
  return branches(null)
}
