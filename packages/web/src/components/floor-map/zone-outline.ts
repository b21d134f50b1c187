import type { FloorLayout } from './floor-layout.ts'
import type { Desk, Point } from './floor-place.ts'

export interface ZoneOutline {
  readonly zoneId: string
  readonly zoneName: string
  /** Its corners, in order. */
  readonly corners: readonly Point[]
  /** The position of its name. */
  readonly top: Point
}

/** The outline of each zone: as drawn, or else around its desks at this distance, a rectangle if no other desk is in it. */
export const zoneOutlines = (desks: readonly Desk[], distance: number, drawn: FloorLayout['zones'] = []): ZoneOutline[] => {
  const outlined = drawn.flatMap(({ zoneId, zoneName, outline }) => (outline ? [outlineOf(zoneId, zoneName, outline)] : []))
  const isDrawn = new Set(outlined.map(({ zoneId }) => zoneId))
  const zones = Map.groupBy(
    desks.filter(({ place }) => !isDrawn.has(place.zoneId)),
    ({ place }) => place.zoneId,
  )
  const around = [...zones].map(([zoneId, members]) => {
    const box = boxAround(members, distance)
    const hasOthers = desks.some((desk) => desk.place.zoneId !== zoneId && isInBox(box, desk))
    return outlineOf(zoneId, members[0]?.place.zoneName ?? '', hasOthers ? hullAround(members, distance) : box)
  })
  return [...outlined, ...around]
}

const outlineOf = (zoneId: string, zoneName: string, corners: readonly Point[]): ZoneOutline => {
  const y = Math.min(...corners.map((corner) => corner.y))
  const x = Math.min(...corners.filter((corner) => corner.y === y).map((corner) => corner.x))
  return { zoneId, zoneName, corners, top: { x, y } }
}

/** The rectangle along the axes that keeps this distance to all points, clockwise on the screen from its upper left corner. */
export const boxAround = (points: readonly Point[], distance: number): Point[] => {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - distance, Math.min(...ys) - distance]
  const [right, bottom] = [Math.max(...xs) + distance, Math.max(...ys) + distance]
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

const isInBox = ([from, , to]: readonly Point[], { x, y }: Point): boolean =>
  from !== undefined && to !== undefined && x > from.x && x < to.x && y > from.y && y < to.y

/** The smallest convex shape that keeps this distance to all points. */
const hullAround = (points: readonly Point[], distance: number): Point[] =>
  hull(points.flatMap(({ x, y }) => cornersAround(x, y, distance)))

const cornersAround = (x: number, y: number, distance: number): Point[] =>
  [-distance, distance].flatMap((dx) => [-distance, distance].map((dy) => ({ x: x + dx, y: y + dy })))

/** The convex hull (Andrew's monotone chain), clockwise on the screen. */
export const hull = (points: readonly Point[]): Point[] => {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
