import { Button, Table, Text } from '@mantine/core'
import type { PresenceRow } from '@rollcall/contract'
import { useState } from 'react'
import { TextLink } from '../../../components/links.tsx'
import { shortDay } from '../../../time/days.ts'
import { delayText, exactMomentText } from '../../../time/zoned-time.ts'
import { useZones } from '../../../workplace/directory.ts'

/** Number of rows shown at first, and added by each "Show more". */
const STEP = 200

/** The path from the building down to the node of the event. */
const whereText = ({ locationName, levelName, zoneName, placeName, spaceName }: PresenceRow): string =>
  [locationName, levelName, zoneName, placeName, spaceName].filter(Boolean).join(' › ')

export const PresenceTable = ({ events }: { events: readonly PresenceRow[] }) => {
  const [shown, setShown] = useState(STEP)
  const zoneOf = useZones()
  return (
    <>
      <Table.ScrollContainer minWidth={960} type="native" tabIndex={0} role="region" aria-label="Presence events">
        <Table
          verticalSpacing={6}
          fz="sm"
          highlightOnHover
          aria-label="Presence events"
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={100}>Day</Table.Th>
              <Table.Th w={190}>Seen at</Table.Th>
              <Table.Th>Where</Table.Th>
              <Table.Th>Source</Table.Th>
              <Table.Th>Known there as</Table.Th>
              <Table.Th w={190}>Received at</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.slice(0, shown).map((event) => {
              const zone = zoneOf(event.locationId)
              return (
                <Table.Tr key={`${event.sourceId} ${event.eventId} ${event.timestamp}`}>
                  <Table.Td style={{ whiteSpace: 'nowrap' }}>
                    <TextLink
                      to="/people/$userId"
                      params={{ userId: event.userId }}
                      search={{ tab: 'explain', day: event.day }}
                      aria-label={`Explain ${shortDay(event.day)}`}
                      underline="always"
                    >
                      {shortDay(event.day)}
                    </TextLink>
                  </Table.Td>
                  <Table.Td>
                    <time dateTime={event.timestamp}>{exactMomentText(event.timestamp, zone)}</time>
                  </Table.Td>
                  <Table.Td>{whereText(event)}</Table.Td>
                  <Table.Td>
                    {event.sourceId}
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      {event.eventId}
                    </Text>
                  </Table.Td>
                  <Table.Td>{event.sourceUserId ?? '–'}</Table.Td>
                  <Table.Td>
                    <time dateTime={event.receivedAt}>{exactMomentText(event.receivedAt, zone)}</time>
                    <Text size="xs" c="dimmed">
                      {delayText(event)}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {shown < events.length ? (
        <Button variant="default" maw={260} onClick={() => setShown(shown + STEP)}>
          Show {Math.min(STEP, events.length - shown)} of {events.length - shown} more
        </Button>
      ) : null}
    </>
  )
}
