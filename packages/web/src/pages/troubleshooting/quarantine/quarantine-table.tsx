import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { Column } from '../../../components/table/columns.ts'
import { DataTable } from '../../../components/table/data-table.tsx'
import { TextButton } from '../../../components/text-button.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { keyOf, type Refused } from './quarantine-query.ts'
import { KINDS, reasonOf } from './quarantine-view.ts'

interface Props {
  readonly events: readonly Refused[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onShow: (event: Refused) => void
}

const columnsOf = (onShow: Props['onShow']): readonly Column<Refused>[] => [
  {
    name: t`Event`,
    value: ({ eventId }) => eventId,
    render: (event) => (
      <TextButton
        styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
        onClick={() => onShow(event)}
      >
        {event.eventId}
      </TextButton>
    ),
  },
  { name: t`Kind`, value: ({ kind }) => KINDS[kind] },
  { name: t`Source`, value: ({ sourceId }) => sourceId },
  {
    name: t`Reason`,
    value: ({ resultCode, reason }) => `${resultCode} ${reason}`,
    render: ({ resultCode, reason }) => (
      <>
        {reasonOf(resultCode).name}
        <Text size="xs" c="inherit">
          {reason}
        </Text>
      </>
    ),
  },
  { name: t`Of the day (UTC)`, value: ({ day }) => day },
  {
    name: t`Refused at`,
    value: ({ refusedAt }) => refusedAt,
    render: ({ refusedAt }) => <time dateTime={refusedAt}>{exactMomentText(refusedAt, readerZone())}</time>,
  },
]

/** A table of refused events, which can be opened and selected. */
export const QuarantineTable = ({ events, chosen, onChoose, onShow }: Props) => (
  <DataTable
    label={t`Refused events`}
    columns={columnsOf(onShow)}
    rows={events}
    rowKey={keyOf}
    minWidth={980}
    selection={{ chosen, onChoose, nameOf: ({ eventId, sourceId }) => t`${eventId} of ${sourceId}` }}
  />
)
