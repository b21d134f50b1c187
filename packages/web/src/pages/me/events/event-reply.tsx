import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../../components/mutation-notice.ts'
import type { WorkplaceEvent } from './event-card.tsx'

const CHOICES = [
  { reply: 'accepted', label: 'Accept', done: 'Accepted', icon: IconCheck },
  { reply: 'declined', label: 'Decline', done: 'Declined', icon: IconX },
] as const

/** Accept or decline; the last reply counts. */
export const EventReply = ({ event }: { event: WorkplaceEvent }) => {
  const send = useAction({
    mutationFn: (reply: 'accepted' | 'declined') => call('replyToEvent', { params: { eventId: event.eventId }, body: { reply } }),
    onSuccess: async ({ reply }) => {
      await invalidate('listEvents', 'listInvitations')
      notifyDone(reply === 'accepted' ? 'You accepted.' : 'You declined.')
    },
    onError: notifyFailed,
  })
  return (
    <Button.Group aria-label={`Your reply to ${event.eventName}`}>
      {CHOICES.map(({ reply, label, done, icon: Icon }) => {
        const isChosen = event.reply === reply
        return (
          <Button
            key={reply}
            size="xs"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            leftSection={<Icon size={14} />}
            loading={send.isPending && send.variables === reply}
            onClick={() => (isChosen ? undefined : send.mutate(reply))}
          >
            {isChosen ? done : label}
          </Button>
        )
      })}
    </Button.Group>
  )
}
