import { t } from '@lingui/core/macro'
import { Group, Stack } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react'
import { DIRECTIONS, type Direction, nearestIn } from './desk-geometry.ts'
import { DeskLayer } from './desk-layer.tsx'
import { FloorBackground, Guides } from './floor-background.tsx'
import type { FloorEditing } from './floor-editing.ts'
import { FloorHint } from './floor-hint.tsx'
import type { FloorLayout } from './floor-layout.ts'
import classes from './floor-map.module.css'
import type { DrawnMark } from './floor-marks.ts'
import type { Desk, FloorFavorites, FloorImage, FloorPlace, Point } from './floor-place.ts'
import { FloorTip } from './floor-tip.tsx'
import { MapButtons } from './map-view.tsx'
import { useDeskMoving } from './use-desk-moving.ts'
import { useDeskSize } from './use-desk-size.ts'
import { useFittedView } from './use-fitted-view.ts'
import { useMapPointer } from './use-map-pointer.ts'
import { useReveal } from './use-reveal.ts'
import { contains, visibleIn } from './view-box.ts'
import { zoneOutlines } from './zone-outline.ts'

interface Props<P extends FloorPlace> {
  readonly levelId: string
  readonly desks: readonly Desk<P>[]
  readonly marks: ReadonlyMap<string, DrawnMark>
  readonly selectedId: string | undefined
  readonly firstId: string | undefined
  readonly onSelect: ((place: P) => void) | undefined
  readonly favorites: FloorFavorites<P> | undefined
  readonly editing: FloorEditing | undefined
  readonly zones: FloorLayout['zones'] | undefined
  readonly image: FloorImage | undefined
  readonly label: string
  readonly height: number
  readonly maxHeight: string | undefined
}

const idAt = (target: EventTarget): string | undefined => (target as Element).closest<SVGElement>('[data-desk]')?.dataset.desk

