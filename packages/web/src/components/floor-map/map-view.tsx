import { t } from '@lingui/core/macro'
import { ActionIcon, Group } from '@mantine/core'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Point } from './floor-place.ts'
import { centredOn, contains, middleOf, panned, type ViewBox, zoomed } from './view-box.ts'

/** One step of a button, a key or the wheel. */
const STEP = 1.35

export interface MapView {
  readonly view: ViewBox
  readonly zoom: (factor: number, around?: Point) => void
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  readonly pan: (dx: number, dy: number) => void
  /** Shows everything again. */
  readonly fit: () => void
  /** Makes the point visible. */
  readonly reveal: (point: Point) => void
  /** Converts a point of the screen to a point of the floor. */
  readonly toMeters: (clientX: number, clientY: number) => Point
}

/** The visible part of the floor: the given one, until the user zooms or pans, and again at another occasion to fit it. */
export const useMapView = (svg: RefObject<SVGSVGElement | null>, whole: ViewBox, first: ViewBox, occasion: object): MapView => {
  const [chosen, setChosen] = useState<{ readonly box: ViewBox; readonly occasion: object }>()
  const view = chosen?.occasion === occasion ? chosen.box : first
  // Event listeners of the browser run between renders and read the view from here.
  const latest = useRef({ view, whole, occasion })
  latest.current = { view, whole, occasion }

  const toMeters = useCallback(
    (clientX: number, clientY: number): Point => {
      const matrix = svg.current?.getScreenCTM()
      return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 }
    },
    [svg],
  )
  const show = useCallback((next: ViewBox) => {
    latest.current.view = next
    setChosen({ box: next, occasion: latest.current.occasion })
  }, [])
  const zoom = useCallback(
    (factor: number, around?: Point) => {
      const { view, whole } = latest.current
      const next = zoomed(view, whole, factor, around ?? middleOf(view))
      if (next !== view) show(next)
    },
    [show],
  )
  const pan = useCallback((dx: number, dy: number) => show(panned(latest.current.view, latest.current.whole, dx, dy)), [show])
  const reveal = useCallback(
    (point: Point) => {
      if (!contains(latest.current.view, point)) show(centredOn(latest.current.view, point))
    },
    [show],
  )
  useEffect(() => {
    const map = svg.current
    // The wheel listener is not a React prop, because React's passive listener cannot prevent scrolling.
    const onWheel = (event: WheelEvent) => {
      const { view, whole } = latest.current
      const factor = event.deltaY > 0 ? STEP : 1 / STEP
      const next = zoomed(view, whole, factor, toMeters(event.clientX, event.clientY))
      // When the whole floor is in view, zooming out further scrolls the page.
      if (next === view || (factor > 1 && view.width >= whole.width)) return
      event.preventDefault()
      show(next)
    }
    map?.addEventListener('wheel', onWheel, { passive: false })
    return () => map?.removeEventListener('wheel', onWheel)
  }, [svg, toMeters, show])
  return {
    view,
    zoom,
    zoomIn: () => zoom(1 / STEP),
    zoomOut: () => zoom(STEP),
    pan,
    fit: () => show(latest.current.whole),
    reveal,
    toMeters,
  }
}

export const MapButtons = ({ view: { zoomIn, zoomOut, fit } }: { view: MapView }) => (
  <Group gap={4} wrap="nowrap" ml="auto">
    <ActionIcon variant="default" size="lg" aria-label={t`Zoom in`} onClick={zoomIn}>
      <IconPlus size={18} />
    </ActionIcon>
    <ActionIcon variant="default" size="lg" aria-label={t`Zoom out`} onClick={zoomOut}>
      <IconMinus size={18} />
    </ActionIcon>
    <ActionIcon variant="default" size="lg" aria-label={t`Show the whole floor`} onClick={fit}>
      <IconArrowsMaximize size={18} />
    </ActionIcon>
  </Group>
)
