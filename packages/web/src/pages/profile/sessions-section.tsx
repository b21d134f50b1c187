import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Answer, call } from '../../api/call.ts'
import { apiQuery, invalidate } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../components/notices.tsx'
import { QueryState } from '../../components/states.tsx'
import { forgetSession } from '../../shell/forget-session.ts'
import { momentText } from '../../time/zoned-time.ts'
import { browserName } from './browser-name.ts'
import { Section } from './section.tsx'

type OneSession = Answer<'listSessions'>['items'][number]

const METHODS: Readonly<Record<NonNullable<OneSession['signedInBy']>, string>> = {
  password: t`with the password`,
  link: t`with a link`,
  passkey: t`with a passkey`,
  provider: t`by single sign-on`,
}

/** Where the user is signed in, and how to sign out there. */
export const SessionsSection = () => {
  const sessions = useQuery(apiQuery('listSessions'))
  const router = useRouter()
  const ending = useAction({
    mutationFn: (sessionId: string) => call('endSession', { params: { sessionId } }),
    lockOf: (sessionId) => sessionId,
    onSuccess: async () => {
      notifyDone(t`That browser is signed out.`)
      await invalidate('listSessions')
    },
    onError: notifyFailed,
  })
  const endingAll = useAction({
    mutationFn: () => call('endSessions'),
    onSuccess: () => {
      forgetSession()
      router.history.push('/sign-in')
    },
    onError: notifyFailed,
  })
  return (
    <Section title={t`Where you are signed in`}>
      <Stack gap="sm">
        <QueryState query={sessions} height={120}>
          {({ items }) => (
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((session) => (
                <Group key={session.id} component="li" justify="space-between" wrap="nowrap" gap="sm">
                  <SessionText session={session} />
                  {session.isCurrent ? (
                    <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
                      <Trans>This browser</Trans>
                    </Text>
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      style={{ flexShrink: 0 }}
                      aria-label={signOutOf(session)}
                      loading={ending.isLocked(session.id)}
                      onClick={() => ending.mutate(session.id)}
                    >
                      <Trans>Sign out</Trans>
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
          <Trans>Sign out everywhere</Trans>
        </Button>
        <Text size="sm" c="dimmed">
          <Trans>Also here. If you do not know one of them, change your password as well.</Trans>
        </Text>
      </Stack>
    </Section>
  )
}

const signOutOf = ({ userAgent, createdAt }: OneSession): string => {
  const [browser, since] = [browserName(userAgent), momentText(createdAt)]
  return t`Sign out: ${browser}, since ${since}`
}

const SessionText = ({ session }: { session: OneSession }) => {
  const { userAgent, address, createdAt, lastUsedAt, signedInBy, providerName } = session
  const [since, lastSeen] = [momentText(createdAt), momentText(lastUsedAt)]
  const method = providerName ? t`by single sign-on with ${providerName}` : signedInBy && METHODS[signedInBy]
  return (
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={600} title={userAgent ?? undefined}>
        {browserName(userAgent)}
        {address ? ` · ${address}` : ''}
      </Text>
      <Text size="sm" c="dimmed">
        {method ? t`Since ${since}, ${method}; last seen ${lastSeen}` : t`Since ${since}; last seen ${lastSeen}`}
      </Text>
    </div>
  )
}