/** The drawing of the floor, and its reactions to pointers and keys. */
export const FloorCanvas = <P extends FloorPlace>(props: Props<P>) => {
  const { levelId, desks, marks, selectedId, firstId, onSelect, favorites, editing, zones, image, label, height } = props
  const hint = useId()
  const map = useRef<SVGSVGElement>(null)
  const { ref: sized, width: pixelWidth, height: pixelHeight } = useElementSize<HTMLDivElement>()
  const [focusedId, setFocusedId] = useState<string>()
  const [tipId, setTipId] = useState(firstId)
  const [starWords, setStarWords] = useState('')
  const size = useDeskSize(levelId, desks)
  const byId = useMemo(() => new Map(desks.map((desk) => [desk.place.placeId, desk])), [desks])
  const outlines = useMemo(() => zoneOutlines(desks, size * 0.85, zones), [desks, size, zones])
  const [asked, selected] = [firstId, selectedId].map((id) => (id === undefined ? undefined : byId.get(id)))
  const first = asked ?? selected ?? desks[0]
  const pixels = { width: pixelWidth, height: pixelHeight }
  const floor = { levelId, image, desks, zones, size, first, pixels, height, isEdited: editing !== undefined }
  const { mapView, frameHeight, whole } = useFittedView(map, floor)
  const { view } = mapView
  const { moving, ...mover } = useDeskMoving(byId, editing?.onMove)
  const pointer = useMapPointer(map, mapView, {
    deskAt: (target) => (editing ? idAt(target) : undefined),
    onDrag: mover.dragBy,
    onDrop: mover.drop,
    onCancel: mover.cancel,
  })
  const scale = Math.max(Math.min(pixelWidth / view.width, pixelHeight / view.height), 0.01)
  // Until the frame is measured, lines and letters would be as large as the floor.
  const isMeasured = pixelWidth > 0
  const visible = visibleIn(view, pixelWidth / scale, pixelHeight / scale)
  const reveal = (point: Point) => contains(visible, point) || mapView.reveal(point)
  useReveal(selected, reveal)
  useReveal(asked, reveal)
  // Where there is nothing above or below to move to, a finger scrolls the page.
  const touchAction = !editing && visible.height >= whole.height ? 'pan-y' : undefined
  const tools = { scale, toMeters: mapView.toMeters }
  const choosable = desks.find(({ place }) => !marks.get(place.placeId)?.isUnavailable)
  const tabStop = [focusedId, selectedId, (choosable ?? desks[0])?.place.placeId].find((id) => id !== undefined && byId.has(id))

  const select = (placeId: string | undefined) => {
    const desk = placeId === undefined ? undefined : byId.get(placeId)
    if (desk) onSelect?.(desk.place)
  }
  const star = (placeId: string | undefined) => {
    const place = byId.get(placeId ?? '')?.place
    if (!place || !favorites) return
    const name = place.placeName
    setStarWords(favorites.ids.has(place.placeId) ? t`Desk ${name} is no longer a favorite.` : t`Desk ${name} is a favorite now.`)
    favorites.onToggle(place)
  }
  const focus = (placeId: string) => map.current?.querySelector<SVGElement>(`[data-desk="${CSS.escape(placeId)}"]`)?.focus()

  const onArrow = (direction: Direction, isFar: boolean) => {
    const [dx, dy] = DIRECTIONS[direction]
    if (isFar) return mapView.pan((dx * view.width) / 8, (dy * view.height) / 8)
    const from = byId.get(tabStop ?? '')
    const next = from && nearestIn(desks, from, direction)
    if (next) focus(next.place.placeId)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const placeId = idAt(event.target)
    if (placeId && editing?.onDeskKey(placeId, event)) setTipId(placeId)
    else if (key in DIRECTIONS) onArrow(key as Direction, event.shiftKey)
    else if (key === 'Enter' || key === ' ') select(placeId)
    else if (favorites && (key === 'f' || key === 'F')) star(placeId)
    else if (key === 'Escape' && (moving || tipId)) moving ? mover.cancel() : setTipId(undefined)
    else if (key === '+' || key === '=') mapView.zoomIn()
    else if (key === '-') mapView.zoomOut()
    else if (key === '0') mapView.fit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onFocus = (event: FocusEvent) => {
    const desk = byId.get(idAt(event.target) ?? '')
    if (!desk) return
    setFocusedId(desk.place.placeId)
    setTipId(desk.place.placeId)
    reveal(desk)
  }
  const onClick = (event: MouseEvent) => {
    if (!pointer.wasDragged()) select(idAt(event.target))
  }

  const tipDesk = byId.get(moving?.placeId ?? tipId ?? '')
  const tipMark = tipDesk && marks.get(tipDesk.place.placeId)
  return (
    <Stack gap={6}>
      <div ref={sized} className={classes.frame} style={{ height: frameHeight, maxHeight: props.maxHeight ?? '75dvh' }}>
        <svg
          ref={map}
          className={classes.map}
          style={{ touchAction }}
          viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
          role="application"
          aria-roledescription={t`floor map`}
          aria-label={label}
          aria-describedby={hint}
          data-busy={moving ? true : undefined}
          data-far={scale * size < 30 ? true : undefined}
          {...pointer.props}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={() => setTipId(undefined)}
          onPointerOver={(event) => setTipId(idAt(event.target))}
          onPointerLeave={() => setTipId(undefined)}
        >
          {isMeasured ? (
            <>
              <FloorBackground
                image={image}
                outlines={outlines}
                visible={visible}
                scale={scale}
                hasGrid={editing !== undefined}
              />
              {editing?.below(tools)}
              <DeskLayer
                desks={desks}
                marks={marks}
                size={size}
                selectedId={selectedId}
                tabStop={tabStop}
                moving={moving}
                canSelect={onSelect !== undefined}
              />
              {moving ? <Guides at={moving} desks={desks} visible={visible} scale={scale} /> : null}
              {editing?.above(tools)}
            </>
          ) : null}
        </svg>
        {tipDesk && tipMark && isMeasured ? (
          <FloorTip
            desk={tipDesk}
            at={moving ?? tipDesk}
            isMoving={moving !== undefined}
            label={tipMark.label}
            view={view}
            scale={scale}
            frame={pixels}
          />
        ) : null}
      </div>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <FloorHint id={hint} canSelect={onSelect !== undefined} canStar={favorites !== undefined} editing={editing?.hint} />
        <MapButtons view={mapView} />
      </Group>
      <p className={classes.hidden} aria-live="polite">
        {editing?.announcement ?? starWords}
      </p>
    </Stack>
  )
}
