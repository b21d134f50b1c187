import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { metersOf } from '../kinds/kind.ts'
import type { PlanDesk } from './plan-state.ts'

interface Props {
  readonly desk: PlanDesk | undefined
  readonly isNew: boolean
  /** What is said while no desk is chosen. */
  readonly note: string | undefined
  readonly onChange: (changes: Partial<PlanDesk>) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** The chosen desk as numbers and buttons, for users who can neither drag nor use the keys of the map. */
export const DeskFields = ({ desk, note, ...rest }: Props) => (
  <Group gap="sm" align="flex-end" mih={64} component="section" aria-label={t`Position of the chosen desk`}>
    {desk ? (
      <Fields key={`${desk.placeId} ${desk.x} ${desk.y} ${desk.rotation}`} desk={desk} {...rest} />
    ) : (
      <Text size="sm" c="dimmed">
        {note ?? t`Choose a desk to move, turn or duplicate it.`}
      </Text>
    )}
  </Group>
)

const Fields = ({ desk, isNew, onChange, onDuplicate, onRemove }: Omit<Props, 'note'> & { desk: PlanDesk }) => {
  const [x, setX] = useState<string | number>(desk.x ?? '')
  const [y, setY] = useState<string | number>(desk.y ?? '')
  const [rotation, setRotation] = useState<string | number>(desk.rotation)
  const isComplete = x !== '' && y !== '' && rotation !== ''
  const isDifferent = Number(x) !== desk.x || Number(y) !== desk.y || Number(rotation) !== desk.rotation
  const isPlaced = desk.x !== null && desk.y !== null
  return (
    <>
      <Text size="sm" fw={600} pb={8}>
        {desk.placeName}, {desk.zoneName}
      </Text>
      <NumberInput label={metersOf('x')} value={x} onChange={setX} min={-100_000} max={100_000} step={0.5} w={110} />
      <NumberInput label={metersOf('y')} value={y} onChange={setY} min={-100_000} max={100_000} step={0.5} w={110} />
      <NumberInput
        label={t`Turned, degrees`}
        value={rotation}
        onChange={setRotation}
        min={0}
        max={359}
        step={15}
        allowDecimal={false}
        w={120}
      />
      <Button
        variant="default"
        disabled={!(isComplete && isDifferent)}
        onClick={() => onChange({ x: Number(x), y: Number(y), rotation: Number(rotation) })}
      >
        <Trans>Move here</Trans>
      </Button>
      <Button variant="default" disabled={!isPlaced} onClick={onDuplicate}>
        <Trans>Duplicate…</Trans>
      </Button>
      <Button variant="default" disabled={!isPlaced} onClick={onRemove}>
        {isNew ? t`Remove` : t`Take off the plan`}
      </Button>
    </>
  )
}
