import { ActionIcon, Button, Group, NumberInput, Text } from '@mantine/core'
import type { Place } from '@rollcall/contract'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { type Dispatch, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { invalidate } from '../../../../api/query.ts'
import { useAction } from '../../../../api/use-action.ts'
import { countOf } from '../../../../components/format.ts'
import { notifyDone, notifyFailed } from '../../../../components/notices.tsx'
import type { Draft, DraftAction, Step } from './position-draft.ts'

interface Props {
  readonly levelId: string
  readonly draft: Draft
  readonly changes: Step
  readonly unplaced: number
  readonly onAct: Dispatch<DraftAction>
  readonly onPlaceAutomatically: () => void
}

/** The largest number of desks in one call. */
const BATCH = 1000

const savePositions = async (levelId: string, changes: Step): Promise<void> => {
  for (let start = 0; start < changes.length; start += BATCH) {
    await call('setPositions', { params: { levelId }, body: { positions: changes.slice(start, start + BATCH) } })
  }
}

const desks = (count: number): string => countOf(count, 'desk')

/** Saves, undoes, redoes and discards moved desks. */
export const PositionTools = ({ levelId, draft, changes, unplaced, onAct, onPlaceAutomatically }: Props) => {
  const save = useAction({
    mutationFn: () => savePositions(levelId, changes),
    // If a later call fails, the earlier ones have been saved, and their desks no longer differ.
    onSettled: () => invalidate('listPlaces'),
    onSuccess: () => {
      onAct({ type: 'clear' })
      notifyDone(`${desks(changes.length)} placed.`)
    },
    onError: notifyFailed,
  })
  const isDirty = changes.length > 0
  return (
    <Group gap="xs">
      <Button disabled={!isDirty} loading={save.isPending} onClick={() => save.mutate()}>
        Save positions
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Undo"
        disabled={draft.done.length === 0}
        onClick={() => onAct({ type: 'undo' })}
      >
        <IconArrowBackUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Redo"
        disabled={draft.undone.length === 0}
        onClick={() => onAct({ type: 'redo' })}
      >
        <IconArrowForwardUp size={18} />
      </ActionIcon>
      <Button variant="default" disabled={!isDirty} onClick={() => onAct({ type: 'clear' })}>
        Discard
      </Button>
      {unplaced > 0 ? (
        <Button variant="default" onClick={onPlaceAutomatically}>
          Keep the grid of {desks(unplaced)}
        </Button>
      ) : null}
      <Text size="sm" role="status" fw={isDirty ? 600 : 400}>
        {isDirty ? `${desks(changes.length)} moved, not saved` : 'Everything is saved'}
      </Text>
    </Group>
  )
}

interface PositionFieldsProps {
  readonly place: Place | undefined
  readonly onMove: (x: number, y: number) => void
}

/** The position of the chosen desk as numbers, for users who can neither drag nor use the keys of the map. */
export const PositionFields = ({ place, onMove }: PositionFieldsProps) => (
  <Group gap="sm" align="flex-end" mih={64} component="section" aria-label="Position of the chosen desk">
    {place ? (
      <Fields key={`${place.placeId} ${place.x} ${place.y}`} place={place} onMove={onMove} />
    ) : (
      <Text size="sm" c="dimmed">
        Choose a desk to set its position as numbers.
      </Text>
    )}
  </Group>
)

const Fields = ({ place, onMove }: { place: Place; onMove: PositionFieldsProps['onMove'] }) => {
  const [x, setX] = useState<string | number>(place.x ?? '')
  const [y, setY] = useState<string | number>(place.y ?? '')
  const isComplete = x !== '' && y !== ''
  const isDifferent = Number(x) !== place.x || Number(y) !== place.y
  return (
    <>
      <Text size="sm" fw={600} pb={8}>
        {place.placeName}, {place.zoneName}
      </Text>
      <NumberInput label="x, meters" value={x} onChange={setX} min={-100_000} max={100_000} step={0.5} w={110} />
      <NumberInput label="y, meters" value={y} onChange={setY} min={-100_000} max={100_000} step={0.5} w={110} />
      <Button variant="default" disabled={!(isComplete && isDifferent)} onClick={() => onMove(Number(x), Number(y))}>
        Move here
      </Button>
    </>
  )
}
