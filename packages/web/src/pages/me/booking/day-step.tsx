import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { DayField } from '../../../components/day-field.tsx'
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
    <DayField aria-label="Day" w={170} value={day} onChange={(value) => (isDay(value) ? onChange(value) : undefined)} />
    <ActionIcon variant="default" size={36} aria-label="Day after" onClick={() => onChange(addDays(day, 1))}>
      <IconChevronRight size={18} />
    </ActionIcon>
  </Group>
)
