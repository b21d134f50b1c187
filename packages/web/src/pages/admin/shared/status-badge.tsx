import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'
import { IconCheck, IconClock, IconLock, IconPlayerPause, IconX } from '@tabler/icons-react'

const LOOKS = {
  active: { label: t`Active`, icon: IconCheck, color: 'var(--mantine-color-anchor)' },
  inactive: { label: t`Inactive`, icon: IconPlayerPause, color: 'var(--mantine-color-dimmed)' },
  live: { label: t`Live`, icon: IconCheck, color: 'var(--mantine-color-anchor)' },
  blocked: { label: t`Blocked`, icon: IconLock, color: 'var(--mantine-color-error)' },
  expired: { label: t`Expired`, icon: IconClock, color: 'var(--mantine-color-dimmed)' },
  waiting: { label: t`Waiting`, icon: IconClock, color: 'var(--mantine-color-dimmed)' },
  sent: { label: t`Sent`, icon: IconCheck, color: 'var(--mantine-color-anchor)' },
  failed: { label: t`Failed`, icon: IconX, color: 'var(--mantine-color-error)' },
  revoked: { label: t`Revoked`, icon: IconX, color: 'var(--mantine-color-dimmed)' },
} as const

/** The state in a word. */
export const statusWord = (status: keyof typeof LOOKS): string => LOOKS[status].label

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
