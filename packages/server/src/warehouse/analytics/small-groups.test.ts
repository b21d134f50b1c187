import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Blocks, createBlocks, type Node } from './small-groups.ts'

/** A tree as `name: [parent, people]`. */
const treeOf = (nodes: Record<string, readonly [string | null, number]>): Node[] =>
  Object.entries(nodes).map(([id, [parentId, people]]) => ({ id, parentId, people, hasFigures: people > 0 }))

const below = (nodes: readonly Node[], id: string): Set<string> =>
  new Set([id, ...nodes.filter(({ parentId }) => parentId === id).flatMap((child) => [...below(nodes, child.id)])])

/** Returns the names of the nodes that are shown with all their descendants. */
const shown = (nodes: readonly Node[], minimum = 5): string[] => {
  const blocks = createBlocks(nodes, minimum)
  const ids = nodes.map(({ id }) => id).filter((id) => !blocks.obstacleOf(below(nodes, id)))
  expect(shownTrees(blocks)).toEqual(new Set(ids))
  return ids
}

const shownTrees = (blocks: Blocks): Set<string> =>
  new Set([...blocks.obstaclesOfTrees()].flatMap(([id, obstacle]) => (obstacle ? [] : [id])))

describe('the figures show', () => {
  it('all nodes with enough people', () => {
    expect(shown(treeOf({ p: [null, 5], a: ['p', 5], b: ['p', 7] }))).toEqual(['p', 'a', 'b'])
  })

  it('neither a small node nor the rest without it', () => {
    expect(shown(treeOf({ p: [null, 0], a: ['p', 20], b: ['p', 30], c: ['p', 4] }))).toEqual(['p', 'b'])
    expect(shown(treeOf({ p: [null, 0], a: ['p', 20], c: ['p', 4] }))).toEqual(['p'])
  })

  it('the rest when several small nodes hide each other', () => {
    expect(shown(treeOf({ p: [null, 0], a: ['p', 20], c: ['p', 4], d: ['p', 4] }))).toEqual(['p', 'a'])
  })

  it('the rest when the people of the node itself hide the small one', () => {
    expect(shown(treeOf({ p: [null, 6], a: ['p', 20], c: ['p', 4] }))).toEqual(['p', 'a'])
    expect(shown(treeOf({ p: [null, 1], a: ['p', 20], b: ['p', 30] }))).toEqual(['p', 'b'])
  })

  it('no node that a sibling further up would reveal', () => {
    expect(shown(treeOf({ r: [null, 0], p: ['r', 2], c: ['p', 2], a: ['r', 9], b: ['r', 10] }))).toEqual(['r', 'b'])
  })

  it('nothing about too few people in total, and nothing about no one', () => {
    expect(shown(treeOf({ p: [null, 2], a: ['p', 2] }))).toEqual([])
    expect(shown(treeOf({ p: [null, 0], a: [null, 9] }))).toEqual(['a'])
    expect(shown(treeOf({ p: [null, 1] }), 1)).toEqual(['p'])
  })

  it('nothing that may be about a few people who left', () => {
    const nodes = [
      ...treeOf({ p: [null, 0], a: ['p', 20], b: ['p', 30] }),
      { id: 'gone', parentId: 'p', people: 0, hasFigures: true },
    ]
    expect(shown(nodes)).toEqual(['p', 'b'])
  })
})

