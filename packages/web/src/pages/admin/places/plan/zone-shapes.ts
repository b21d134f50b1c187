import { snapped } from '../../../../components/floor-map/desk-geometry.ts'
import type { Point } from '../../../../components/floor-map/floor-place.ts'

export type Outline = readonly Point[]

export const movedBy = (outline: Outline, by: Point): Outline => outline.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }))

export const withCorner = (outline: Outline, index: number, corner: Point): Outline =>
  outline.map((before, at) => (at === index ? corner : before))

export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

const next = (outline: Outline, index: number): Point => outline[(index + 1) % outline.length] as Point

/** The middle of the edge that follows a corner. */
export const edgeMiddle = (outline: Outline, index: number): Point => middle(outline[index] as Point, next(outline, index))

/** Adds a corner after another one, in the middle of the edge unless a position is given. */
export const withCornerAfter = (outline: Outline, index: number, corner = edgeMiddle(outline, index)): Outline =>
  outline.toSpliced(index + 1, 0, { x: snapped(corner.x), y: snapped(corner.y) })

/** Removes a corner; three always remain. */
export const withoutCorner = (outline: Outline, index: number): Outline =>
  outline.length > 3 ? outline.toSpliced(index, 1) : outline

/** The corner before the longest edge, where another one is most useful. */
export const longestEdge = (outline: Outline): number => {
  const lengths = outline.map((corner, index) => Math.hypot(corner.x - next(outline, index).x, corner.y - next(outline, index).y))
  return lengths.indexOf(Math.max(...lengths))
}

export const rectangle = (center: Point, width: number, height: number): Outline => {
  const [left, top] = [snapped(center.x - width / 2), snapped(center.y - height / 2)]
  return [
    { x: left, y: top },
    { x: left + width, y: top },
    { x: left + width, y: top + height },
    { x: left, y: top + height },
  ]
}

/** The rectangle from one corner to the opposite one; undefined if they are less than a meter apart, as after a click. */
export const rectangleBetween = (from: Point, to: Point): Outline | undefined => {
  const [width, height] = [snapped(Math.abs(to.x - from.x)), snapped(Math.abs(to.y - from.y))]
  if (width < 1 || height < 1) return undefined
  return rectangle({ x: Math.min(from.x, to.x) + width / 2, y: Math.min(from.y, to.y) + height / 2 }, width, height)
}
