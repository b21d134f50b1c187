import { Button, Checkbox, Table, Text } from '@mantine/core'
import type { Column } from '../../../components/chart/columns.ts'
import { SortHeader, useSort } from '../../../components/chart/sort.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { keyOf, type Refused } from './quarantine-query.ts'
import { KINDS, reasonOf } from './quarantine-view.ts'

interface Props {
  readonly events: readonly Refused[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onShow: (event: Refused) => void
}

const COLUMNS: readonly Column<Refused>[] = [
  { name: 'Event', value: ({ eventId }) => eventId },
  { name: 'Kind', value: ({ kind }) => KINDS[kind] },
  { name: 'Source', value: ({ sourceId }) => sourceId },
  { name: 'Reason', value: ({ resultCode, reason }) => `${resultCode} ${reason}` },
  { name: 'Of the day (UTC)', value: ({ day }) => day },
  { name: 'Refused at', value: ({ refusedAt }) => refusedAt },
]

/** A table of refused events, which can be opened and selected. */
export const QuarantineTable = ({ events, chosen, onChoose, onShow }: Props) => {
  const { order, sorted, sortBy } = useSort(COLUMNS, events)
  const keys = events.map(keyOf)
  const isAll = keys.every((key) => chosen.has(key))
  const toggle = (key: string): void => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChoose(next)
  }
  return (
    <Table.ScrollContainer minWidth={980} type="native" tabIndex={0} role="region" aria-label="Refused events">
      <Table verticalSpacing={6} fz="sm" highlightOnHover aria-label="Refused events">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <Checkbox
                aria-label="Select all listed"
                checked={isAll}
                indeterminate={!isAll && chosen.size > 0}
                onChange={() => onChoose(isAll ? new Set() : new Set(keys))}
              />
            </Table.Th>
            {COLUMNS.map(({ name }) => (
              <SortHeader key={name} name={name} order={order} onSort={sortBy} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((event) => {
            const key = keyOf(event)
            return (
              <Table.Tr key={key} bg={chosen.has(key) ? 'light-dark(var(--mantine-color-petrol-0), #14363a)' : undefined}>
                <Table.Td>
                  <Checkbox
                    aria-label={`Select ${event.eventId} of ${event.sourceId}`}
                    checked={chosen.has(key)}
                    onChange={() => toggle(key)}
                  />
                </Table.Td>
                <Table.Th scope="row" fw={500}>
                  <Button
                    variant="transparent"
                    c="var(--mantine-color-anchor)"
                    td="underline"
                    size="compact-sm"
                    px={0}
                    h="auto"
                    styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
                    onClick={() => onShow(event)}
                  >
                    {event.eventId}
                  </Button>
                </Table.Th>
                <Table.Td>{KINDS[event.kind]}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{event.sourceId}</Table.Td>
                <Table.Td>
                  {reasonOf(event.resultCode).name}
                  <Text size="xs" c="inherit">
                    {event.reason}
                  </Text>
                </Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{event.day}</Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <time dateTime={event.refusedAt}>{exactMomentText(event.refusedAt, readerZone())}</time>
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