describe('the figures withhold', () => {
  const obstacles = (nodes: readonly Node[], minimum = 5) => {
    const blocks = createBlocks(nodes, minimum)
    const trees = blocks.obstaclesOfTrees()
    return Object.fromEntries(
      nodes.map(({ id }) => {
        const obstacle = blocks.obstacleOf(below(nodes, id))
        expect(trees.get(id)?.kind).toBe(obstacle?.kind)
        return [id, obstacle]
      }),
    )
  }

  it('nodes of too few people, and nodes that would reveal them, with the name of one', () => {
    expect(obstacles(treeOf({ p: [null, 0], a: ['p', 20], b: ['p', 30], c: ['p', 4], d: [null, 0] }))).toEqual({
      ...{ p: undefined, b: undefined, c: { kind: 'few' }, d: { kind: 'none' } },
      a: { kind: 'other', id: 'c' },
    })
    expect(obstacles(treeOf({ p: [null, 1], a: ['p', 3] }))).toEqual({ p: { kind: 'few' }, a: { kind: 'few' } })
  })

  it('a large division because of one person next to it, unless no figure is about that person', () => {
    const company = (strangers: number) => treeOf({ none: [null, strangers], division: [null, 0], a: ['division', 178] })
    expect(obstacles(company(1))).toMatchObject({ division: { kind: 'other', id: 'none' }, none: { kind: 'few' } })
    expect(obstacles(company(0))).toMatchObject({ division: undefined, none: { kind: 'none' } })
    expect(obstacles(company(5))).toMatchObject({ division: undefined, none: undefined })
  })
})

it('every sum and difference of shown figures is about no one or about enough people', () => {
  const people = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 30 }))
  const tree = fc.array(fc.record({ people, parent: fc.nat() }), { minLength: 1, maxLength: 12 }).map((given) =>
    given.map(
      (node, index): Node => ({
        ...{ id: String(index), people: node.people, hasFigures: node.people > 0 },
        // A parent comes before its children, or there is none.
        parentId: node.parent % (index + 1) === index ? null : String(node.parent % (index + 1)),
      }),
    ),
  )
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 8 }), (nodes, minimum) => {
      const ids = shown(nodes, minimum)
      const everybody = nodes.reduce((sum, node) => sum + node.people, 0)
      const sets = [...ids.map((id) => below(nodes, id)), ...(everybody >= minimum ? [new Set(nodes.map(({ id }) => id))] : [])]
      // People whom no figure distinguishes are those in the same sets.
      const cells = Map.groupBy(nodes, ({ id }) => sets.map((set) => Number(set.has(id))).join(''))
      for (const [key, cell] of cells) {
        const count = cell.reduce((sum, node) => sum + node.people, 0)
        if (key.includes('1')) expect(count === 0 || count >= minimum).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

describe('a chain of 50,000', () => {
  const chain = (peopleOf: (level: number) => number): Node[] =>
    Array.from({ length: 50_000 }, (_, level) => ({
      ...{ id: `g${level}`, parentId: level === 0 ? null : `g${level - 1}` },
      ...{ people: peopleOf(level), hasFigures: true },
    }))

  it('is shown completely if each node has enough people', () => {
    expect(
      shownTrees(
        createBlocks(
          chain(() => 5),
          5,
        ),
      ).size,
    ).toBe(50_000)
  })

  it('shows only the first node if small nodes are merged with their descendants', () => {
    const blocks = createBlocks(
      chain(() => 1),
      5,
    )
    expect([...shownTrees(blocks)]).toEqual(['g0'])
    expect(blocks.obstacleOf(new Set(chain(() => 1).map(({ id }) => id)))).toBeUndefined()
  })

  it('shows nothing if it has no people', () => {
    expect(
      shownTrees(
        createBlocks(
          chain(() => 0),
          5,
        ),
      ).size,
    ).toBe(0)
  })
})

it('hides the smallest of 50,000 large groups that are each below a small one', () => {
  const nodes = Array.from({ length: 50_000 }, (_, level) => [
    { id: `g${level}`, parentId: level === 0 ? null : `g${level - 1}`, people: 1, hasFigures: true },
    { id: `leaf${level}`, parentId: `g${level}`, people: 5 + (level % 7), hasFigures: true },
  ]).flat()
  const trees = shownTrees(createBlocks(nodes, 5))
  expect(trees.has('g0')).toBe(true)
  expect([...trees].every((id) => !id.startsWith('leaf') || Number(id.slice(4)) % 7 !== 0)).toBe(true)
})
