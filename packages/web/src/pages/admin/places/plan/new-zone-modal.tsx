import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { FormDialog, Unsaved } from '../../../../components/unsaved.tsx'
import type { Plan, PlanZone } from './plan-state.ts'

export type NewZone = Pick<PlanZone, 'zoneName' | 'zoneType' | 'capacity'>

interface Props {
  readonly plan: Plan
  /** A pointer draws the zone next; without one it gets a rectangle. */
  readonly onAdd: (zone: NewZone, isByPointer: boolean) => void
  readonly onClose: () => void
}

const TYPES = [
  { value: 'individual', label: t`Desk by desk` },
  { value: 'neighborhood', label: t`By capacity` },
]

/** Names a zone that is drawn next. */
export const NewZoneModal = ({ plan, onAdd, onClose }: Props) => {
  const [zoneName, setName] = useState('')
  const [zoneType, setType] = useState<PlanZone['zoneType']>('individual')
  const [capacity, setCapacity] = useState(10)
  // A key that sends a form clicks its button, too.
  const isByPointer = useRef(false)
  const isTaken = plan.zones.some((zone) => zone.zoneName === zoneName.trim())
  return (
    <FormDialog opened onClose={onClose} title={t`Add a zone`}>
      <Unsaved isDirty={zoneName !== ''} />
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          const given = { zoneName: zoneName.trim(), zoneType, capacity: zoneType === 'neighborhood' ? capacity : null }
          if (given.zoneName && !isTaken) onAdd(given, isByPointer.current)
        }}
      >
        <TextInput
          label={t`Name`}
          data-autofocus
          maxLength={200}
          value={zoneName}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isTaken ? t`This name is taken.` : null}
        />
        <Select
          label={t({ message: 'Booked', context: 'how a zone is booked' })}
          data={TYPES}
          value={zoneType}
          onChange={(value) => value && setType(value as PlanZone['zoneType'])}
          allowDeselect={false}
        />
        {zoneType === 'neighborhood' ? (
          <NumberInput
            label={t`Capacity`}
            min={0}
            max={100_000}
            allowDecimal={false}
            value={capacity}
            onChange={(value) => setCapacity(Number(value))}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            disabled={zoneName.trim() === '' || isTaken}
            onClick={({ detail }) => {
              isByPointer.current = detail > 0
            }}
          >
            <Trans>Draw zone</Trans>
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  )
}
