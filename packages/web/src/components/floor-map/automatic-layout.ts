import { LANGUAGE } from '../../language/language.ts'
import type { Desk, FloorPlace } from './floor-place.ts'

/** Meters between desks of the grid, and between zones. */
const STEP = 2
const GAP = 4
/** The ratio of width to height, for each zone and for the whole grid. */
const SHAPE = 1.8

const { compare } = new Intl.Collator(LANGUAGE, { numeric: true })

/**
 * Places each desk at its coordinates. Desks without coordinates get a place in a grid below all others, zone by zone in the
 * order of names.
 */
export const layOut = <P extends FloorPlace>(places: readonly P[]): Desk<P>[] => {
  const placed: Desk<P>[] = []
  const unplaced = new Map<string, P[]>()
  for (const place of places) {
    const { x, y, zoneId } = place
    if (x !== null && y !== null) placed.push({ place, x, y, isPlaced: true })
    else unplaced.set(zoneId, [...(unplaced.get(zoneId) ?? []), place])
  }
  const left = placed.length > 0 ? Math.min(...placed.map(({ x }) => x)) : 0
  const top = placed.length > 0 ? Math.max(...placed.map(({ y }) => y)) + GAP : 0
  return [...placed, ...inGrid([...unplaced.values()], left, top)]
}

const inGrid = <P extends FloorPlace>(zones: P[][], left: number, top: number): Desk<P>[] => {
  const blocks = zones.map(blockOf).sort((a, b) => compare(a.name, b.name))
  const area = blocks.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0)
  const lineWidth = Math.max(Math.sqrt(area * SHAPE), ...blocks.map(({ width }) => width))
  const desks: Desk<P>[] = []
  let x = 0
  let y = 0
  let lineHeight = 0
  for (const { places, columns, width, height } of blocks) {
    if (x > 0 && x + width > lineWidth) {
      y += lineHeight + GAP
      x = 0
      lineHeight = 0
    }
    places.forEach((place, index) => {
      const column = index % columns
      const row = Math.floor(index / columns)
      desks.push({ place, x: left + x + column * STEP, y: top + y + row * STEP, isPlaced: false })
    })
    x += width + GAP
    lineHeight = Math.max(lineHeight, height)
  }
  return desks
}

const blockOf = <P extends FloorPlace>(zone: P[]) => {
  const places = zone.toSorted((a, b) => compare(a.placeName, b.placeName))
  const columns = Math.ceil(Math.sqrt(places.length * SHAPE))
  const rows = Math.ceil(places.length / columns)
  const name = places[0]?.zoneName ?? ''
  return { name, places, columns, width: (columns - 1) * STEP, height: (rows - 1) * STEP }
}
