import type { KeyboardEvent, ReactNode } from 'react'
import type { Point } from './floor-place.ts'

/** What an editor needs to draw on the map. */
export interface MapTools {
  /** Pixels per meter. */
  readonly scale: number
  readonly toMeters: (clientX: number, clientY: number) => Point
}

/** How an editor takes part in the map. */
export interface FloorEditing {
  /** Called before the map for a key on a desk; returns whether it was meant for the editor. */
  readonly onDeskKey: (placeId: string, event: KeyboardEvent) => boolean
  /** Called for each moved desk, with its position in meters. */
  readonly onMove: (placeId: string, x: number, y: number) => void
  /** Drawn below the desks, and above them. */
  readonly below: (tools: MapTools) => ReactNode
  readonly above: (tools: MapTools) => ReactNode
  /** Explains the keys. */
  readonly hint: string
  /** Spoken after a change by keys. */
  readonly announcement: string
}
