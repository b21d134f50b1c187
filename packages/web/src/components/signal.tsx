import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'

/** Each tone has its own symbol, so that color is not the only difference. Colors have a contrast of at least 4.5. */
const TONES = {
  good: { icon: IconCircleCheck, color: 'var(--look-success)' },
  warning: { icon: IconAlertTriangle, color: 'var(--look-warning)' },
  bad: { icon: IconCircleX, color: 'var(--look-danger)' },
  none: { icon: IconCircleDashed, color: 'var(--mantine-color-dimmed)' },
} as const
export type Tone = keyof typeof TONES

/** A state as a word with its symbol and color. */
export const Signal = ({ tone, children }: { tone: Tone; children: string }) => {
  const { icon: Icon, color } = TONES[tone]
  return (
    <Group component="span" gap={6} wrap="nowrap" c={color} display="inline-flex" data-tone={tone}>
      <Icon size={16} aria-hidden style={{ flex: 'none' }} />
      <Text span inherit fw={600}>
        {children}
      </Text>
    </Group>
  )
}

export const UserStatus = ({ status }: { status: 'active' | 'inactive' }) => (
  <Signal tone={status === 'active' ? 'good' : 'none'}>{status === 'active' ? t`Active` : t`Inactive`}</Signal>
)
