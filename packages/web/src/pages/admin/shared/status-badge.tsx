import { Badge } from '@mantine/core'
import { IconCheck, IconClock, IconLock, IconPlayerPause, IconX } from '@tabler/icons-react'

const LOOKS = {
  active: { label: 'Active', icon: IconCheck, color: 'var(--mantine-color-anchor)' },
  inactive: { label: 'Inactive', icon: IconPlayerPause, color: 'var(--mantine-color-dimmed)' },
  live: { label: 'Live', icon: IconCheck, color: 'var(--mantine-color-anchor)' },
  blocked: { label: 'Blocked', icon: IconLock, color: 'var(--mantine-color-error)' },
  expired: { label: 'Expired', icon: IconClock, color: 'var(--mantine-color-dimmed)' },
  waiting: { label: 'Waiting', icon: IconClock, color: 'var(--mantine-color-dimmed)' },
  sent: { label: 'Sent', icon: IconCheck, color: 'var(--mantine-color-anchor)' },
  failed: { label: 'Failed', icon: IconX, color: 'var(--mantine-color-error)' },
  revoked: { label: 'Revoked', icon: IconX, color: 'var(--mantine-color-dimmed)' },
} as const

/** Shows the state of something, such as whether it is active, by word, symbol and color. */
export const StatusBadge = ({ status }: { status: keyof typeof LOOKS }) => {
  const { label, icon: Icon, color } = LOOKS[status]
  return (
    <Badge
      variant="outline"
      tt="none"
      style={{ color, borderColor: color }}
      styles={{ label: { overflow: 'visible' } }}
      leftSection={<Icon size={12} aria-hidden />}
    >
      {label}
    </Badge>
  )
}
