import { Group, Stack, Text } from '@mantine/core'
import type { Level, Place } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useReducer, useState } from 'react'
import { layOut } from '../../../../components/floor-map/automatic-layout.ts'
import { FloorMap, type FloorMark, useFloorImage } from '../../../../components/floor-map/floor-map.tsx'
import { QueryState } from '../../../../components/states.tsx'
import { LeaveGuard } from '../../../../components/unsaved.tsx'
import { allItems } from '../kinds/all-items.ts'
import { PlanImage } from './plan-image.tsx'
import { changedPositions, draftReducer, NO_DRAFT, withDraft } from './position-draft.ts'
import { PositionFields, PositionTools } from './position-tools.tsx'

/** The floor plan of a level with its active desks. */
export const LevelPlan = ({ level, canChange }: { level: Level; canChange: boolean }) => {
  const query = useQuery(allItems('listPlaces', { levelId: level.levelId }))
  return (
    <QueryState query={query} height={640}>
      {(items) => {
        const places = (items as readonly Place[]).filter(({ status }) => status === 'active')
        return <PlanEditor key={level.levelId} level={level} places={places} canChange={canChange} />
      }}
    </QueryState>
  )
}

interface Props {
  readonly level: Level
  readonly places: readonly Place[]
  readonly canChange: boolean
}

/** The desk positions of a level: everyone sees them, users with the role can move them. */
const PlanEditor = ({ level, places, canChange }: Props) => {
  const [draft, dispatch] = useReducer(draftReducer, NO_DRAFT)
  const [selectedId, setSelectedId] = useState<string>()
  const image = useFloorImage(level)
  const shown = useMemo(() => withDraft(places, draft), [places, draft])
  const changes = useMemo(() => changedPositions(places, draft), [places, draft])
  const changed = useMemo(() => new Set(changes.map(({ placeId }) => placeId)), [changes])
  const selected = shown.find(({ placeId }) => placeId === selectedId)
  const markOf = ({ placeId, x, y }: Place): FloorMark => {
    if (changed.has(placeId)) return { color: 'orange.4', label: 'moved, not saved', symbol: 'M' }
    return x === null || y === null ? { color: 'gray.4', label: 'not placed yet' } : { color: 'petrol.7', label: 'placed' }
  }
  const placeAutomatically = () => {
    const unplaced = layOut(shown).filter(({ isPlaced }) => !isPlaced)
    dispatch({ type: 'move', step: unplaced.map(({ place: { placeId }, x, y }) => ({ placeId, x, y })) })
  }
  return (
    <Stack gap="sm">
      {canChange ? (
        <Group justify="space-between" gap="sm">
          <PositionTools
            levelId={level.levelId}
            draft={draft}
            changes={changes}
            unplaced={shown.filter(({ x, y }) => x === null || y === null).length}
            onAct={dispatch}
            onPlaceAutomatically={placeAutomatically}
          />
          <PlanImage level={level} image={image} />
        </Group>
      ) : null}
      <FloorMap
        places={shown}
        markOf={markOf}
        selectedId={selectedId}
        onSelect={({ placeId }) => setSelectedId(placeId)}
        onMove={canChange ? (placeId, x, y) => dispatch({ type: 'move', step: [{ placeId, x, y }] }) : undefined}
        image={image}
        label={`Floor plan of ${level.levelName}`}
        height={600}
      />
      {canChange ? (
        <>
          <PositionFields
            place={selected}
            onMove={(x, y) => selected && dispatch({ type: 'move', step: [{ placeId: selected.placeId, x, y }] })}
          />
          <Text size="sm" c="dimmed">
            Drag desks to their places: they snap to half a meter. The upper left corner of the floor plan is the origin.
          </Text>
        </>
      ) : null}
      <LeaveGuard isDirty={changes.length > 0}>Some desks were moved, and their positions are not saved.</LeaveGuard>
    </Stack>
  )
}
