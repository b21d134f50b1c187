import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
  const left = events.length - shown
  const next = Math.min(STEP, left)
  return (
    <>
      <Table.ScrollContainer minWidth={960} type="native" tabIndex={0} role="region" aria-label={t`Presence events`}>
        <Table
          verticalSpacing={6}
          fz="sm"
          highlightOnHover
          aria-label={t`Presence events`}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={100}>
                <Trans>Day</Trans>
              </Table.Th>
              <Table.Th w={190}>
                <Trans>Seen at</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Where</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Source</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Known there as</Trans>
              </Table.Th>
              <Table.Th w={190}>
                <Trans>Received at</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.slice(0, shown).map((event) => {
              const zone = zoneOf(event.locationId)
              const date = shortDay(event.day)
              return (
                <Table.Tr key={`${event.sourceId} ${event.eventId} ${event.timestamp}`}>
                  <Table.Td style={{ whiteSpace: 'nowrap' }}>
                    <TextLink
                      to="/people/$userId"
                      params={{ userId: event.userId }}
                      search={{ tab: 'explain', day: event.day }}
                      aria-label={t`Explain ${date}`}
                      underline="always"
                    >
                      {date}
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
      {left > 0 ? (
        <Button variant="default" maw={260} onClick={() => setShown(shown + STEP)}>
          <Trans>
            Show {next} of {left} more
          </Trans>
        </Button>
      ) : null}
    </>
  )
}
