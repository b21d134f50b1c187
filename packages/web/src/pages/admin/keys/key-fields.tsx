import { Group, NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DayField } from '../../../components/day-field.tsx'
import { TimeField } from '../../../components/time-field.tsx'
import { readersZone } from '../shared/moment.ts'

/** What a form gives a field. */
interface Input {
  readonly value?: string | number
  readonly error?: ReactNode
}

interface MomentInput {
  /** `2026-11-24T14:05` where the reader is; empty for none. */
  readonly value?: string
  readonly onChange?: (moment: string) => void
  readonly error?: ReactNode
}

/** When a key ends by itself. */
export const ExpiryField = ({ input: { value = '', onChange, error } }: { input: MomentInput }) => {
  const [day = '', time = ''] = value.split('T')
  const change = (next: { day?: string; time?: string }): void => {
    const moment = { day, time: time || '00:00', ...next }
    onChange?.(moment.day ? `${moment.day}T${moment.time || '00:00'}` : '')
  }
  return (
    <Group gap="xs" align="flex-start" grow>
      <DayField
        label="Ends by itself on"
        description="Empty: never."
        value={day}
        error={error}
        clearable
        onChange={(next) => change({ day: next })}
      />
      <TimeField
        label="at"
        description={`In ${readersZone()}.`}
        value={time}
        disabled={day === ''}
        onChange={(next) => change({ time: next })}
      />
    </Group>
  )
}

/** How often a key may call. */
export const LimitField = ({ input }: { input: Input }) => (
  <NumberInput
    label="Requests per minute"
    description="Empty: as many as it likes."
    min={1}
    max={1_000_000}
    allowDecimal={false}
    clampBehavior="none"
    thousandSeparator=" "
    {...input}
  />
)

/** As the service takes it: null for none. */
export const limitOf = (typed: string | number): number | null => (typed === '' ? null : Number(typed))
