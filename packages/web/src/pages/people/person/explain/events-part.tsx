import { Table, Text } from '@mantine/core'
import type { DayExplanation } from '@rollcall/contract'
import { exactMomentText } from '../../../../time/zoned-time.ts'
import { delayText } from '../../shared/clock.ts'
import { Signal } from '../../shared/signal.tsx'

type Event = DayExplanation['events'][number]

const whereText = ({ locationName, levelName, zoneName, placeName, spaceName }: Event): string =>
  [locationName, levelName, zoneName, placeName, spaceName].filter(Boolean).join(' › ')

interface Props {
  readonly explained: DayExplanation
  readonly zoneOf: (locationId: string) => string
}

/** Each event in the order in which it happened, and whether it counted. */
export const EventsPart = ({ explained: { events, eventCount }, zoneOf }: Props) => {
  if (events.length === 0) return <Text size="sm">No presence event of this person is known for the day.</Text>
  return (
    <>
      <Table.ScrollContainer minWidth={860} type="native" tabIndex={0} role="region" aria-label="Presence events of the day">
        <Table verticalSpacing={6} fz="sm" aria-label="Presence events of the day" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={190}>Seen at</Table.Th>
              <Table.Th>Where</Table.Th>
              <Table.Th>Source</Table.Th>
              <Table.Th w={270}>Arrived</Table.Th>
              <Table.Th w={110}>Counts</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.map((event) => {
              const zone = zoneOf(event.locationId)
              return (
                <Table.Tr key={`${event.sourceId} ${event.eventId}`}>
                  <Table.Td>{exactMomentText(event.timestamp, zone)}</Table.Td>
                  <Table.Td>{whereText(event)}</Table.Td>
                  <Table.Td>{event.sourceId}</Table.Td>
                  <Table.Td>
                    {exactMomentText(event.receivedAt, zone)}
                    <Text size="xs" c="dimmed">
                      {delayText(event)}
                      {event.isLate ? '; late: the day had ended' : ''}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Signal tone={event.counted ? 'good' : 'none'}>{event.counted ? 'Yes' : 'No'}</Signal>
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {eventCount > events.length ? (
        <Text size="sm" c="dimmed" mt={4}>
          The first {events.length} of {eventCount}.
        </Text>
      ) : null}
    </>
  )
}
