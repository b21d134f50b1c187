import type { Amenity } from '@rollcall/contract'
import { PURPOSES, randomOf } from '../random/random.ts'
import type { Desk } from './types.ts'

/** How many screens a desk may have; half of the desks have one. */
const SCREENS = [0, 1, 1, 2] as const

/** The desks at the left and right walls of their level. */
const atWindows = (desks: readonly Desk[]): ReadonlySet<number> => {
  const levels = [...Map.groupBy(desks, ({ level }) => level).values()]
  return new Set(
    levels.flatMap((ofLevel) => {
      const xs = ofLevel.map(({ x }) => x)
      const walls = [Math.min(...xs), Math.max(...xs)]
      return ofLevel.filter(({ x }) => walls.includes(x)).map(({ index }) => index)
    }),
  )
}

/** Gives desks what they have. Zones are quiet as a whole. */
export const equip = (seed: number, desks: readonly Desk[]): void => {
  const windows = atWindows(desks)
  for (const desk of desks) {
    const random = randomOf(seed, PURPOSES.equipment, desk.index)
    const has: Readonly<Record<Amenity, boolean>> = {
      standing: random.chance(0.35),
      window: windows.has(desk.index),
      accessible: random.chance(0.1),
      quiet: desk.zone % 5 === 2,
      'docking-station': random.chance(0.5),
    }
    desk.amenities = (Object.keys(has) as Amenity[]).filter((amenity) => has[amenity])
    desk.screens = random.pick(SCREENS)
  }
}
