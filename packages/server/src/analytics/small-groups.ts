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
}

interface Block {
  readonly ids: string[]
  people: number
}

/**
 * Puts nodes together so that each block has the minimum of people, and allows what is made of whole blocks alone. Whatever is
 * computed from such figures by adding and subtracting is made of whole blocks again, so nothing of fewer people comes out.
 *
 * From the leaves up: what is too small joins the people of the node above; where that is not enough, the smallest block below
 * the node, which hides that one (complementary suppression) and leaves the node itself shown; where there is none, it goes on up.
 */
export const createBlocks = (nodes: readonly Node[], minimum: number): Blocks => {
  const known = new Set(nodes.map(({ id }) => id))
  const children = Map.groupBy(nodes, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : ROOT))

  /** Closed blocks at or below the node, and what is too small to be one. */
  const settle = (below: readonly Node[], own: Node | undefined): { closed: Block[]; open: Block } => {
    const closed: Block[] = []
    const open: Block = { ids: [], people: 0 }
    const take = ({ ids, people }: Block) => {
      open.ids.push(...ids)
      open.people += people
    }
    for (const node of below) {
      const settled = settle(children.get(node.id) ?? [], node)
      closed.push(...settled.closed)
      take(settled.open)
    }
    if (own?.hasFigures) take({ ids: [own.id], people: own.people })
    if (open.ids.length === 0) return { closed, open }
    if (open.people >= minimum) return { closed: [...closed, open], open: { ids: [], people: 0 } }
    const smallest = closed.reduce<Block | undefined>(
      (least, block) => (least && isSmaller(least, block) ? least : block),
      undefined,
    )
    if (!smallest) return { closed, open }
    smallest.ids.push(...open.ids)
    smallest.people += open.people
    return { closed, open: { ids: [], people: 0 } }
  }

  const { closed } = settle(children.get(ROOT) ?? [], undefined)
  const blockOf = new Map(closed.flatMap((block) => block.ids.map((id) => [id, block] as const)))
  const withFigures = new Set(nodes.filter(({ hasFigures }) => hasFigures).map(({ id }) => id))
  return {
    allow(ids) {
      const meant = [...ids].filter((id) => withFigures.has(id))
      return meant.length > 0 && meant.every((id) => blockOf.get(id)?.ids.every((other) => ids.has(other)) === true)
    },
  }
}

/** Of no node. */
const ROOT = ''

/** The same of two of one size whatever order they come in. */
const isSmaller = (a: Block, b: Block): boolean =>
  a.people < b.people || (a.people === b.people && (a.ids.toSorted()[0] as string) < (b.ids.toSorted()[0] as string))
