import { useRef, useState } from 'react'
import { aligned } from './desk-geometry.ts'
import type { Desk, Point } from './floor-place.ts'

export interface Moving extends Point {
  readonly placeId: string
}

/** A desk that is being dragged; its position is not reported until it is dropped. */
export const useDeskMoving = (
  desks: ReadonlyMap<string, Desk>,
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
    dragBy: (placeId: string, by: Point) => {
      const desk = desks.get(placeId)
      if (!desk) return
      const others = [...desks.values()].filter(({ place }) => place.placeId !== placeId)
      put({ placeId, ...aligned({ x: desk.x + by.x, y: desk.y + by.y }, others) })
    },
    drop: () => {
      const dropped = latest.current
      put(undefined)
      const desk = dropped && desks.get(dropped.placeId)
      if (desk && !(desk.isPlaced && desk.x === dropped.x && desk.y === dropped.y))
        onMove?.(dropped.placeId, dropped.x, dropped.y)
    },
    cancel: () => put(undefined),
  }
}
