/** Nodes whose people are shown together or not at all. */
export interface Block {
  readonly ids: string[]
  readonly people: number
  /** The first of the ids in their order: it orders two blocks of one size. */
  readonly first: string
}

export const joinBlocks = (a: Block, b: Block): Block => {
  // The longer list receives the shorter one, so that no list is copied again and again.
  const [long, short] = a.ids.length < b.ids.length ? [b, a] : [a, b]
  for (const id of short.ids) long.ids.push(id)
  return { ids: long.ids, people: a.people + b.people, first: a.first < b.first ? a.first : b.first }
}

/** Orders two blocks of one size the same way in whatever order they come. */
const isSmaller = (a: Block, b: Block): boolean => a.people < b.people || (a.people === b.people && a.first < b.first)

/** Blocks with the smallest on top: a leftist heap, whose merge takes as many steps as the logarithm of its size. */
export interface Heap {
  readonly block: Block
  readonly left: Heap | undefined
  readonly right: Heap | undefined
  /** The depth on the right side, which is the shortest. */
  readonly rank: number
}

export const heapOf = (block: Block): Heap => ({ block, left: undefined, right: undefined, rank: 1 })

/** Recurses as deep as the logarithm of the size. */
export const mergeHeaps = (a: Heap | undefined, b: Heap | undefined): Heap | undefined => {
  if (!a || !b) return a ?? b
  const [top, other] = isSmaller(b.block, a.block) ? [b, a] : [a, b]
  const merged = mergeHeaps(top.right, other)
  const [left, right] = rankOf(top.left) < rankOf(merged) ? [merged, top.left] : [top.left, merged]
  return { block: top.block, left, right, rank: rankOf(right) + 1 }
}

const rankOf = (heap: Heap | undefined): number => heap?.rank ?? 0

export const listBlocks = (heap: Heap | undefined): Block[] => {
  const blocks: Block[] = []
  const next = [heap]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    blocks.push(at.block)
    // An undefined block on top would end the walk.
    if (at.left) next.push(at.left)
    if (at.right) next.push(at.right)
  }
  return blocks
}
