import { Badge } from '@mantine/core'
import type { RefreshRun } from '@rollcall/contract'
import { IconAlertTriangle, IconCheck, IconLoader, IconPlayerStop } from '@tabler/icons-react'

type Status = RefreshRun['status']

const STATUSES: Readonly<Record<Status, { readonly label: string; readonly color: string; readonly icon: typeof IconCheck }>> = {
  running: { label: 'Running', color: 'var(--mantine-color-anchor)', icon: IconLoader },
  succeeded: { label: 'Succeeded', color: 'light-dark(#1b6e2c, #8ce99a)', icon: IconCheck },
  failed: { label: 'Failed', color: 'var(--mantine-color-error)', icon: IconAlertTriangle },
  interrupted: { label: 'Interrupted', color: 'var(--mantine-color-dimmed)', icon: IconPlayerStop },
}

export const RunStatus = ({ status }: { status: Status }) => {
  const { label, color, icon: Icon } = STATUSES[status]
  return (
    <Badge
      variant="outline"
      tt="none"
      style={{ color, borderColor: color }}
      leftSection={<Icon size={12} aria-hidden />}
      styles={{ label: { overflow: 'visible' } }}
    >
      {label}
    </Badge>
  )
}
