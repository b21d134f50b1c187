import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addDays, isDay } from '../../../time/days.ts'

interface Props {
  readonly day: string
  readonly onChange: (day: string) => void
}

/** Steps through days, or goes to one. */
export const DayStep = ({ day, onChange }: Props) => (
  <Group gap="xs" wrap="nowrap">
    <ActionIcon variant="default" size={36} aria-label="Day before" onClick={() => onChange(addDays(day, -1))}>
      <IconChevronLeft size={18} />
    </ActionIcon>
    <TextInput
      type="date"
      aria-label="Day"
      value={day}
      onChange={({ currentTarget: { value } }) => (isDay(value) ? onChange(value) : undefined)}
    />
    <ActionIcon variant="default" size={36} aria-label="Day after" onClick={() => onChange(addDays(day, 1))}>
      <IconChevronRight size={18} />
    </ActionIcon>
  </Group>
)
