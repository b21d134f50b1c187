import { levelsOf } from '../hierarchy/hierarchy-levels.ts'
import { type Block, type Heap, heapOf, joinBlocks, listBlocks, mergeHeaps } from './blocks.ts'

/** Part of a tree of groups, or of a flat list: with the people who belong to this node itself. */
export interface Node {
  readonly id: string
  readonly parentId: string | null
  readonly people: number
  /** Whether there may be figures of it at all. */
  readonly hasFigures: boolean
}

/** Which figures may be shown. */
export interface Blocks {
  /** Whether those of all these nodes together are of enough people, and tell nothing of fewer by subtraction. */
  allow(ids: ReadonlySet<string>): boolean
  /** The nodes whose figures may be shown together with those of all below them: those that `allow` says so of. */
  allowedTrees(): ReadonlySet<string>
}

/**
 * Puts nodes together so that each block has the minimum of people, and allows what is made of whole blocks alone. Whatever is
 * computed from such figures by adding and subtracting is made of whole blocks again, so nothing of fewer people comes out.
 *
 * From the leaves up: what is too small joins the people of the node above; where that is not enough, the smallest block below
 * the node, which hides that one (complementary suppression) and leaves the node itself shown; where there is none, it goes on up.
 */
export const createBlocks = (nodes: readonly Node[], minimum: number): Blocks => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const order = [...levelsOf(new Map(nodes.map(({ id, parentId }) => [id, { parent: parentId }]))).keys()]
  const parentOf = (id: string): string => {
    const parentId = byId.get(id)?.parentId ?? ROOT
    return byId.has(parentId) ? parentId : ROOT
  }
  const blocks = settle(
    order.map((id) => byId.get(id) as Node),
    parentOf,
    minimum,
  )
  const blockOf = new Map(blocks.flatMap((block) => block.ids.map((id) => [id, block] as const)))
  const hasFigures = (id: string): boolean => byId.get(id)?.hasFigures === true
  return {
    allow(ids) {
      const meant = new Map<Block, number>()
      for (const id of ids) {
        if (!hasFigures(id)) continue
        const block = blockOf.get(id)
        if (!block) return false
        meant.set(block, (meant.get(block) ?? 0) + 1)
      }
      return meant.size > 0 && meant.entries().every(([block, count]) => count === block.ids.length)
    },
    allowedTrees: () => treesOf(order, parentOf, (id) => (hasFigures(id) ? (blockOf.get(id) ?? null) : undefined)),
  }
}

/** Of no node. */
const ROOT = ''

/** The blocks that are large enough; `order` has each node before those below it. */
const settle = (order: readonly Node[], parentOf: (id: string) => string, minimum: number): Block[] => {
  /** By node: blocks closed at or below those below it, and what is too small to be one. */
  const closed = new Map<string, Heap>()
  const open = new Map<string, Block>()
  const settleOne = (id: string, own: Node | undefined): { blocks: Heap | undefined; rest: Block | undefined } => {
    const blocks = closed.get(id)
    let rest = open.get(id)
    closed.delete(id)
    open.delete(id)
    if (own?.hasFigures) {
      const alone = { ids: [own.id], people: own.people, first: own.id }
      rest = rest ? joinBlocks(rest, alone) : alone
    }
    if (!rest) return { blocks, rest }
    if (rest.people >= minimum) return { blocks: mergeHeaps(blocks, heapOf(rest)), rest: undefined }
    if (!blocks) return { blocks, rest }
    const others = mergeHeaps(blocks.left, blocks.right)
    return { blocks: mergeHeaps(others, heapOf(joinBlocks(blocks.block, rest))), rest: undefined }
  }
  for (const node of order.toReversed()) {
    const { blocks, rest } = settleOne(node.id, node)
    const parent = parentOf(node.id)
    const together = mergeHeaps(closed.get(parent), blocks)
    if (together) closed.set(parent, together)
    const before = open.get(parent)
    if (rest) open.set(parent, before ? joinBlocks(before, rest) : rest)
  }
  return listBlocks(settleOne(ROOT, undefined).blocks)
}

/**
 * The nodes with figures in their trees that are made of whole blocks. In `order` the tree of a node goes from the node itself to
 * the end of the last one below, so it is enough to know how far the blocks of its nodes reach to either side.
 */
const treesOf = (
  order: readonly string[],
  parentOf: (id: string) => string,
  /** Null where the node has figures and no block, undefined where it has no figures. */
  blockOf: (id: string) => Block | null | undefined,
): ReadonlySet<string> => {
  const places = new Map(order.map((id, place) => [id, place]))
  const reaches = new Map<Block, Reach>()
  const reachOf = (block: Block): Reach => {
    const known = reaches.get(block)
    if (known) return known
    const reach = block.ids.map((id) => places.get(id) as number).reduce((sum, at) => widened(sum, at, at), NOWHERE)
    reaches.set(block, reach)
    return reach
  }
  const ends = order.map((_, place) => place)
  const below = order.map(() => NOWHERE)
  const trees = new Set<string>()
  for (let place = order.length - 1; place >= 0; place--) {
    const id = order[place] as string
    const block = blockOf(id)
    const own = block === undefined ? NOWHERE : block === null ? EVERYWHERE : reachOf(block)
    const { from, to } = widened(below[place] as Reach, own.from, own.to)
    if (from >= place && to <= (ends[place] as number) && from <= to) trees.add(id)
    const above = places.get(parentOf(id))
    if (above === undefined) continue
    below[above] = widened(below[above] as Reach, from, to)
    ends[above] = Math.max(ends[above] as number, ends[place] as number)
  }
  return trees
}

/** Places from the first to the last. */
interface Reach {
  readonly from: number
  readonly to: number
}

const NOWHERE: Reach = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
const EVERYWHERE: Reach = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

const widened = (reach: Reach, from: number, to: number): Reach => ({
  from: Math.min(reach.from, from),
  to: Math.max(reach.to, to),
})
