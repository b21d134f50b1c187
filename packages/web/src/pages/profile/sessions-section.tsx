import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Answer, call } from '../../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../components/notices.tsx'
import { QueryState } from '../../components/states.tsx'
import { momentText } from '../../time/zoned-time.ts'
import { browserName } from './browser-name.ts'
import { Section } from './section.tsx'

type OneSession = Answer<'listSessions'>['items'][number]

const METHODS: Readonly<Record<NonNullable<OneSession['signedInBy']>, string>> = {
  password: 'with the password',
  link: 'with a link',
  passkey: 'with a passkey',
  provider: 'by single sign-on',
}

/** Where the user is signed in, and how to sign out there. */
export const SessionsSection = () => {
  const sessions = useQuery(apiQuery('listSessions'))
  const router = useRouter()
  const ending = useAction({
    mutationFn: (sessionId: string) => call('endSession', { params: { sessionId } }),
    lockOf: (sessionId) => sessionId,
    onSuccess: async () => {
      notifyDone('That browser is signed out.')
      await invalidate('listSessions')
    },
    onError: notifyFailed,
  })
  const endingAll = useAction({
    mutationFn: () => call('endSessions'),
    onSuccess: () => {
      queryClient.clear()
      router.history.push('/sign-in')
    },
    onError: notifyFailed,
  })
  return (
    <Section title="Where you are signed in">
      <Stack gap="sm">
        <QueryState query={sessions} height={120}>
          {({ items }) => (
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((session) => (
                <Group key={session.id} component="li" justify="space-between" wrap="nowrap" gap="sm">
                  <SessionText session={session} />
                  {session.isCurrent ? (
                    <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
                      This browser
                    </Text>
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      style={{ flexShrink: 0 }}
                      aria-label={`Sign out: ${browserName(session.userAgent)}, since ${momentText(session.createdAt)}`}
                      loading={ending.isLocked(session.id)}
                      onClick={() => ending.mutate(session.id)}
                    >
                      Sign out
                    </Button>
                  )}
                </Group>
              ))}
            </Stack>
          )}
        </QueryState>
        <Button
          variant="default"
          loading={endingAll.isPending}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => endingAll.mutate()}
        >
          Sign out everywhere
        </Button>
        <Text size="sm" c="dimmed">
          Also here. If you do not know one of them, change your password as well.
        </Text>
      </Stack>
    </Section>
  )
}

const SessionText = ({
  session: { userAgent, address, createdAt, lastUsedAt, signedInBy, providerName },
}: {
  session: OneSession
}) => (
  <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <Text size="sm" fw={600} title={userAgent ?? undefined}>
      {browserName(userAgent)}
      {address ? ` · ${address}` : ''}
    </Text>
    <Text size="sm" c="dimmed">
      Since {momentText(createdAt)}
      {signedInBy ? `, ${METHODS[signedInBy]}` : ''}
      {providerName ? ` with ${providerName}` : ''}; last seen {momentText(lastUsedAt)}
    </Text>
  </div>
)
