import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Collapse, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconLock, IconQuestionMark, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../api/call.ts'
import { allPages, invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone, notifyFailed } from '../../../components/notices.tsx'
import { QueryState } from '../../../components/states.tsx'
import { fullDay } from '../../../time/days.ts'
import { localOf, timeOf, zoneName } from '../../../time/zoned-time.ts'
import { useBuildings, useMe } from '../../../workplace/me.tsx'

export type WorkplaceEvent = Answer<'listEvents'>['items'][number]

interface Props {
  readonly event: WorkplaceEvent
  readonly isPast: boolean
  readonly onEdit: () => void
}

/** The time of the event, in the time zone of its building. */
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
  const isCanceled = status === 'cancelled'
  const name = eventName ?? t`Private event`
  const organizer = organizerName && (isMine ? t`organized by you` : t`organized by ${organizerName}`)
  return (
    <Paper component="li" withBorder p="md" aria-label={name}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 300px" miw={0}>
          <Group gap="xs">
            <Text fw={700} td={isCanceled ? 'line-through' : undefined}>
              {name}
            </Text>
            {isPrivate ? <IconLock size={16} role="img" aria-label={t`Private`} /> : null}
            {isCanceled ? (
              <Badge variant="outline" color="gray" c="var(--mantine-color-text)">
                <Trans context="event">Canceled</Trans>
              </Badge>
            ) : null}
          </Group>
          <Text size="sm">{when}</Text>
          <Text size="sm" c="dimmed">
            {[[spaceName, locationName].filter(Boolean).join(', '), organizer].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            <Trans>
              {invitedCount} invited, {acceptedCount} accepted, {declinedCount} declined
            </Trans>
          </Text>
        </Stack>
        <Group gap="xs">
          {reply && !isCanceled && !isPast ? <EventReply event={event} /> : null}
          {eventName !== null && invitedCount > 0 ? (
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
              <Trans>Who is invited</Trans>
            </Button>
          ) : null}
          {isMine && !isPast ? (
            <Button variant="default" size="xs" onClick={onEdit} aria-label={t`Change ${name}`}>
              <Trans>Change</Trans>
            </Button>
          ) : null}
        </Group>
      </Group>
      <Collapse expanded={isOpen}>{isOpen ? <Invitations eventId={event.eventId} /> : null}</Collapse>
    </Paper>
  )
}

const CHOICES = [
  {
    reply: 'accepted',
    label: t({ message: 'Accept', context: 'invitation' }),
    done: t({ message: 'Accepted', context: 'own reply' }),
    icon: IconCheck,
  },
  {
    reply: 'declined',
    label: t({ message: 'Decline', context: 'invitation' }),
    done: t({ message: 'Declined', context: 'own reply' }),
    icon: IconX,
  },
] as const

/** Accept or decline; the last reply counts. */
const EventReply = ({ event }: { event: WorkplaceEvent }) => {
  const send = useAction({
    mutationFn: (reply: 'accepted' | 'declined') => call('replyToEvent', { params: { eventId: event.eventId }, body: { reply } }),
    onSuccess: async ({ reply }) => {
      await invalidate('listEvents', 'listInvitations')
      notifyDone(reply === 'accepted' ? t`You accepted.` : t`You declined.`, `event ${event.eventId}`)
    },
    onError: notifyFailed,
  })
  const name = event.eventName ?? ''
  return (
    <Button.Group aria-label={t`Your reply to ${name}`}>
      {CHOICES.map(({ reply, label, done, icon: Icon }) => {
        const isChosen = event.reply === reply
        return (
          <Button
            key={reply}
            size="xs"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            leftSection={<Icon size={14} />}
            // It is not `disabled` or `loading`, because that would remove the keyboard focus.
            aria-disabled={send.isPending}
            data-disabled={send.isPending || undefined}
            onClick={() => (isChosen || send.isPending ? undefined : send.mutate(reply))}
          >
            {isChosen ? done : label}
          </Button>
        )
      })}
    </Button.Group>
  )
}

const REPLIES = {
  accepted: { icon: IconCheck, label: t`accepted` },
  declined: { icon: IconX, label: t`declined` },
  invited: { icon: IconQuestionMark, label: t`no reply yet` },
} as const
const ORDER = ['accepted', 'invited', 'declined'] as const

/** The invitees, grouped by reply. */
const Invitations = ({ eventId }: { eventId: string }) => {
  const invitations = useQuery(allPages('listInvitations', { params: { eventId }, query: {} }, 1))
  return (
    <QueryState query={invitations} height={60}>
      {({ items, isCut }) => (
        <Group component="ul" gap="xs" m={0} mt="sm" p={0} style={{ listStyle: 'none', rowGap: 4 }} aria-label={t`Invited`}>
          {items
            .toSorted((a, b) => ORDER.indexOf(a.reply) - ORDER.indexOf(b.reply) || (personName(a) < personName(b) ? -1 : 1))
            .map((invitation) => {
              const { icon: Icon, label } = REPLIES[invitation.reply]
              return (
                <Group component="li" key={invitation.userId} gap={4} wrap="nowrap" fz="sm">
                  <Icon size={14} aria-hidden="true" />
                  {personName(invitation)}
                  <Text c="dimmed" inherit>
                    {label}
                  </Text>
                </Group>
              )
            })}
          {isCut ? (
            <li>
              <Trans>and more</Trans>
            </li>
          ) : null}
        </Group>
      )}
    </QueryState>
  )
}
