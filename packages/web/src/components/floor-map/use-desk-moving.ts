import { useRef, useState } from 'react'
import { DIRECTIONS, type Direction, snapped } from './desk-geometry.ts'
import type { Desk, Point } from './floor-place.ts'

export interface Moving extends Point {
  readonly placeId: string
}

/** A desk that is being moved by pointer or keys; its position is not reported until it is dropped. */
export const useDeskMoving = (
  deskOf: (placeId: string) => Desk | undefined,
  onMove: ((placeId: string, x: number, y: number) => void) | undefined,
) => {
  const [moving, setMoving] = useState<Moving>()
  // A desk may be dropped before the last step was rendered.
  const latest = useRef<Moving>(undefined)
  const put = (next: Moving | undefined) => {
    latest.current = next
    setMoving(next)
  }
  return {
    moving,
    lift: (placeId: string) => {
      const desk = deskOf(placeId)
      if (desk && onMove) put({ placeId, x: desk.x, y: desk.y })
    },
    dragBy: (placeId: string, by: Point) => {
      const desk = deskOf(placeId)
      if (desk) put({ placeId, x: snapped(desk.x + by.x), y: snapped(desk.y + by.y) })
    },
    step: (direction: Direction, meters: number) => {
      if (!latest.current) return
      const { placeId, x, y } = latest.current
      const [dx, dy] = DIRECTIONS[direction]
      put({ placeId, x: snapped(x + dx * meters), y: snapped(y + dy * meters) })
    },
    drop: () => {
      const dropped = latest.current
      put(undefined)
      if (!dropped) return
      const desk = deskOf(dropped.placeId)
      if (desk && !(desk.isPlaced && desk.x === dropped.x && desk.y === dropped.y))
        onMove?.(dropped.placeId, dropped.x, dropped.y)
    },
    cancel: () => put(undefined),
  }
}
