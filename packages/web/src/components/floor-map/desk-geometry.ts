import type { Desk, Point } from './floor-place.ts'

export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
export type Direction = keyof typeof DIRECTIONS

/** Desks move in steps of this many meters. */
export const SNAP = 0.5

export const snapped = (value: number): number => Math.round(value / SNAP) * SNAP

/** A desk this near to the line of another one, in meters, is put on that line. */
const ALIGN = 0.3

/** The position on the lines of other desks where they are near, and else on the grid. */
export const aligned = ({ x, y }: Point, others: readonly Point[]): Point => ({
  x:
    nearest(
      x,
      others.map((other) => other.x),
    ) ?? snapped(x),
  y:
    nearest(
      y,
      others.map((other) => other.y),
    ) ?? snapped(y),
})

const nearest = (value: number, lines: readonly number[]): number | undefined => {
  let found: number | undefined
  for (const line of lines) {
    const distance = Math.abs(line - value)
    if (distance <= ALIGN && (found === undefined || distance < Math.abs(found - value))) found = line
  }
  return found
}

/** From this many desks on, two that are closer to each other than all others do not count. */
const MANY = 6

/** The width of a drawn desk: as large as possible without most desks touching. */
export const deskSize = (desks: readonly Desk[]): number => {
  const distances = distancesOf(desks).sort((a, b) => a - b)
  const usual = distances[Math.max(Math.floor(distances.length / 10), desks.length < MANY ? 0 : 2)] ?? 2
  return Math.min(Math.max(usual * 0.8, 0.5), 1.6)
}

/** Whether desks of this width lie on each other in more than a pair and a quarter of them. */
export const areCrowded = (desks: readonly Desk[], size: number): boolean =>
  distancesOf(desks).filter((distance) => distance < size).length > Math.max(2, desks.length / 4)

const distancesOf = (desks: readonly Desk[]): number[] =>
  desks.map((desk) => distanceToNearest(desk, desks)).filter((distance) => distance > 0 && Number.isFinite(distance))

const distanceToNearest = ({ x, y }: Desk, desks: readonly Desk[]): number => {
  let nearest = Number.POSITIVE_INFINITY
  for (const other of desks) {
    const distance = Math.max(Math.abs(other.x - x), Math.abs(other.y - y))
    if (distance > 0 && distance < nearest) nearest = distance
  }
  return nearest
}

/** The desk that an arrow key moves to: a near one, preferably straight ahead. */
export const nearestIn = (desks: readonly Desk[], from: Point, direction: Direction): Desk | undefined => {
  const [dx, dy] = DIRECTIONS[direction]
  let best: Desk | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (const desk of desks) {
    const ahead = (desk.x - from.x) * dx + (desk.y - from.y) * dy
    const aside = Math.abs((desk.x - from.x) * dy) + Math.abs((desk.y - from.y) * dx)
    if (ahead < 0.01) continue
    const cost = ahead + aside * (aside > ahead ? 8 : 2)
    if (cost < lowest) {
      lowest = cost
      best = desk
    }
  }
  return best
}
