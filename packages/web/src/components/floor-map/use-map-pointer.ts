import { type PointerEvent, type RefObject, useRef } from 'react'
import type { Point } from './floor-place.ts'
import type { MapView } from './map-view.tsx'

/** A finger is never quite still: only a longer movement is a drag. */
const DRAG_THRESHOLD_PX = 4

interface Pointers {
  readonly down: Map<number, Point>
  /** Where a single pointer went down, and on which desk. */
  start?: { readonly client: Point; readonly meters: Point; readonly placeId: string | undefined }
  isDragging: boolean
  /** True during a drag, so that the click at its end selects nothing. */
  wasDragged: boolean
}

interface Handlers {
  /** The desk that a drag from this element moves; undefined if it moves the floor. */
  readonly deskAt: (target: Element) => string | undefined
  readonly onDrag: (placeId: string, byMeters: Point) => void
  readonly onDrop: (placeId: string) => void
  readonly onCancel: () => void
}

const difference = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Dragging the floor or a desk by mouse, pen or finger, and zooming by two fingers. */
export const useMapPointer = (map: RefObject<SVGSVGElement | null>, view: MapView, handlers: Handlers) => {
  const pointers = useRef<Pointers>({ down: new Map(), isDragging: false, wasDragged: false })

  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    const state = pointers.current
    const client = { x: event.clientX, y: event.clientY }
    state.down.set(event.pointerId, client)
    state.wasDragged = false
    if (state.down.size > 1) return
    const placeId = handlers.deskAt(event.target as Element)
    state.start = { client, meters: view.toMeters(client.x, client.y), placeId }
  }

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const state = pointers.current
    const before = state.down.get(event.pointerId)
    if (!before || !state.start) return
    const client = { x: event.clientX, y: event.clientY }
    if (state.down.size === 2) return pinch(event.pointerId, before, client)
    if (!state.isDragging && distance(client, state.start.client) < DRAG_THRESHOLD_PX) return
    if (!state.isDragging) {
      state.isDragging = true
      map.current?.setPointerCapture(event.pointerId)
    }
    const meters = view.toMeters(client.x, client.y)
    if (state.start.placeId) handlers.onDrag(state.start.placeId, difference(meters, state.start.meters))
    else {
      const by = difference(view.toMeters(before.x, before.y), meters)
      view.pan(by.x, by.y)
    }
    state.down.set(event.pointerId, client)
  }

  const pinch = (pointerId: number, before: Point, client: Point) => {
    const state = pointers.current
    const other = [...state.down].find(([id]) => id !== pointerId)?.[1] as Point
    const factor = distance(before, other) / Math.max(distance(client, other), 1)
    if (state.isDragging && state.start?.placeId) handlers.onCancel()
    view.zoom(factor, view.toMeters((client.x + other.x) / 2, (client.y + other.y) / 2))
    state.down.set(pointerId, client)
    state.wasDragged = true
  }

  const end = (event: PointerEvent<SVGSVGElement>, isDropped: boolean) => {
    const state = pointers.current
    if (!state.down.delete(event.pointerId) || state.down.size > 0) return
    if (state.isDragging) {
      state.wasDragged = true
      const placeId = state.start?.placeId
      if (placeId && isDropped) handlers.onDrop(placeId)
      else if (placeId) handlers.onCancel()
    }
    state.isDragging = false
    delete state.start
  }

  return {
    wasDragged: () => pointers.current.wasDragged,
    props: {
      onPointerDown,
      onPointerMove,
      onPointerUp: (event: PointerEvent<SVGSVGElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<SVGSVGElement>) => end(event, false),
    },
  }
}
