import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Level, LevelLayout } from '@rollcall/contract'
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react'
import type { FloorEditing } from '../../../../components/floor-map/floor-editing.ts'
import { FloorMap, useFloorImage } from '../../../../components/floor-map/floor-map.tsx'
import { LeaveGuard } from '../../../../components/unsaved.tsx'
import { DeskFields } from './desk-fields.tsx'
import { isUnplaced, markOfChange } from './desk-marks.ts'
import { GridModal } from './grid-modal.tsx'
import { type NewZone, NewZoneModal } from './new-zone-modal.tsx'
import { automaticPlaces, firstOutline, middleOfPlan, planActions } from './plan-actions.ts'
import { PlanImage } from './plan-image.tsx'
import { changesOf, historyOf, localId, type PlanDesk, planReducer } from './plan-state.ts'
import { PlanTools } from './plan-tools.tsx'
import { UnplacedDesks } from './unplaced-desks.tsx'
import { drawingWords, ZoneDrawing } from './zone-drawing.tsx'
import { cornersWords, ZoneFields } from './zone-fields.tsx'
import { ZoneBody, ZoneCorners } from './zone-handles.tsx'
import { longestEdge, type Outline, withCornerAfter } from './zone-shapes.ts'

interface Props {
  readonly level: Level
  readonly layout: LevelLayout
  readonly label: string
}

/** Leaves room on the screen for the buttons above and below the map. */
const MAX_HEIGHT = 'max(20rem, 100dvh - 29rem)'

const HINT = t`Arrow keys move the chosen desk, with Shift further; R turns it, D duplicates it, Delete takes it off the plan, Escape ends. Ctrl Z undoes, Ctrl S saves.`

const positionWords = ({ placeName, x, y, rotation }: PlanDesk & { x: number; y: number }): string =>
  t`Desk ${placeName} at ${x}, ${y} meters, turned ${rotation} degrees`

