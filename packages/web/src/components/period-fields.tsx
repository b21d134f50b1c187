import { t } from '@lingui/core/macro'
import { DayField } from './fields.tsx'

interface Props {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly fromLabel?: string
  readonly onChange: (changes: { from?: string | undefined; to?: string | undefined }) => void
}

/** First and last day of a filter. Each may be empty. */
export const PeriodFields = ({ from, to, fromLabel = t`From`, onChange }: Props) => (
  <>
    <DayField
      clearable
      label={fromLabel}
      w={160}
      value={from ?? ''}
      onChange={(value) => onChange({ from: value || undefined })}
    />
    <DayField
      clearable
      label={t`Up to`}
      w={160}
      value={to ?? ''}
      error={from && to && to < from ? t`Lies before the first day.` : undefined}
      onChange={(value) => onChange({ to: value || undefined })}
    />
  </>
)
