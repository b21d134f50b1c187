import { Group, Text } from '@mantine/core'
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/all-pages.ts'
import { personName } from '../../../components/person-name.ts'
import { QueryState } from '../../../components/query-state.tsx'

const REPLIES = {
  accepted: { icon: IconCheck, label: 'accepted' },
  declined: { icon: IconX, label: 'declined' },
  invited: { icon: IconQuestionMark, label: 'no reply yet' },
} as const
const ORDER = ['accepted', 'invited', 'declined'] as const

/** Who is invited, by what they replied. */
export const Invitations = ({ eventId }: { eventId: string }) => {
  const invitations = useQuery(allPages('listInvitations', { params: { eventId }, query: {} }, 1))
  return (
    <QueryState query={invitations} height={60}>
      {({ items, isCut }) => (
        <Group component="ul" gap="xs" m={0} mt="sm" p={0} style={{ listStyle: 'none', rowGap: 4 }} aria-label="Invited">
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
          {isCut ? <li>and more</li> : null}
        </Group>
      )}
    </QueryState>
  )
}
