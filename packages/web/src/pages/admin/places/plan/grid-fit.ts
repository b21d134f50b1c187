import { SNAP, snapped } from '../../../../components/floor-map/desk-geometry.ts'
import type { Point } from '../../../../components/floor-map/floor-place.ts'
import { type DeskGrid, gridOffsets } from './desk-grid.ts'
import type { Outline } from './zone-shapes.ts'

/** Meters around the middle of a desk that have to be inside its zone. */
const HALF_DESK = 0.75
/** The least meters between the middles of two desks. */
const APART = 1

/** Returns whether a point is inside an outline: a line from it to one side crosses an odd number of edges. */
const isInside = (outline: Outline, { x, y }: Point): boolean =>
  outline.filter((a, index) => {
    const b = outline[(index + 1) % outline.length] as Point
    return a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x
  }).length %
    2 ===
  1

/** A desk may touch the outline, so its corners are tried a little inside. */
const CORNER = HALF_DESK - 0.01
const fits = (outline: Outline, { x, y }: Point): boolean =>
  [-CORNER, CORNER].every((dx) => [-CORNER, CORNER].every((dy) => isInside(outline, { x: x + dx, y: y + dy })))

/** The new desks of a grid that would stand outside the zone, at least in part. The first of a duplicated desk is not new. */
export const outsideOf = (outline: Outline, grid: DeskGrid, first: Point, isDuplicate = false): number =>
  gridOffsets(grid)
    .slice(isDuplicate ? 1 : 0)
    .filter(({ x, y }) => !fits(outline, { x: first.x + x, y: first.y + y })).length

/** A large zone is searched in longer steps. */
const STEPS = 40

/** The first position, row by row, at which the whole grid is in the zone, away from other desks; undefined if there is none. */
export const startIn = (outline: Outline, grid: DeskGrid, others: readonly Point[]): Point | undefined => {
  const { left, top, right, bottom } = boxOf(outline)
  const step = Math.max(SNAP, snapped(Math.max(right - left, bottom - top) / STEPS))
  const width = (grid.columns - 1) * grid.spacingX + APART
  const height = (grid.rows - 1) * grid.spacingY + APART
  const isFree = (at: Point) =>
    others.every(({ x, y }) => x <= at.x - APART || x >= at.x + width || y <= at.y - APART || y >= at.y + height)
  for (let y = top; y <= bottom; y += step) {
    for (let x = left; x <= right; x += step) {
      if (isFree({ x, y }) && outsideOf(outline, grid, { x, y }) === 0) return { x, y }
    }
  }
  return undefined
}

/** Where the first desk would be in the upper left corner of a zone. */
export const cornerIn = (outline: Outline): Point => {
  const { left, top } = boxOf(outline)
  return { x: left, y: top }
}

const boxOf = (outline: Outline) => {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  return {
    ...{ left: Math.min(...xs) + HALF_DESK, right: Math.max(...xs) },
    ...{ top: Math.min(...ys) + HALF_DESK, bottom: Math.max(...ys) },
  }
}

/** The same number of desks in more rows, and then closer together, so that `isIn` holds; undefined if they cannot be in the zone. */
export const fittedGrid = (grid: DeskGrid, isIn: (grid: DeskGrid) => boolean): DeskGrid | undefined => {
  const count = grid.columns * grid.rows
  const widths = Array.from({ length: count }, (_, index) => count - index).filter((columns) => count % columns === 0)
  const distances = [grid.spacingX, grid.spacingY, 1.5, APART].toSorted((a, b) => b - a)
  for (const most of distances) {
    const spacing = { spacingX: Math.min(grid.spacingX, most), spacingY: Math.min(grid.spacingY, most) }
    const found = widths.map((columns) => ({ ...grid, ...spacing, columns, rows: count / columns })).find(isIn)
    if (found) return found
  }
  return undefined
}
