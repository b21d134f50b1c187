import { levelsOf } from '../../directory/hierarchy/hierarchy-levels.ts'
import { type Block, type Heap, heapOf, joinBlocks, listBlocks, mergeHeaps } from './blocks.ts'

/** Part of a tree of groups, or of a flat list: the people of this node itself whom the figures are about. */
export interface Node {
  readonly id: string
  readonly parentId: string | null
  readonly people: number
  /** Whether it may have figures at all. */
  readonly hasFigures: boolean
}

/**
 * Why figures are withheld: there are none, they are about too few people, or they would reveal another node by subtraction,
 * because it is merged with some of these.
 */
export type Obstacle = { readonly kind: 'none' } | { readonly kind: 'few' } | { readonly kind: 'other'; readonly id: string }

const NO_FIGURES: Obstacle = { kind: 'none' }
export const TOO_FEW: Obstacle = { kind: 'few' }

/** Which figures may be shown. */
export interface Blocks {
  /** Why figures of all these nodes together may not be shown; undefined if they may. */
  obstacleOf(ids: ReadonlySet<string>): Obstacle | undefined
  /** The same for each node together with all its descendants. */
  obstaclesOfTrees(): ReadonlyMap<string, Obstacle | undefined>
}

/**
 * Merges nodes so that each block has the minimum of people, and allows only figures of whole blocks. Whatever is computed from
 * such figures by adding and subtracting consists of whole blocks again, so it never concerns fewer people.
 *
 * It goes from the leaves up: a node that is too small joins the people of its parent; if that is not enough, the smallest block
 * below the parent, which hides that block (complementary suppression) and leaves the parent itself shown; if there is none, it
 * goes further up.
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
  return {
    obstacleOf(ids) {
      const meant = new Map<Block, number>()
      let people = 0
      let isOutside = false
      for (const id of ids) {
        const node = byId.get(id)
        if (!node?.hasFigures) continue
        people += node.people
        const block = blockOf.get(id)
        if (block) meant.set(block, (meant.get(block) ?? 0) + 1)
        else isOutside = true
      }
      if (meant.size === 0 && !isOutside) return NO_FIGURES
      if (isOutside || people < minimum) return TOO_FEW
      const broken = meant.entries().find(([block, count]) => count < block.ids.length)?.[0]
      return broken && { kind: 'other', id: broken.ids.find((id) => !ids.has(id)) as string }
    },
    obstaclesOfTrees: () => obstaclesOf(order, parentOf, (id) => byId.get(id) as Node, blockOf, minimum),
  }
}

/** The reason if there are no nodes. */
const ROOT = ''

/** The blocks that are large enough; `order` has each node before its descendants. */
const settle = (order: readonly Node[], parentOf: (id: string) => string, minimum: number): Block[] => {
  /** By node: the closed blocks of its descendants, and what is too small to be a block. */
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
 * Returns why each tree may not be shown. In `order` the tree of a node reaches from the node itself to its last descendant, so
 * it is enough to know how far the blocks of its nodes reach to either side.
 */
const obstaclesOf = (
  order: readonly string[],
  parentOf: (id: string) => string,
  nodeOf: (id: string) => Node,
  blockOf: ReadonlyMap<string, Block>,
  minimum: number,
): ReadonlyMap<string, Obstacle | undefined> => {
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
  const people = order.map((id) => (nodeOf(id).hasFigures ? nodeOf(id).people : 0))
  const obstacles = new Map<string, Obstacle | undefined>()
  for (let place = order.length - 1; place >= 0; place--) {
    const id = order[place] as string
    const block = blockOf.get(id)
    const own = !nodeOf(id).hasFigures ? NOWHERE : block ? reachOf(block) : EVERYWHERE
    const { from, to } = widened(below[place] as Reach, own.from, own.to)
    const end = ends[place] as number
    obstacles.set(id, obstacleOf({ from, to }, { from: place, to: end }, order, (people[place] as number) < minimum))
    const above = places.get(parentOf(id))
    if (above === undefined) continue
    below[above] = widened(below[above] as Reach, from, to)
    ends[above] = Math.max(ends[above] as number, end)
    people[above] = (people[above] as number) + (people[place] as number)
  }
  return obstacles
}

/** If the blocks of a tree reach beyond its end, the node there is merged with some of the tree. */
const obstacleOf = (reach: Reach, tree: Reach, order: readonly string[], isFew: boolean): Obstacle | undefined => {
  if (reach.from > reach.to) return NO_FIGURES
  if (isFew || reach.to === EVERYWHERE.to) return TOO_FEW
  if (reach.from < tree.from) return { kind: 'other', id: order[reach.from] as string }
  if (reach.to > tree.to) return { kind: 'other', id: order[reach.to] as string }
  return undefined
}

/** The positions from the first to the last. */
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
