import { t } from '@lingui/core/macro'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { DIRECTIONS, type Direction, snapped } from '../../../../components/floor-map/desk-geometry.ts'
import type { MapTools } from '../../../../components/floor-map/floor-editing.ts'
import classes from '../../../../components/floor-map/floor-map.module.css'
import type { Point } from '../../../../components/floor-map/floor-place.ts'
import type { PlanZone } from './plan-state.ts'
import { edgeMiddle, movedBy, type Outline, withCorner, withCornerAfter, withoutCorner } from './zone-shapes.ts'

interface Props {
  readonly zone: PlanZone & { readonly outline: Outline }
  readonly tools: MapTools
  /** Steps with the same key are undone together. */
  readonly onDraw: (outline: Outline, key?: string) => void
  readonly onDone: () => void
}

/** A drag of the whole outline or of one corner, which is reported when it is dropped. */
const useDragging = (tools: MapTools, outline: Outline, onDraw: Props['onDraw']) => {
  const [drag, setDrag] = useState<{ index: number | null; from: Point; now: Outline }>()
  return {
    shown: drag?.now ?? outline,
    props: (index: number | null) => ({
      onPointerDown: (event: PointerEvent<SVGElement>) => {
        if (event.button !== 0) return
        // The map would pan.
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ index, from: tools.toMeters(event.clientX, event.clientY), now: outline })
      },
      onPointerMove: (event: PointerEvent<SVGElement>) => {
        if (!drag || drag.index !== index) return
        const at = tools.toMeters(event.clientX, event.clientY)
        const by = { x: snapped(at.x - drag.from.x), y: snapped(at.y - drag.from.y) }
        const corner = { x: snapped(at.x), y: snapped(at.y) }
        setDrag({ ...drag, now: index === null ? movedBy(outline, by) : withCorner(outline, index, corner) })
      },
      onPointerUp: () => {
        if (drag && JSON.stringify(drag.now) !== JSON.stringify(outline)) onDraw(drag.now)
        setDrag(undefined)
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  }
}

/** Where an arrow key leads, in steps of half a meter, with Shift of two. */
const stepOf = ({ key, shiftKey }: KeyboardEvent): Point | undefined => {
  if (!(key in DIRECTIONS)) return undefined
  const [x, y] = DIRECTIONS[key as Direction]
  const step = shiftKey ? 2 : 0.5
  return { x: x * step, y: y * step }
}

/** The outline of the chosen zone. It can be dragged, or moved by the arrow keys. */
export const ZoneBody = ({ zone, tools, onDraw, onDone }: Props) => {
  const { shown, props } = useDragging(tools, zone.outline, onDraw)
  const { zoneName, outline } = zone
  const count = outline.length
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = stepOf(event)
    if (step) onDraw(movedBy(zone.outline, step), `${zone.zoneId} ${event.key}`)
    else if (event.key === 'Escape') onDone()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons.
    <polygon
      className={classes.chosenZone}
      style={{ ['--focus-width' as string]: `${4 / tools.scale}px` }}
      points={shown.map(({ x, y }) => `${x},${y}`).join(' ')}
      strokeWidth={2 / tools.scale}
      role="button"
      tabIndex={0}
      aria-label={t`Outline of zone ${zoneName}, ${count} corners`}
      onKeyDown={onKeyDown}
      {...props(null)}
    />
  )
}

const cornerWords = ({ zoneName, outline }: Props['zone'], index: number, { x, y }: Point): string => {
  const [number, count] = [index + 1, outline.length]
  return t`Corner ${number} of ${count} of zone ${zoneName}, at ${x}, ${y} meters`
}

/** The corners of the chosen zone, and the middles of its edges, where a corner can be added. */
export const ZoneCorners = ({ zone, tools, onDraw, onDone }: Props) => {
  const { outline } = zone
  const { shown, props } = useDragging(tools, outline, onDraw)
  const radius = 7 / tools.scale
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { x, y } = outline[index] as Point
    const step = stepOf(event)
    if (step) onDraw(withCorner(outline, index, { x: x + step.x, y: y + step.y }), `${zone.zoneId} ${index} ${event.key}`)
    else if (event.key === 'Delete' || event.key === 'Backspace') onDraw(withoutCorner(outline, index))
    else if (event.key === 'Insert' || event.key === '+') onDraw(withCornerAfter(outline, index))
    else if (event.key === 'Escape') onDone()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <g style={{ ['--focus-width' as string]: `${4 / tools.scale}px` }}>
      {outline.map((_, index) => {
        const { x, y } = edgeMiddle(shown, index)
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: an edge is what its position says.
            key={index}
            className={classes.edge}
            data-edge={index + 1}
            cx={x}
            cy={y}
            r={radius * 0.6}
            onPointerDown={(event) => {
              event.stopPropagation()
              onDraw(withCornerAfter(outline, index))
            }}
          />
        )
      })}
      {shown.map(({ x, y }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons.
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is what its position says.
          key={index}
          className={classes.corner}
          cx={x}
          cy={y}
          r={radius}
          strokeWidth={2 / tools.scale}
          role="button"
          tabIndex={0}
          aria-label={cornerWords(zone, index, { x, y })}
          onKeyDown={onKeyDown(index)}
          {...props(index)}
        />
      ))}
    </g>
  )
}
