import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { apiQuery, queryClient } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyFailed } from '../../components/notices.tsx'
import { QueryState } from '../../components/states.tsx'
import { Section } from './section.tsx'

type Kind = Answer<'getMailPreferences'>['kinds'][number]

/** Those that people may refuse. */
const KINDS: Partial<Readonly<Record<Kind['kind'], string>>> = {
  'new-sign-in': t`About a sign-in from an address and a browser that are new`,
  'check-in-due': t`About a booking that is released soon unless it is confirmed`,
  'booking-released': t`About a booking that was released because it was not confirmed`,
  report: t`About a report of a saved view that you subscribed to`,
}

const ME = { userId: 'me' }
const PREFERENCES = apiQuery('getMailPreferences', { params: ME })

/** Which mail the user gets. */
export const MailSection = () => {
  const preferences = useQuery(PREFERENCES)
  const changing = useAction({
    mutationFn: (refusedKinds: Kind['kind'][]) => call('setMailPreferences', { params: ME, body: { refusedKinds } }),
    onSuccess: (changed) => queryClient.setQueryData(PREFERENCES.queryKey, changed),
    onError: notifyFailed,
  })
  const toggle = (kinds: readonly Kind[], chosen: Kind) =>
    changing.mutate(
      kinds.flatMap((each) => (each.isWanted === (each.kind === chosen.kind) && !each.isNecessary ? [each.kind] : [])),
    )
  return (
    <Section title={t`Mail`}>
      <QueryState query={preferences} height={100}>
        {({ kinds }) => (
          <Stack gap="sm">
            {kinds
              .filter(({ isNecessary }) => !isNecessary)
              .map((each) => (
                <Switch
                  key={each.kind}
                  label={KINDS[each.kind] ?? each.about}
                  checked={each.isWanted}
                  disabled={changing.isPending}
                  onChange={() => toggle(kinds, each)}
                />
              ))}
            <Text size="sm" c="dimmed">
              <Trans>Mail that you need to use your account safely is always sent.</Trans>
            </Text>
          </Stack>
        )}
      </QueryState>
    </Section>
  )
}
