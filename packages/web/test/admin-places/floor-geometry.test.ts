import { describe, expect, it } from 'vitest'
import { layOut } from '../../src/components/floor-map/automatic-layout.ts'
import { areCrowded, type Direction, deskSize, nearestIn, snapped } from '../../src/components/floor-map/desk-geometry.ts'
import type { Desk, FloorPlace } from '../../src/components/floor-map/floor-place.ts'
import { contains, middleOf, panned, wholeView, zoomed } from '../../src/components/floor-map/view-box.ts'
import { hull, zoneOutlines } from '../../src/components/floor-map/zone-outline.ts'

const place = (name: string, zone: string, x: number | null = null, y: number | null = null): FloorPlace => ({
  placeId: `${zone}/${name}`,
  placeName: name,
  zoneId: zone,
  zoneName: zone,
  x,
  y,
})

const zone = (name: string, count: number) => Array.from({ length: count }, (_, n) => place(`D-${n + 1}`, name))

describe('desks without coordinates', () => {
  it('stand in a grid of their zone, in the order of their names', () => {
    const desks = layOut([place('D-10', 'A'), place('D-2', 'A'), place('D-1', 'A')])
    const inOrder = desks.toSorted((a, b) => a.y - b.y || a.x - b.x).map((desk) => desk.place.placeName)
    expect(inOrder).toEqual(['D-1', 'D-2', 'D-10'])
    expect(desks.every(({ isPlaced }) => !isPlaced)).toBe(true)
  })

  it('never stand on each other, and zones never overlap', () => {
    const desks = layOut([...zone('A', 37), ...zone('B', 1), ...zone('C', 260), ...zone('D', 12), ...zone('E', 90)])
    expect(new Set(desks.map(({ x, y }) => `${x} ${y}`)).size).toBe(400)
    const boxes = [...Map.groupBy(desks, (desk) => desk.place.zoneId).values()].map((members) => ({
      left: Math.min(...members.map(({ x }) => x)),
      right: Math.max(...members.map(({ x }) => x)),
      top: Math.min(...members.map(({ y }) => y)),
      bottom: Math.max(...members.map(({ y }) => y)),
    }))
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        const isApart = a.right + 2 < b.left || b.right + 2 < a.left || a.bottom + 2 < b.top || b.bottom + 2 < a.top
        expect(isApart).toBe(true)
      }
    }
  })

  it('stand below those that have coordinates', () => {
    const desks = layOut([place('D-1', 'A', 10, 20), place('D-2', 'A', -5, 3), ...zone('B', 5)])
    expect(desks.filter(({ isPlaced }) => isPlaced).map(({ x, y }) => [x, y])).toEqual([
      [10, 20],
      [-5, 3],
    ])
    for (const { x, y } of desks.filter(({ isPlaced }) => !isPlaced)) {
      expect(y).toBeGreaterThan(20)
      expect(x).toBeGreaterThanOrEqual(-5)
    }
  })

  it('stand in rows within a floor plan, away from its edges', () => {
    const desks = layOut(zone('A', 20), { width: 20, height: 10 })
    const [xs, ys] = [desks.map(({ x }) => x), desks.map(({ y }) => y)]
    expect([Math.min(...xs) >= 2, Math.max(...xs) <= 18, Math.min(...ys) >= 2, Math.max(...ys) <= 8]).not.toContain(false)
    expect([...xs, ...ys].every((value) => snapped(value) === value)).toBe(true)
    expect([new Set(xs).size, new Set(ys).size]).toEqual([7, 3])
  })

  it('stand closer together on a floor plan that is too small for them', () => {
    const desks = layOut(zone('A', 100), { width: 8, height: 8 })
    expect(new Set(desks.map(({ x, y }) => `${x} ${y}`)).size).toBe(100)
    expect(desks.every(({ x, y }) => x >= 2 && x <= 6 && y >= 2 && y <= 6)).toBe(true)
  })

  it('stand beside those that have coordinates where a floor plan has room', () => {
    const desks = layOut([place('D-1', 'A', 10, 8), ...zone('B', 5)], { width: 40, height: 10 })
    const unplaced = desks.filter(({ isPlaced }) => !isPlaced)
    expect(unplaced).toHaveLength(5)
    expect(unplaced.every(({ x, y }) => x >= 14 && x <= 38 && y >= 2 && y <= 8)).toBe(true)
  })

  it('count as such when only one coordinate is known', () => {
    expect(layOut([{ ...place('D-1', 'A'), x: 4 }])[0]?.isPlaced).toBe(false)
  })

  it('are none on an empty level', () => {
    expect(layOut([])).toEqual([])
  })
})

