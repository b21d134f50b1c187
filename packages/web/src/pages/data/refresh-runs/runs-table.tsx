import { t } from '@lingui/core/macro'
import { Badge, Progress, Text } from '@mantine/core'
import type { RefreshRun } from '@rollcall/contract'
import { IconAlertTriangle, IconCheck, IconLoader, IconPlayerStop } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import { LARGEST_PAGE, readPages } from '../../../api/query.ts'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { exactMomentText } from '../../../time/zoned-time.ts'
import { useLocationNames } from '../../../workplace/directory.ts'
import { elapsedText } from '../shared/numbers.ts'

const STATUSES: Readonly<
  Record<RefreshRun['status'], { readonly label: string; readonly color: string; readonly icon: typeof IconCheck }>
> = {
  running: { label: t`Running`, color: 'var(--mantine-color-anchor)', icon: IconLoader },
  succeeded: { label: t`Succeeded`, color: 'var(--look-success)', icon: IconCheck },
  failed: { label: t`Failed`, color: 'var(--mantine-color-error)', icon: IconAlertTriangle },
  interrupted: { label: t`Interrupted`, color: 'var(--mantine-color-dimmed)', icon: IconPlayerStop },
}

const RunStatus = ({ status }: Pick<RefreshRun, 'status'>) => {
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
  schedule: t`Schedule`,
  command: t`An operator`,
  request: t`On request`,
}

const Status = ({ run: { runNo, status, error } }: { run: RefreshRun }) => (
  <>
    <RunStatus status={status} />
    {status === 'running' ? (
      <Progress value={100} striped animated size="xs" mt={4} aria-label={t`Run ${runNo} is running`} />
    ) : null}
    {error ? (
      <Text lang="en" size="xs" c="var(--mantine-color-error)" maw={260} mt={2} style={{ overflowWrap: 'anywhere' }}>
        {error}
      </Text>
    ) : null}
  </>
)

const count = (name: string, key: 'days' | 'rows' | 'segments' | 'restated'): ListColumn<RefreshRun> => ({
  key,
  name,
  value: (run) => (run.status === 'running' ? null : run[key]),
  align: 'right',
})

/** Runs of the refresh with their results. `now` gives the duration of a running one. */
export const RunsTable = ({ runs, now }: { runs: readonly RefreshRun[]; now: number }) => {
  const nameOf = useLocationNames()
  const millisecondsOf = ({ startedAt, endedAt }: RefreshRun) => (endedAt ? Date.parse(endedAt) : now) - Date.parse(startedAt)
  const columns: readonly ListColumn<RefreshRun>[] = [
    { key: 'runNo', name: t`Run`, value: ({ runNo }) => runNo, show: ({ runNo }) => String(runNo), align: 'left' },
    {
      key: 'status',
      name: t`Status`,
      isChoice: true,
      code: ({ status }) => status,
      value: ({ status }) => STATUSES[status].label,
      render: (run) => <Status run={run} />,
    },
    {
      key: 'trigger',
      name: t`Started by`,
      isChoice: true,
      code: ({ trigger }) => trigger,
      value: ({ trigger }) => TRIGGERS[trigger],
    },
    {
      key: 'locationIds',
      name: t`Buildings`,
      value: ({ locationIds }) => (locationIds ? locationIds.map(nameOf).join(', ') : t`All`),
    },
    {
      key: 'startedAt',
      name: t`Began`,
      value: ({ startedAt }) => startedAt,
      render: ({ startedAt }) => <time dateTime={startedAt}>{exactMomentText(startedAt)}</time>,
    },
    { key: 'took', name: t`Took`, value: millisecondsOf, show: (run) => elapsedText(millisecondsOf(run)) },
    count(t`Days`, 'days'),
    count(t`Rows`, 'rows'),
    count(t`Segments`, 'segments'),
    count(t`Restated`, 'restated'),
  ]
  return (
    <FactTable
      id="runs"
      label={t`Refresh runs`}
      columns={columns}
      rows={runs}
      rowKey={({ runNo }) => String(runNo)}
      readAll={() =>
        readPages((cursor) => call('listRefreshRuns', { query: { limit: LARGEST_PAGE, ...(cursor ? { cursor } : {}) } }))
      }
      minWidth={900}
    />
  )
}
