import { t } from '@lingui/core/macro'
import { DayField } from './fields.tsx'
import { dayError } from './typed-day.ts'

interface Props {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly fromLabel?: string
  readonly onChange: (changes: { from?: string | undefined; to?: string | undefined }) => void
}

/** First and last day of a filter for days that are over. Each may be empty. */
export const PeriodFields = ({ from, to, fromLabel = t`From`, onChange }: Props) => (
  <>
    <DayField
      clearable
      isPast
      label={fromLabel}
      w={190}
      value={from ?? ''}
      onChange={(value) => (dayError(value) ? undefined : onChange({ from: value || undefined }))}
    />
    <DayField
      clearable
      isPast
      label={t`Up to`}
      w={190}
      value={to ?? ''}
      error={from && to && to < from ? t`Lies before the first day.` : undefined}
      onChange={(value) => (dayError(value) ? undefined : onChange({ to: value || undefined }))}
    />
  </>
)
