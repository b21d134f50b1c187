import { t } from '@lingui/core/macro'
import { Group, NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DayField, TimeField } from '../../../components/fields.tsx'
import { isDay } from '../../../time/days.ts'
import { isTime } from '../../../time/zoned-time.ts'
import { partsOfLocal, readersZone } from './key-times.ts'

/** The properties that a form passes to a field. */
interface Input {
  readonly value?: string | number
  readonly error?: ReactNode
}

interface MomentInput {
  /** `2026-11-24T14:05` in the time zone of the browser; empty for none; what was typed instead of a day. */
  readonly value?: string
  readonly onChange?: (moment: string) => void
  readonly error?: ReactNode
}

/** The expiry of a key. */
export const ExpiryField = ({ input: { value = '', onChange, error } }: { input: MomentInput }) => {
  const zone = readersZone()
  const [day, time] = partsOfLocal(value)
  const change = (next: { day?: string; time?: string }): void => {
    const moment = { day, time: time || '00:00', ...next }
    onChange?.(isDay(moment.day) ? `${moment.day}T${moment.time || '00:00'}` : moment.day)
  }
  return (
    <Group gap="xs" align="flex-start" grow>
      <DayField
        label={t`Expires on`}
        description={t`Empty: never.`}
        placeholder={t({ message: 'Never', context: 'expires' })}
        value={day}
        error={error}
        clearable
        onChange={(next) => change({ day: next })}
      />
      <TimeField
        label={t({ message: 'at', context: 'field of a time' })}
        description={t`In ${zone}.`}
        value={time}
        disabled={!isDay(day)}
        // While it is wrong, the field says so, and the day begins.
        onChange={(next) => change({ time: isTime(next) ? next : '' })}
      />
    </Group>
  )
}

/** The rate limit of a key. */
export const LimitField = ({ input }: { input: Input }) => (
  <NumberInput
    label={t`Requests per minute`}
    description={t`Empty: no limit.`}
    min={1}
    max={1_000_000}
    allowDecimal={false}
    clampBehavior="none"
    thousandSeparator=" "
    {...input}
  />
)

/** The value for the service: null for none. */
export const limitOf = (typed: string | number): number | null => (typed === '' ? null : Number(typed))
