import { Group, Text } from '@mantine/core'
import { IconBuildingOff, IconConfetti } from '@tabler/icons-react'
import { closedWords } from './calendar.ts'
import type { UserDay } from './plans.ts'

/** The holiday of a day, or why the building is closed; nothing for other days. */
export const DayName = ({ day: { dayType, dayName } }: { day: Pick<UserDay, 'dayType' | 'dayName'> }) => {
  const words = closedWords({ type: dayType, name: dayName })
  if (!words) return null
  const Icon = dayType === 'closed' ? IconBuildingOff : IconConfetti
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" fz="sm">
      <Icon size={16} aria-hidden="true" style={{ flexShrink: 0, marginTop: 2 }} />
      <Text inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
        {words}
      </Text>
    </Group>
  )
}
