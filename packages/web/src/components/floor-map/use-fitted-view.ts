import { type RefObject, useMemo } from 'react'
import type { FloorLayout } from './floor-layout.ts'
import type { Desk, FloorImage } from './floor-place.ts'
import { useMapView } from './map-view.tsx'
import { useFrame } from './use-frame.ts'
import { useHeld, useOccasion } from './use-occasion.ts'
import { wholeView } from './view-box.ts'

interface Floor {
  readonly levelId: string
  readonly image: FloorImage | undefined
  readonly desks: readonly Desk[]
  readonly zones: FloorLayout['zones'] | undefined
  /** Of a desk, in meters. */
  readonly size: number
  /** The desk to show at first. */
  readonly first: Desk | undefined
  readonly pixels: { readonly width: number; readonly height: number }
  /** The most that the map may have, in pixels. */
  readonly height: number
  /** Then the view does not follow what is drawn, so that nothing moves under the pointer. */
  readonly isEdited: boolean
}

/** The view of a map: fitted to the floor when it opens, and for another level, image or width of the window. */
export const useFittedView = (map: RefObject<SVGSVGElement | null>, floor: Floor) => {
  const { levelId, image, desks, zones, size, first, pixels, height, isEdited } = floor
  const whole = useMemo(
    () => wholeView([...desks, ...(zones?.flatMap(({ outline }) => outline ?? []) ?? [])], image),
    [desks, zones, image],
  )
  const occasion = useOccasion(levelId, image)
  const fitted = useHeld({ whole, size, first }, occasion, isEdited)
  const { start, frameHeight } = useFrame({ ...fitted, pixels, height })
  return { mapView: useMapView(map, whole, start, occasion), frameHeight, whole }
}
