import { t } from '@lingui/core/macro'
import { ActionIcon, Group } from '@mantine/core'
import type { MAX_RANGE_DAYS, REPLAY_BATCH } from '@rollcall/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { DayField } from '../../../components/fields.tsx'
import { addDays, daysBetween, isDay } from '../../../time/days.ts'

// The same values as in the contract, whose schemas are not loaded in browsers.
/** Maximum number of days from the first to the last day of a range. */
export const RANGE_DAYS: typeof MAX_RANGE_DAYS = 30
/** Maximum number of events that one call replays. */
export const BATCH: typeof REPLAY_BATCH = 1_000

interface Range {
  readonly from: string
  readonly to: string
}

interface Props extends Range {
  /** The largest number of days from the first to the last. */
  readonly maxDays: number
  readonly onChange: (range: Range) => void
}

/** Validates a range before the call. */
const rangeError = (from: string, to: string, maxDays: number): string | undefined => {
  if (!isDay(from) || !isDay(to)) return t`Give both days.`
  if (to < from) return t`Lies before the first day.`
  const most = maxDays + 1
  return daysBetween(from, to) > maxDays ? t`At most ${most} days at a time.` : undefined
}

/** Fields for two days, and buttons for the range before and after. Reports only ranges that the service accepts. */
export const RangeFields = ({ from, to, maxDays, onChange }: Props) => {
  const [typed, setTyped] = useState<Range & { readonly of: string }>()
  const of = `${from} ${to}`
  const shown = typed?.of === of ? typed : { from, to }
  const error = rangeError(shown.from, shown.to, maxDays)
  const type = (changes: Partial<Range>): void => {
    const range = { from: shown.from, to: shown.to, ...changes }
    setTyped({ ...range, of })
    if (!rangeError(range.from, range.to, maxDays)) onChange(range)
  }
  const days = daysBetween(from, to) + 1
  const move = (by: number): void => onChange({ from: addDays(from, by), to: addDays(to, by) })
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={t`Days`}>
      <DayField
        label={t({ message: 'From', context: 'day' })}
        w={190}
        isPast
        value={shown.from}
        onChange={(value) => type({ from: value })}
      />
      <DayField label={t`Up to`} w={190} isPast value={shown.to} error={error} onChange={(value) => type({ to: value })} />
      <Group gap={4} pt={25} wrap="nowrap">
        <ActionIcon variant="default" size={36} aria-label={t`Earlier days`} onClick={() => move(-days)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={t`Later days`} onClick={() => move(days)}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </Group>
    </Group>
  )
}