/** Draws on the floor plan of a level. */
export const PlanEditor = ({ level, layout, label }: Props) => {
  const [history, dispatch] = useReducer(planReducer, layout, historyOf)
  const [deskId, setDeskId] = useState<string>()
  const [zoneId, setZoneId] = useState<string>()
  const [dialog, open] = useState<'duplicate' | 'desks' | 'zone'>()
  /** The zone that is drawn next. */
  const [newZone, setNewZone] = useState<NewZone>()
  const zoneButton = useRef<HTMLButtonElement>(null)
  const image = useFloorImage(level)
  const actions = planActions(history, dispatch)
  const { plan, stored } = history
  const isDirty = changesOf(history) !== undefined
  // A newer layout replaces what is shown, unless the user has changed something: then saving tells.
  useEffect(() => {
    if (!isDirty && layout.layoutVersion !== stored.layoutVersion) dispatch({ type: 'load', stored: layout })
  }, [isDirty, layout, stored])
  const desk = plan.desks.find(({ placeId }) => placeId === deskId)
  const placed = desk && desk.x !== null && desk.y !== null ? { ...desk, x: desk.x, y: desk.y } : undefined
  const zone = plan.zones.find((each) => each.zoneId === zoneId)
  const drawn = zone?.outline ? { ...zone, outline: zone.outline } : undefined
  const close = () => open(undefined)
  const addZone = (given: NewZone, outline?: Outline) => {
    const id = localId()
    actions.addZone({ ...given, zoneId: id, outline: outline ?? firstOutline(plan, id) })
    setZoneId(id)
    setNewZone(undefined)
  }
  const drawing = newZone && {
    zoneName: newZone.zoneName,
    onDrawn: (outline?: Outline) => addZone(newZone, outline),
    onLeave: () => {
      setNewZone(undefined)
      zoneButton.current?.focus()
    },
  }
  const onDeskKey: FloorEditing['onDeskKey'] = (placeId, event) => {
    if (placeId !== deskId) return false
    if (event.key === 'Escape') setDeskId(undefined)
    else if (event.key === 'd' && placed) open('duplicate')
    else return actions.deskKey(placeId, event)
    return true
  }
  // It works wherever the focus is in the editor.
  const onUndoKey = (event: KeyboardEvent) => {
    const isTyping = (event.target as Element).matches('input, textarea')
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    dispatch({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
  }
  const handles = drawn && {
    zone: drawn,
    onDraw: (outline: Outline, key?: string) => actions.draw(drawn.zoneId, outline, key),
    onDone: () => setZoneId(undefined),
  }
  const editing: FloorEditing = {
    onDeskKey,
    onMove: (placeId, x, y) => actions.changeDesk(placeId, { x, y }),
    below: (tools) => (handles ? <ZoneBody {...handles} tools={tools} /> : null),
    above: (tools) => (
      <>
        {handles ? <ZoneCorners {...handles} tools={tools} /> : null}
        {drawing ? <ZoneDrawing {...drawing} tools={tools} /> : null}
      </>
    ),
    hint: HINT,
    announcement: newZone ? drawingWords(newZone.zoneName) : placed ? positionWords(placed) : '',
  }
  return (
    <Stack gap="sm" onKeyDown={onUndoKey}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <PlanTools levelId={level.levelId} history={history} onAct={dispatch} />
        <PlanImage level={level} image={image} />
      </Group>
      <Group gap="xs">
        <Button variant="default" disabled={plan.zones.length === 0} onClick={() => open('desks')}>
          <Trans>Add desks…</Trans>
        </Button>
        <Button ref={zoneButton} variant="default" onClick={() => open('zone')}>
          <Trans>Add zone…</Trans>
        </Button>
        {plan.zones.length === 0 ? (
          <Text size="sm" c="dimmed">
            <Trans>Every desk is in a zone: add a zone first.</Trans>
          </Text>
        ) : (
          <ZoneFields
            zones={plan.zones}
            chosen={zone}
            onChoose={setZoneId}
            onDraw={() => zone && actions.draw(zone.zoneId, firstOutline(plan, zone.zoneId))}
            onAddCorner={() => drawn && actions.draw(drawn.zoneId, withCornerAfter(drawn.outline, longestEdge(drawn.outline)))}
            onRemove={() => zone && actions.removeOutline(zone.zoneId)}
          />
        )}
      </Group>
      <UnplacedDesks count={plan.desks.filter(isUnplaced).length} onKeep={() => actions.place(automaticPlaces(plan, image))} />
      <FloorMap
        levelId={level.levelId}
        places={plan.desks}
        markOf={markOfChange(history)}
        selectedId={deskId}
        onSelect={({ placeId }) => setDeskId(placeId)}
        editing={editing}
        image={image}
        layout={plan}
        label={label}
        height={600}
        maxHeight={MAX_HEIGHT}
      />
      <DeskFields
        desk={desk}
        isNew={desk !== undefined && actions.isNew(desk.placeId)}
        note={newZone ? drawingWords(newZone.zoneName) : drawn && cornersWords(drawn.outline.length)}
        onChange={(changes) => desk && actions.changeDesk(desk.placeId, changes)}
        onDuplicate={() => open('duplicate')}
        onRemove={() => desk && actions.removeDesk(desk.placeId)}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          Desks snap to half a meter and to the lines of other desks. The upper left corner of the floor plan is the origin.
        </Trans>
      </Text>
      {dialog === 'desks' || (dialog === 'duplicate' && placed) ? (
        <GridModal
          plan={plan}
          levelId={level.levelId}
          desk={dialog === 'duplicate' ? placed : undefined}
          at={middleOfPlan(plan)}
          onAdd={(desks) => {
            actions.addDesks(desks)
            close()
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'zone' ? (
        <NewZoneModal
          plan={plan}
          onAdd={(given, isByPointer) => {
            close()
            if (!isByPointer) return addZone(given)
            // What they say and show would be in the way.
            setDeskId(undefined)
            setZoneId(undefined)
            setNewZone(given)
          }}
          onClose={close}
        />
      ) : null}
      <LeaveGuard isDirty={isDirty}>
        <Trans>What you drew on the floor plan is not saved.</Trans>
      </LeaveGuard>
    </Stack>
  )
}
