import { Group, Text } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { LiveState } from './use-live.ts'

const STATES = {
  connecting: { icon: IconRefresh, words: 'Connecting' },
  live: { icon: IconPlugConnected, words: 'Live' },
  reconnecting: { icon: IconRefresh, words: 'Connection lost, connecting again' },
  refused: { icon: IconPlugConnectedX, words: 'The service does not answer, trying again' },
} as const

/** Whether what is shown is what is now. */
export const LiveStateBadge = ({ state }: { state: LiveState }) => {
  const { icon: Icon, words } = STATES[state]
  return (
    <Group gap={6} role="status" mih={24}>
      <Icon size={18} aria-hidden="true" />
      <Text size="sm" fw={600}>
        {words}
      </Text>
    </Group>
  )
}
