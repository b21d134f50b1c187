import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import type { SegmentChange, SegmentReason } from '@rollcall/contract'
import { Link } from '@tanstack/react-router'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { fullDay } from '../../../time/days.ts'
import { exactMomentText } from '../../../time/zoned-time.ts'
import { NONE, useLocationNames } from '../../../workplace/directory.ts'
import type { Question } from '../explorer/question-view.ts'
import { FEED_DATASETS } from './feed-view.ts'

const REASONS: Readonly<Record<SegmentReason, string>> = {
  refreshed: t`The day was over`,
  lateEvents: t`Events came late`,
  corrected: t`Plans, names or settings changed`,
  erased: t`Personal data was erased`,
}

/** The rows of the segment, in the explorer. */
const questionOf = ({ dataset, day, locationId }: SegmentChange): Question => ({
  dataset,
  startDate: day,
  endDate: day,
  [dataset === 'user-booking-attendance' ? 'locationId' : 'locationIds']: locationId ?? NONE,
})

const Rows = ({ change, building }: { change: SegmentChange; building: string }) => {
  if (change.rowCount === 0)
    return (
      <Text span size="sm" c="dimmed">
        <Trans>None left</Trans>
      </Text>
    )
  const [name, day] = [FEED_DATASETS[change.dataset], fullDay(change.day)]
  return (
    <Anchor
      size="sm"
      underline="always"
      aria-label={t`Show rows: ${name}, ${building}, ${day}`}
      renderRoot={(props) => <Link {...props} to="/data" search={questionOf(change)} />}
    >
      <Trans>Show rows</Trans>
    </Anchor>
  )
}

/** Published segments: each is one dataset, building and day. */
export const ChangesTable = ({ changes, label }: { changes: readonly SegmentChange[]; label: string }) => {
  const nameOf = useLocationNames()
  const columns: readonly ListColumn<SegmentChange>[] = [
    {
      key: 'updatedAt',
      name: t`Published`,
      value: ({ updatedAt }) => updatedAt,
      show: ({ updatedAt }) => exactMomentText(updatedAt),
    },
    {
      key: 'dataset',
      name: t`Dataset`,
      isChoice: true,
      code: ({ dataset }) => dataset,
      value: ({ dataset }) => FEED_DATASETS[dataset],
    },
    {
      key: 'day',
      name: t`Day`,
      value: ({ day }) => day,
      render: ({ day }) => <time dateTime={day}>{fullDay(day)}</time>,
    },
    {
      key: 'locationId',
      name: t`Building`,
      isChoice: true,
      code: ({ locationId }) => locationId ?? 'none',
      value: ({ locationId }) => nameOf(locationId),
    },
    { key: 'revision', name: t`Revision`, value: ({ revision }) => revision },
    { key: 'rowCount', name: t`Rows`, value: ({ rowCount }) => rowCount },
    { key: 'reason', name: t`Why`, isChoice: true, code: ({ reason }) => reason, value: ({ reason }) => REASONS[reason] },
    {
      key: 'change',
      name: t`Rows of it`,
      value: () => null,
      isAction: true,
      render: (change) => <Rows change={change} building={nameOf(change.locationId)} />,
    },
  ]
  return (
    <FactTable
      id="changes"
      label={label}
      columns={columns}
      rows={changes}
      rowKey={({ dataset, day, locationId }) => `${dataset} ${day} ${locationId}`}
      minWidth={900}
    />
  )
}
