import { Button, Group, NumberInput, Text } from '@mantine/core'
import type { Place } from '@rollcall/contract'
import { useState } from 'react'

interface Props {
  readonly place: Place | undefined
  readonly onMove: (x: number, y: number) => void
}

/** Where the chosen desk stands, as numbers: for those who can neither drag nor use the keys of the map. */
export const PositionFields = ({ place, onMove }: Props) => (
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

const Fields = ({ place, onMove }: { place: Place; onMove: Props['onMove'] }) => {
  const [x, setX] = useState<string | number>(place.x ?? '')
  const [y, setY] = useState<string | number>(place.y ?? '')
  const isComplete = x !== '' && y !== ''
  const isDifferent = Number(x) !== place.x || Number(y) !== place.y
  return (
    <>
      <Text size="sm" fw={600} pb={8}>
        {place.placeName}, {place.zoneName}
      </Text>
      <NumberInput label="x, metres" value={x} onChange={setX} min={-100_000} max={100_000} step={0.5} w={110} />
      <NumberInput label="y, metres" value={y} onChange={setY} min={-100_000} max={100_000} step={0.5} w={110} />
      <Button variant="default" disabled={!(isComplete && isDifferent)} onClick={() => onMove(Number(x), Number(y))}>
        Move here
      </Button>
    </>
  )
}
