import { Badge, Button, Collapse, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import type { Answer } from '../../../api/call.ts'
import { fullDay } from '../../../time/days.ts'
import { localOf, timeOf, zoneName } from '../../../time/zoned-time.ts'
import { useBuildings, useMe } from '../shared/use-me.ts'
import { EventReply } from './event-reply.tsx'
import { Invitations } from './invitations.tsx'

export type WorkplaceEvent = Answer<'listEvents'>['items'][number]

interface Props {
  readonly event: WorkplaceEvent
  readonly isPast: boolean
  readonly onEdit: () => void
}

/** When it is, on the clock of its building. */
const useWhen = ({ locationId, startsAt, endsAt, day }: WorkplaceEvent): string => {
  const timeZone = useBuildings().find((each) => each.locationId === locationId)?.timeZone ?? 'UTC'
  const end = localOf(endsAt, timeZone)
  const until = end.day === day ? end.time : `${fullDay(end.day)}, ${end.time}`
  return `${fullDay(day)}, ${timeOf(startsAt, timeZone)}–${until} ${zoneName(timeZone, startsAt)}`
}

export const EventCard = ({ event, isPast, onEdit }: Props) => {
  const { userId } = useMe()
  const [isOpen, { toggle }] = useDisclosure(false)
  const when = useWhen(event)
  const { eventName, isPrivate, status, locationName, spaceName, organizerUserId, organizerName, reply } = event
  const { invitedCount, acceptedCount, declinedCount } = event
  const isMine = organizerUserId === userId
  const isCancelled = status === 'cancelled'
  const name = eventName ?? 'Private event'
  return (
    <Paper component="li" withBorder p="md" aria-label={name}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 300px" miw={0}>
          <Group gap="xs">
            <Text fw={700} td={isCancelled ? 'line-through' : undefined}>
              {name}
            </Text>
            {isPrivate ? <IconLock size={16} role="img" aria-label="Private" /> : null}
            {isCancelled ? (
              <Badge variant="outline" color="gray" c="var(--mantine-color-text)">
                Cancelled
              </Badge>
            ) : null}
          </Group>
          <Text size="sm">{when}</Text>
          <Text size="sm" c="dimmed">
            {[spaceName, locationName].filter(Boolean).join(', ')}
            {organizerName ? ` · organized by ${isMine ? 'you' : organizerName}` : ''}
          </Text>
          <Text size="sm" c="dimmed">
            {invitedCount} invited, {acceptedCount} accepted, {declinedCount} declined
          </Text>
        </Stack>
        <Group gap="xs">
          {reply && !isCancelled && !isPast ? <EventReply event={event} /> : null}
          {eventName !== null && invitedCount > 0 ? (
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
              Who is invited
            </Button>
          ) : null}
          {isMine && !isPast ? (
            <Button variant="default" size="xs" onClick={onEdit} aria-label={`Change ${name}`}>
              Change
            </Button>
          ) : null}
        </Group>
      </Group>
      <Collapse expanded={isOpen}>{isOpen ? <Invitations eventId={event.eventId} /> : null}</Collapse>
    </Paper>
  )
}
