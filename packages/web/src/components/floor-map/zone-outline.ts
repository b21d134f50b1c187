import type { Desk, Point } from './floor-place.ts'

export interface ZoneOutline {
  readonly zoneId: string
  readonly zoneName: string
  /** Corners of the smallest convex shape around its desks. */
  readonly corners: readonly Point[]
  /** The position of its name. */
  readonly top: Point
}

/** The outline around the desks of each zone at this distance. */
export const zoneOutlines = (desks: readonly Desk[], distance: number): ZoneOutline[] => {
  const zones = Map.groupBy(desks, ({ place }) => place.zoneId)
  return [...zones].map(([zoneId, members]) => {
    const corners = hull(members.flatMap(({ x, y }) => cornersAround(x, y, distance)))
    const y = Math.min(...corners.map((corner) => corner.y))
    const x = Math.min(...corners.filter((corner) => corner.y === y).map((corner) => corner.x))
    return { zoneId, zoneName: members[0]?.place.zoneName ?? '', corners, top: { x, y } }
  })
}

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
