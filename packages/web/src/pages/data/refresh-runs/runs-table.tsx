import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Progress, Table, Text } from '@mantine/core'
import type { RefreshRun } from '@rollcall/contract'
import { IconAlertTriangle, IconCheck, IconLoader, IconPlayerStop } from '@tabler/icons-react'
import { showNumber } from '../../../components/format.ts'
import { exactMomentText } from '../../../time/zoned-time.ts'
import { useLocationNames } from '../../../workplace/directory.ts'
import { elapsedText } from '../shared/numbers.ts'

type Status = RefreshRun['status']

const STATUSES: Readonly<Record<Status, { readonly label: string; readonly color: string; readonly icon: typeof IconCheck }>> = {
  running: { label: t`Running`, color: 'var(--mantine-color-anchor)', icon: IconLoader },
  succeeded: { label: t`Succeeded`, color: 'var(--look-success)', icon: IconCheck },
  failed: { label: t`Failed`, color: 'var(--mantine-color-error)', icon: IconAlertTriangle },
  interrupted: { label: t`Interrupted`, color: 'var(--mantine-color-dimmed)', icon: IconPlayerStop },
}

const RunStatus = ({ status }: { status: Status }) => {
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

const TRIGGERS: Readonly<Record<RefreshRun['trigger'], string>> = {
  schedule: t`The night`,
  command: t`An operator`,
  request: t`On request`,
}

const COUNTS = ['days', 'rows', 'segments', 'restated'] as const

/** Runs of the refresh with their results. `now` gives the duration of a running one. */
export const RunsTable = ({ runs, now }: { runs: readonly RefreshRun[]; now: number }) => {
  const nameOf = useLocationNames()
  return (
    <Table.ScrollContainer minWidth={980} type="native" tabIndex={0} role="region" aria-label={t`Refresh runs`}>
      <Table verticalSpacing={6} aria-label={t`Refresh runs`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="end">
              <Trans>Run</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Status</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Started by</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Buildings</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Began</Trans>
            </Table.Th>
            <Table.Th ta="end">
              <Trans>Took</Trans>
            </Table.Th>
            <Table.Th ta="end">
              <Trans>Days</Trans>
            </Table.Th>
            <Table.Th ta="end">
              <Trans>Rows</Trans>
            </Table.Th>
            <Table.Th ta="end">
              <Trans>Segments</Trans>
            </Table.Th>
            <Table.Th ta="end">
              <Trans>Restated</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => {
            const took = (run.endedAt ? Date.parse(run.endedAt) : now) - Date.parse(run.startedAt)
            return (
              <Table.Tr key={run.runNo}>
                <Table.Td ta="end">{run.runNo}</Table.Td>
                <Table.Td>
                  <RunStatus status={run.status} />
                  {run.status === 'running' ? (
                    <Progress value={100} striped animated size="xs" mt={4} aria-label={t`Run ${run.runNo} is running`} />
                  ) : null}
                  {run.error ? (
                    <Text size="xs" c="var(--mantine-color-error)" maw={260} mt={2} style={{ overflowWrap: 'anywhere' }}>
                      {run.error}
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td>{TRIGGERS[run.trigger]}</Table.Td>
                <Table.Td maw={240}>{run.locationIds ? run.locationIds.map(nameOf).join(', ') : t`All`}</Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <time dateTime={run.startedAt}>{exactMomentText(run.startedAt)}</time>
                </Table.Td>
                <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                  {elapsedText(took)}
                </Table.Td>
                {COUNTS.map((name) => (
                  <Table.Td key={name} ta="end">
                    {run.status === 'running' ? '' : showNumber(run[name])}
                  </Table.Td>
                ))}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
