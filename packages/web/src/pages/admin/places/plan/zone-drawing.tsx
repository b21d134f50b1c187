import { t } from '@lingui/core/macro'
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MapTools } from '../../../../components/floor-map/floor-editing.ts'
import classes from '../../../../components/floor-map/floor-map.module.css'
import type { Point } from '../../../../components/floor-map/floor-place.ts'
import { type Outline, rectangleBetween } from './zone-shapes.ts'

/** Meters to each side, as far as the map can be seen. */
const FAR = 10_000

interface Props {
  readonly zoneName: string
  readonly tools: MapTools
  /** Without an outline, the zone gets the usual rectangle. */
  readonly onDrawn: (outline?: Outline) => void
  readonly onLeave: () => void
}

export const drawingWords = (zoneName: string): string =>
  t`Zone ${zoneName}: press on the map and drag a rectangle. Enter puts one in the middle, Escape leaves.`

/** Covers the map until a rectangle is dragged on it, which becomes the outline of a zone. */
export const ZoneDrawing = ({ zoneName, tools, onDrawn, onLeave }: Props) => {
  const cover = useRef<SVGRectElement>(null)
  const [drag, setDrag] = useState<{ readonly from: Point; readonly to: Point }>()
  const shown = drag && rectangleBetween(drag.from, drag.to)
  const at = ({ clientX, clientY }: PointerEvent): Point => tools.toMeters(clientX, clientY)
  // It works wherever the focus is.
  const onKey = useEffectEvent(({ key }: { readonly key: string }) => key === 'Escape' && onLeave())
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => void onKey(event)
    window.addEventListener('keydown', listen, true)
    cover.current?.focus({ preventScroll: true })
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    onDrawn()
  }
  const onPointerUp = (event: PointerEvent) => {
    const outline = drag && rectangleBetween(drag.from, at(event))
    setDrag(undefined)
    if (outline) onDrawn(outline)
  }
  return (
    <>
      {shown ? (
        <polygon
          className={classes.chosenZone}
          points={shown.map(({ x, y }) => `${x},${y}`).join(' ')}
          strokeWidth={2 / tools.scale}
        />
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no buttons. */}
      <rect
        ref={cover}
        className={classes.cover}
        x={-FAR}
        y={-FAR}
        width={2 * FAR}
        height={2 * FAR}
        role="button"
        tabIndex={0}
        aria-label={drawingWords(zoneName)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0 || drag) return
          // The map would pan.
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: at(event), to: at(event) })
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: at(event) })}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(undefined)}
      />
    </>
  )
}
