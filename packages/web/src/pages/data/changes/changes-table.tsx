import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core'
import type { SegmentChange, SegmentReason } from '@rollcall/contract'
import { Link } from '@tanstack/react-router'
import { showNumber } from '../../../components/format.ts'
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

/** Published segments: each is one dataset, building and day. */
export const ChangesTable = ({ changes, label }: { changes: readonly SegmentChange[]; label: string }) => {
  const nameOf = useLocationNames()
  return (
    <Table.ScrollContainer minWidth={1040} type="native" pos="relative" tabIndex={0} role="region" aria-label={label}>
      <Table striped stickyHeader={false} verticalSpacing={6} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Published</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Dataset</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Day</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Building</Trans>
            </Table.Th>
            <Table.Th ta="end">
              <Trans>Revision</Trans>
            </Table.Th>
            <Table.Th ta="end">
              <Trans>Rows</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Why</Trans>
            </Table.Th>
            <Table.Th>
              <VisuallyHidden>
                <Trans>Rows of it</Trans>
              </VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => {
            const { dataset, day, locationId, revision, rowCount, updatedAt, reason } = change
            const [name, building, shownDay] = [FEED_DATASETS[dataset], nameOf(locationId), fullDay(day)]
            return (
              <Table.Tr key={`${dataset} ${day} ${locationId}`}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{exactMomentText(updatedAt)}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <time dateTime={day}>{shownDay}</time>
                </Table.Td>
                <Table.Td>{building}</Table.Td>
                <Table.Td ta="end">{showNumber(revision)}</Table.Td>
                <Table.Td ta="end">{showNumber(rowCount)}</Table.Td>
                <Table.Td>{REASONS[reason]}</Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  {rowCount === 0 ? (
                    <Text size="sm" c="dimmed">
                      <Trans>None left</Trans>
                    </Text>
                  ) : (
                    <Anchor
                      size="sm"
                      underline="always"
                      aria-label={t`Show rows: ${name}, ${building}, ${shownDay}`}
                      renderRoot={(props) => <Link {...props} to="/data" search={questionOf(change)} />}
                    >
                      <Trans>Show rows</Trans>
                    </Anchor>
                  )}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
