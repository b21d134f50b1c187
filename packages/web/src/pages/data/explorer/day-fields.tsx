import { Button, Group } from '@mantine/core'
import { DayField } from '../../../components/day-field.tsx'
import { addDays, todayIn } from '../../../time/days.ts'
import type { Faults } from './question.ts'

interface Days {
  readonly startDate?: string
  readonly endDate?: string
}

interface Props extends Days {
  readonly maxDays: number
  readonly onChange: (days: Days) => void
  readonly faults: Faults
}

const PERIODS: readonly { readonly label: string; readonly first: number; readonly last: number }[] = [
  { label: 'Last 7 days', first: -7, last: -1 },
  { label: 'Last 30 days', first: -30, last: -1 },
  { label: 'Next 14 days', first: 0, last: 14 },
]

/** What is asked for where nothing else was chosen. */
export const lastWeek = (): { startDate: string; endDate: string } => ({
  startDate: addDays(todayIn(), -7),
  endDate: addDays(todayIn(), -1),
})

export const Periods = ({ onChange }: Pick<Props, 'onChange'>) => (
  <Group gap={6} role="group" aria-label="Periods">
    {PERIODS.map(({ label, first, last }) => (
      <Button
        key={label}
        size="compact-sm"
        variant="default"
        fw={500}
        onClick={() => onChange({ startDate: addDays(todayIn(), first), endDate: addDays(todayIn(), last) })}
      >
        {label}
      </Button>
    ))}
  </Group>
)

export const DayFields = ({ startDate = '', endDate = '', maxDays, onChange, faults }: Props) => (
  <>
    <DayField
      clearable
      label="First day"
      value={startDate}
      onChange={(value) => onChange({ startDate: value })}
      error={faults.startDate}
      flex="1 1 150px"
    />
    <DayField
      clearable
      label="Last day"
      value={endDate}
      onChange={(value) => onChange({ endDate: value })}
      error={faults.endDate}
      description={`At most ${maxDays} days after the first.`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      flex="1 1 150px"
    />
  </>
)
