import { useMemo } from 'react'
import { readableView, type ViewBox } from './view-box.ts'

/** Below this width in pixels the map is on a phone, where a desk must be large enough for a finger. */
const NARROW = 640
const TARGET = 28
/** The least height of the map there, which leaves room for what is said about a desk. */
const LEAST_HEIGHT = 240

interface Framed {
  /** All of the floor, in meters. */
  readonly whole: ViewBox
  /** Of a desk, in meters. */
  readonly size: number
  /** The desk to show at first. */
  readonly first: { readonly x: number; readonly y: number } | undefined
  readonly pixels: { readonly width: number; readonly height: number }
  /** The most that the map may have, in pixels. */
  readonly height: number
}

/** The view that a map starts with, and its height: all of the floor, or on a phone as much of it as can be touched. */
export const useFrame = ({ whole, size, first, pixels: { width, height: pixelHeight }, height }: Framed) => {
  const isNarrow = width > 0 && width < NARROW
  const start = useMemo(
    () => (first && isNarrow ? readableView(whole, { width, height: pixelHeight }, size, TARGET, first) : whole),
    [whole, isNarrow, width, pixelHeight, size, first],
  )
  // There the map is no higher than the floor in it: what is empty would only have to be scrolled past.
  const floorHeight = whole.height * Math.max(TARGET / size, width / whole.width)
  const frameHeight = isNarrow ? Math.min(Math.max(floorHeight, LEAST_HEIGHT), height) : height
  return { start, frameHeight }
}