describe('the way to the next desk', () => {
  const at = (name: string, x: number, y: number): Desk => ({ place: place(name, 'A', x, y), x, y, isPlaced: true })
  const desks = [at('middle', 0, 0), at('east', 2, 0.4), at('far east', 4, 0), at('north', 0.3, -3), at('south west', -4, 4)]
  const next = (direction: Direction) => nearestIn(desks, { x: 0, y: 0 }, direction)?.place.placeName

  it('leads to the nearest one ahead', () => {
    expect(next('ArrowRight')).toBe('east')
    expect(next('ArrowUp')).toBe('north')
  })

  it('leads aside where nothing is ahead, and nowhere at the edge', () => {
    expect([next('ArrowLeft'), next('ArrowDown')]).toEqual(['south west', 'south west'])
    expect(nearestIn(desks, { x: 4, y: 0 }, 'ArrowRight')).toBeUndefined()
  })

  it('reaches every desk of a floor', () => {
    const floor = layOut([...zone('A', 40), ...zone('B', 30), ...zone('C', 7)])
    const seen = new Set<string>()
    const open = [floor[0] as Desk]
    for (let desk = open.pop(); desk; desk = open.pop()) {
      if (seen.has(desk.place.placeId)) continue
      seen.add(desk.place.placeId)
      for (const direction of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
        const found = nearestIn(floor, desk, direction)
        if (found) open.push(found)
      }
    }
    expect(seen.size).toBe(77)
  })
})

describe('sizes', () => {
  it('keep desks apart that stand close, and are bounded', () => {
    const row = (step: number) => layOut(Array.from({ length: 20 }, (_, n) => place(`D-${n}`, 'A', n * step, 0)))
    expect(deskSize(row(1))).toBeLessThan(1)
    expect(deskSize(row(0.1))).toBe(0.5)
    expect(deskSize(row(50))).toBe(1.6)
    expect(deskSize(layOut([place('D-1', 'A', 3, 3), place('D-2', 'A', 3, 3)]))).toBe(1.6)
  })

  it('of many desks do not follow two that are close, which alone are no crowd', () => {
    const row = Array.from({ length: 8 }, (_, n) => place(`D-${n}`, 'A', n * 4, 0))
    const pair = layOut([...row, place('D-8', 'A', 0.6, 0)])
    expect([deskSize(layOut(row)), deskSize(pair)]).toEqual([1.6, 1.6])
    expect([areCrowded(pair, 1.6), areCrowded(layOut([...row, ...row.map((desk) => ({ ...desk, y: 1 }))]), 1.6)]).toEqual([
      false,
      true,
    ])
  })

  it('snap to half a meter', () => {
    expect([0.24, 0.26, -0.74, 12.5].map(snapped)).toEqual([0, 0.5, -0.5, 12.5])
  })
})

describe('outlines of zones', () => {
  it('go around all desks of their zone at a distance', () => {
    const [outline] = zoneOutlines(layOut([place('1', 'A', 0, 0), place('2', 'A', 10, 0), place('3', 'A', 5, 1)]), 1)
    const xs = outline?.corners.map(({ x }) => x) ?? []
    const ys = outline?.corners.map(({ y }) => y) ?? []
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([-1, 11, -1, 2])
  })

  it('are rectangles, except around desks of another zone', () => {
    const own = [place('1', 'A', 0, 0), place('2', 'A', 4, 0), place('3', 'A', 0, 4)]
    const cornersOfA = (desks: FloorPlace[]) => zoneOutlines(layOut(desks), 1).find(({ zoneId }) => zoneId === 'A')?.corners
    expect(cornersOfA(own)).toEqual([
      { x: -1, y: -1 },
      { x: 5, y: -1 },
      { x: 5, y: 5 },
      { x: -1, y: 5 },
    ])
    expect(cornersOfA([...own, place('4', 'B', 4, 4)])).toHaveLength(5)
  })

  it('leave out what lies inside', () => {
    const square = [0, 4].flatMap((x) => [0, 4].map((y) => ({ x, y })))
    expect(hull([...square, { x: 2, y: 2 }, { x: 2, y: 0 }])).toHaveLength(4)
  })
})

describe('the view', () => {
  const whole = wholeView(
    [
      { x: 0, y: 0 },
      { x: 40, y: 20 },
    ],
    undefined,
  )

  it('shows all desks with the same margin on each side', () => {
    expect(whole).toEqual({ x: -3, y: -3, width: 46, height: 26 })
  })

  it('shows the whole image with the same margin on each side, and what stands beside it', () => {
    const image = { url: '', width: 100, height: 50 }
    const fitted = { x: -2, y: -2, width: 104, height: 54 }
    expect(wholeView([], image)).toEqual(fitted)
    expect(wholeView([{ x: 0.5, y: 3 }], image), 'a desk at the wall').toEqual(fitted)
    expect(wholeView([{ x: -4, y: 3 }], image)).toEqual({ x: -7, y: -3, width: 110, height: 56 })
  })

  it('zooms around a point that stays where it is, within bounds', () => {
    const point = { x: 30, y: 5 }
    const near = zoomed(whole, whole, 0.5, point)
    expect(near.width).toBeCloseTo(whole.width / 2)
    expect((point.x - near.x) / near.width).toBeCloseTo((point.x - whole.x) / whole.width)
    let view = whole
    for (let n = 0; n < 50; n++) view = zoomed(view, whole, 0.7, point)
    expect(view.width).toBeCloseTo(5)
    expect(zoomed(view, whole, 0.7, point)).toBe(view)
  })

  it('cannot leave the floor', () => {
    const lost = panned(whole, whole, 10_000, -10_000)
    expect(contains(whole, middleOf(lost))).toBe(true)
  })
})
