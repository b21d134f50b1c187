import { LANGUAGE } from '../../language/language.ts'
import { snapped } from './desk-geometry.ts'
import type { Desk, FloorImage, FloorPlace, Point } from './floor-place.ts'

/** Meters between desks of the grid, and between zones. */
const STEP = 2
const GAP = 4
/** The ratio of width to height, for each zone and for the whole grid. */
const SHAPE = 1.8
/** A grid on a floor plan has the shape of the room for it, within these. */
const [NARROWEST, WIDEST] = [0.2, 5]
/** Meters between the grid and the edge of a floor plan, where the walls are. */
const MARGIN = 2

const { compare } = new Intl.Collator(LANGUAGE, { numeric: true })

type Floor = Pick<FloorImage, 'width' | 'height'>

/**
 * Places each desk at its coordinates. Desks without coordinates get a place in a grid, zone by zone in the order of names: on
 * the floor plan if there is one, and else below all others.
 */
export const layOut = <P extends FloorPlace>(places: readonly P[], floor?: Floor): Desk<P>[] => {
  const placed: Desk<P>[] = []
  const unplaced = new Map<string, P[]>()
  for (const place of places) {
    const { x, y, zoneId } = place
    if (x !== null && y !== null) placed.push({ place, x, y, isPlaced: true })
    else unplaced.set(zoneId, [...(unplaced.get(zoneId) ?? []), place])
  }
  if (unplaced.size === 0) return placed
  const zones = [...unplaced.values()]
  return [...placed, ...(floor ? onFloor(zones, placed, floor) : belowOf(zones, placed))]
}

const belowOf = <P extends FloorPlace>(zones: P[][], placed: readonly Point[]): Desk<P>[] => {
  const left = placed.length > 0 ? Math.min(...placed.map(({ x }) => x)) : 0
  const top = placed.length > 0 ? Math.max(...placed.map(({ y }) => y)) + GAP : 0
  return gridOf(zones, SHAPE).desks.map((desk) => ({ ...desk, x: left + desk.x, y: top + desk.y }))
}

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** In the middle of the room where the desks are furthest apart; closer together if even that is too small. */
const onFloor = <P extends FloorPlace>(zones: P[][], placed: readonly Point[], floor: Floor): Desk<P>[] => {
  const { left, top, scale, width, height, desks } = roomsOf(placed, floor)
    .map((room) => gridIn(zones, room))
    .reduce((best, next) => (next.scale > best.scale ? next : best))
  const position = (start: number, room: number, size: number, at: number) => start + (room - size * scale) / 2 + at * scale
  const rounded = (value: number) => (scale === 1 ? snapped(value) : Math.round(value * 100) / 100)
  return desks.map((desk) => ({
    ...desk,
    x: rounded(position(left, width.room, width.grid, desk.x)),
    y: rounded(position(top, height.room, height.grid, desk.y)),
  }))
}

/** The floor within its margin, or what of it is below, right, above and left of the desks that stand there. */
const roomsOf = (placed: readonly Point[], { width, height }: Floor): Area[] => {
  const margin = Math.min(MARGIN, width / 4, height / 4)
  const all = { left: margin, top: margin, right: width - margin, bottom: height - margin }
  if (placed.length === 0) return [all]
  const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)]
  const beside = [
    { ...all, top: Math.max(all.top, Math.max(...ys) + GAP) },
    { ...all, left: Math.max(all.left, Math.max(...xs) + GAP) },
    { ...all, bottom: Math.min(all.bottom, Math.min(...ys) - GAP) },
    { ...all, right: Math.min(all.right, Math.min(...xs) - GAP) },
  ].filter(({ left, top, right, bottom }) => right - left >= STEP && bottom - top >= STEP)
  return beside.length > 0 ? beside : [all]
}

/** The grid in the shape of a room, and the factor by which it has to shrink to be in there. */
const gridIn = <P extends FloorPlace>(zones: P[][], { left, top, right, bottom }: Area) => {
  const room = { width: right - left, height: bottom - top }
  const shape = Math.min(Math.max(room.width / room.height, NARROWEST), WIDEST)
  const { desks, ...grid } = gridOf(zones, shape, room.width)
  const share = (of: 'width' | 'height') => (grid[of] > room[of] ? room[of] / grid[of] : 1)
  return {
    ...{ left, top, desks, scale: Math.min(share('width'), share('height')) },
    width: { room: room.width, grid: grid.width },
    height: { room: room.height, grid: grid.height },
  }
}

/** The desks of all zones from an origin, and the meters from the first to the last of them. */
const gridOf = <P extends FloorPlace>(zones: P[][], shape: number, most = Number.POSITIVE_INFINITY) => {
  const blocks = zones.map((zone) => blockOf(zone, shape)).sort((a, b) => compare(a.name, b.name))
  const area = blocks.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0)
  const lineWidth = Math.max(Math.min(Math.sqrt(area * shape), most), ...blocks.map(({ width }) => width))
  const desks: Desk<P>[] = []
  let x = 0
  let y = 0
  let lineHeight = 0
  let fullWidth = 0
  for (const { places, columns, width, height } of blocks) {
    if (x > 0 && x + width > lineWidth) {
      y += lineHeight + GAP
      x = 0
      lineHeight = 0
    }
    places.forEach((place, index) => {
      const column = index % columns
      const row = Math.floor(index / columns)
      desks.push({ place, x: x + column * STEP, y: y + row * STEP, isPlaced: false })
    })
    fullWidth = Math.max(fullWidth, x + width)
    x += width + GAP
    lineHeight = Math.max(lineHeight, height)
  }
  return { desks, width: fullWidth, height: y + lineHeight }
}

/** The desks of a zone in rows that are as even as they can be. */
const blockOf = <P extends FloorPlace>(zone: P[], shape: number) => {
  const places = zone.toSorted((a, b) => compare(a.placeName, b.placeName))
  const rows = Math.ceil(places.length / Math.ceil(Math.sqrt(places.length * shape)))
  const columns = Math.ceil(places.length / rows)
  const name = places[0]?.zoneName ?? ''
  return { name, places, columns, width: (columns - 1) * STEP, height: (rows - 1) * STEP }
}
