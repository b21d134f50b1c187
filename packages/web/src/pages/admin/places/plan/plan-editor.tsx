import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Level, LevelLayout } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useReducer, useState } from 'react'
import { apiQuery } from '../../../../api/query.ts'
import type { FloorEditing } from '../../../../components/floor-map/floor-editing.ts'
import { FloorMap, useFloorImage } from '../../../../components/floor-map/floor-map.tsx'
import { QueryState } from '../../../../components/states.tsx'
import { LeaveGuard } from '../../../../components/unsaved.tsx'
import { DeskFields } from './desk-fields.tsx'
import { isUnplaced, markOfChange, PLACED, UNPLACED } from './desk-marks.ts'
import { GridModal } from './grid-modal.tsx'
import { NewZoneModal } from './new-zone-modal.tsx'
import { automaticPlaces, firstOutline, middleOfPlan, planActions } from './plan-actions.ts'
import { PlanImage } from './plan-image.tsx'
import { changesOf, historyOf, localId, type PlanDesk, planReducer } from './plan-state.ts'
import { PlanTools } from './plan-tools.tsx'
import { ZoneFields } from './zone-fields.tsx'
import { ZoneBody, ZoneCorners } from './zone-handles.tsx'
import { longestEdge, withCornerAfter } from './zone-shapes.ts'

/** The floor plan of a level with its zones and active desks: everyone sees it, users with the role can draw on it. */
export const LevelPlan = ({ level, canChange }: { level: Level; canChange: boolean }) => {
  const query = useQuery(apiQuery('getLevelLayout', { params: { levelId: level.levelId } }))
  return (
    <QueryState query={query} height={640}>
      {(layout) =>
        canChange ? <PlanEditor key={level.levelId} level={level} layout={layout} /> : <ShownPlan level={level} layout={layout} />
      }
    </QueryState>
  )
}

interface Props {
  readonly level: Level
  readonly layout: LevelLayout
}

const planLabel = ({ levelName }: Level): string => t`Floor plan of ${levelName}`

const ShownPlan = ({ level, layout }: Props) => (
  <FloorMap
    places={layout.desks}
    markOf={(desk) => (isUnplaced(desk) ? UNPLACED : PLACED)}
    image={useFloorImage(level)}
    layout={layout}
    label={planLabel(level)}
    height={600}
  />
)

const HINT = t`Arrow keys move the chosen desk, with Shift further; R turns it, D duplicates it, Delete takes it off the plan, Escape ends. Ctrl Z undoes.`

const positionWords = ({ placeName, x, y, rotation }: PlanDesk & { x: number; y: number }): string =>
  t`Desk ${placeName} at ${x}, ${y} meters, turned ${rotation} degrees`

const PlanEditor = ({ level, layout }: Props) => {
  const [history, dispatch] = useReducer(planReducer, layout, historyOf)
  const [deskId, setDeskId] = useState<string>()
  const [zoneId, setZoneId] = useState<string>()
  const [dialog, open] = useState<'duplicate' | 'desks' | 'zone'>()
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
  const unplaced = plan.desks.filter(isUnplaced).length
  const close = () => open(undefined)
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
    onDraw: (outline: readonly { x: number; y: number }[], key?: string) => actions.draw(drawn.zoneId, outline, key),
    onDone: () => setZoneId(undefined),
  }
  const editing: FloorEditing = {
    onDeskKey,
    onMove: (placeId, x, y) => actions.changeDesk(placeId, { x, y }),
    below: (tools) => (handles ? <ZoneBody {...handles} tools={tools} /> : null),
    above: (tools) => (handles ? <ZoneCorners {...handles} tools={tools} /> : null),
    hint: HINT,
    announcement: placed ? positionWords(placed) : '',
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
        {plan.zones.length === 0 ? (
          <Text size="sm" c="dimmed">
            <Trans>Every desk is in a zone: add a zone first.</Trans>
          </Text>
        ) : null}
        {unplaced > 0 ? (
          <>
            <Button variant="default" onClick={() => actions.place(automaticPlaces(plan, image))}>
              {t`Keep the grid of ${plural(unplaced, { one: '# desk', other: '# desks' })}`}
            </Button>
            <Text size="sm" c="dimmed">
              <Trans>The grid is a starting point: drag each desk on the map to where it stands.</Trans>
            </Text>
          </>
        ) : null}
      </Group>
      <FloorMap
        places={plan.desks}
        markOf={markOfChange(history)}
        selectedId={deskId}
        onSelect={({ placeId }) => setDeskId(placeId)}
        editing={editing}
        image={image}
        layout={plan}
        label={planLabel(level)}
        height={600}
      />
      <DeskFields
        desk={desk}
        isNew={desk !== undefined && actions.isNew(desk.placeId)}
        onChange={(changes) => desk && actions.changeDesk(desk.placeId, changes)}
        onDuplicate={() => open('duplicate')}
        onRemove={() => desk && actions.removeDesk(desk.placeId)}
      />
      <ZoneFields
        zones={plan.zones}
        chosen={zone}
        onChoose={setZoneId}
        onDraw={() => zone && actions.draw(zone.zoneId, firstOutline(plan, zone.zoneId))}
        onAddCorner={() => drawn && actions.draw(drawn.zoneId, withCornerAfter(drawn.outline, longestEdge(drawn.outline)))}
        onRemove={() => zone && actions.removeOutline(zone.zoneId)}
        onAdd={() => open('zone')}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          Desks snap to half a meter and to the lines of other desks. The upper left corner of the floor plan is the origin.
        </Trans>
      </Text>
      {dialog === 'desks' || (dialog === 'duplicate' && placed) ? (
        <GridModal
          plan={plan}
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
          onAdd={(given) => {
            const id = localId()
            actions.addZone({ ...given, zoneId: id, outline: firstOutline(plan, id) })
            setZoneId(id)
            close()
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
