import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { PresenceRow } from '@rollcall/contract'
import { TextLink } from '../../../components/links.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { shortDay } from '../../../time/days.ts'
import { delayText, exactMomentText } from '../../../time/zoned-time.ts'
import { useZones } from '../../../workplace/directory.ts'

/** The path from the building down to the node of the event. */
const whereText = ({ locationName, levelName, zoneName, placeName, spaceName }: PresenceRow): string =>
  [locationName, levelName, zoneName, placeName, spaceName].filter(Boolean).join(' › ')

/** Events of a person, the path of each to its explained day. */
export const PresenceTable = ({ events }: { events: readonly PresenceRow[] }) => {
  const zoneOf = useZones()
  const columns: readonly ListColumn<PresenceRow>[] = [
    { key: 'day', name: t`Day`, value: ({ day }) => day, render: (event) => <DayLink event={event} /> },
    {
      key: 'seen',
      name: t`Seen at`,
      value: ({ timestamp }) => timestamp,
      render: ({ timestamp, locationId }) => <time dateTime={timestamp}>{exactMomentText(timestamp, zoneOf(locationId))}</time>,
    },
    { key: 'where', name: t`Where`, value: whereText },
    {
      key: 'source',
      name: t`Source`,
      isChoice: true,
      value: ({ sourceId }) => sourceId,
      render: ({ sourceId, eventId }) => (
        <>
          {sourceId}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {eventId}
          </Text>
        </>
      ),
    },
    { key: 'known', name: t`Known there as`, value: ({ sourceUserId }) => sourceUserId },
    {
      key: 'received',
      name: t`Received at`,
      value: ({ receivedAt }) => receivedAt,
      render: (event) => (
        <>
          <time dateTime={event.receivedAt}>{exactMomentText(event.receivedAt, zoneOf(event.locationId))}</time>
          <Text size="xs" c="dimmed">
            {delayText(event)}
          </Text>
        </>
      ),
    },
  ]
  return (
    <div>
      <FactTable
        id="events"
        label={t`Presence events`}
        columns={columns}
        rows={events}
        rowKey={({ sourceId, eventId, timestamp }) => `${sourceId} ${eventId} ${timestamp}`}
        minWidth={960}
      />
    </div>
  )
}

const DayLink = ({ event: { userId, day } }: { event: PresenceRow }) => {
  const date = shortDay(day)
  return (
    <TextLink
      to="/people/$userId"
      params={{ userId }}
      search={{ tab: 'explain', day }}
      aria-label={t`Explain ${date}`}
      underline="always"
      style={{ whiteSpace: 'nowrap' }}
    >
      {date}
    </TextLink>
  )
}
