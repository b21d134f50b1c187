import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { TextButton } from '../../../components/text-button.tsx'
import { fullDay } from '../../../time/days.ts'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { keyOf, type Refused } from './quarantine-query.ts'
import { detailOf, KINDS, nameOf } from './quarantine-words.ts'
import { sentText } from './sent-names.ts'

interface Props {
  readonly events: readonly Refused[]
  /** Whether more of them wait. */
  readonly isPart: boolean
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onShow: (event: Refused) => void
}

const columnsOf = (onShow: Props['onShow']): readonly ListColumn<Refused>[] => [
  {
    key: 'eventId',
    name: t`Event`,
    value: ({ eventId }) => eventId,
    render: (event) => <TextButton onClick={() => onShow(event)}>{event.eventId}</TextButton>,
  },
  { key: 'kind', name: t`Kind`, isChoice: true, code: ({ kind }) => kind, value: ({ kind }) => KINDS[kind] },
  { key: 'sourceId', name: t`Source`, isChoice: true, value: ({ sourceId }) => sourceId },
  { key: 'sent', name: t`Sent id`, value: sentText },
  {
    key: 'resultCode',
    name: t`Reason`,
    value: (event) => detailOf(event) ?? nameOf(event),
    render: (event) => {
      const detail = detailOf(event)
      return (
        <>
          {nameOf(event)}
          {detail === undefined ? null : (
            <Text size="xs" c="inherit">
              {detail}
            </Text>
          )}
        </>
      )
    },
  },
  { key: 'day', name: t`Of the day (UTC)`, value: ({ day }) => day, show: ({ day }) => fullDay(day), isExtra: true },
  {
    key: 'refusedAt',
    name: t`Refused at`,
    value: ({ refusedAt }) => refusedAt,
    render: ({ refusedAt }) => <time dateTime={refusedAt}>{exactMomentText(refusedAt, readerZone())}</time>,
  },
]

/** A table of refused events, which can be opened and selected. */
export const QuarantineTable = ({ events, isPart, chosen, onChoose, onShow }: Props) => (
  <FactTable
    id="quarantine"
    label={t`Refused events`}
    columns={columnsOf(onShow)}
    rows={events}
    isPart={isPart}
    rowKey={keyOf}
    minWidth={900}
    selection={{ chosen, onChoose, nameOf: ({ eventId, sourceId }) => t`${eventId} of ${sourceId}` }}
  />
)
