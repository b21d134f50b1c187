/** An item with its children. */
interface Branch<T> {
  readonly item: T
  readonly children: readonly Branch<T>[]
}

interface Shape<T> {
  readonly idOf: (item: T) => string
  readonly parentOf: (item: T) => string | null
}

/** A flat list as a hierarchy, in the order of the list; items without a parent in the list are at the top. */
export const toBranches = <T>(items: readonly T[], { idOf, parentOf }: Shape<T>): Branch<T>[] => {
  const branches = new Map(items.map((item) => [idOf(item), { item, children: [] as Branch<T>[] }]))
  const top: Branch<T>[] = []
  for (const branch of branches.values()) {
    const parent = parentOf(branch.item)
    const above = parent === null ? undefined : branches.get(parent)
    const siblings = above ? above.children : top
    siblings.push(branch)
  }
  return top
}

/** A visible branch with its position. */
export interface Line<T> {
  readonly branch: Branch<T>
  /** 0 at the top. */
  readonly depth: number
  readonly above: Line<T> | undefined
}

/** The branches from the top down, each before its children; the children of closed branches are left out. */
export const linesOf = <T>(branches: readonly Branch<T>[], isOpen: (item: T) => boolean = () => true): Line<T>[] => {
  const lines: Line<T>[] = []
  // This is not recursive, because old hierarchies may be deeper than the call stack allows.
  const next = branches.map((branch): Line<T> => ({ branch, depth: 0, above: undefined })).reverse()
  for (let line = next.pop(); line; line = next.pop()) {
    lines.push(line)
    if (!isOpen(line.branch.item)) continue
    for (const branch of line.branch.children.toReversed()) next.push({ branch, depth: line.depth + 1, above: line })
  }
  return lines
}
