import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Switch, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Answer, call, type Input } from '../../api/call.ts'
import { apiQuery, queryClient } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyFailed } from '../../components/notices.tsx'
import { QueryState } from '../../components/states.tsx'
import { Section } from './section.tsx'

type Preferences = Answer<'getMailPreferences'>
type Kind = Preferences['kinds'][number]['kind'] | Preferences['pushKinds'][number]['kind']
type Change = Input<'setMailPreferences'>['body']

/** Those that people may refuse. */
const KINDS: Partial<Readonly<Record<Kind, string>>> = {
  'check-in-due': t`A booking that is released soon unless it is confirmed`,
  'booking-released': t`A booking that was released because it was not confirmed`,
  'booking-lost': t`A booking that others canceled`,
  'event-invitation': t`An invitation to an event`,
  'event-canceled': t`An event that you accepted and that is canceled`,
  'new-sign-in': t`A sign-in from an address and a browser that are new`,
  report: t`A report of a saved view that you subscribed to`,
}

const ME = { userId: 'me' }
const PREFERENCES = apiQuery('getMailPreferences', { params: ME })

interface Choice<K> {
  readonly kind: K
  readonly isWanted: boolean
  readonly isNecessary?: boolean
}

/** Those that are refused once one of them is chosen otherwise. */
const refusedAfter = <K,>(all: readonly Choice<K>[], chosen: K): K[] =>
  all.filter(({ kind, isWanted, isNecessary }) => !isNecessary && isWanted === (kind === chosen)).map(({ kind }) => kind)

/** What the user is mailed, and what their devices show. */
export const KindsSection = () => {
  const preferences = useQuery(PREFERENCES)
  const changing = useAction({
    mutationFn: (change: Change) => call('setMailPreferences', { params: ME, body: change }),
    onSuccess: (changed) => queryClient.setQueryData(PREFERENCES.queryKey, changed),
    onError: notifyFailed,
  })
  return (
    <Section title={t`Notifications`}>
      <QueryState query={preferences} height={200}>
        {({ kinds, pushKinds }) => (
          <Stack gap="sm">
            <Table withRowBorders={false} horizontalSpacing={0} verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">
                    <Trans>About</Trans>
                  </Table.Th>
                  <Table.Th scope="col" w={70}>
                    <Trans>Mail</Trans>
                  </Table.Th>
                  <Table.Th scope="col" w={80}>
                    <Trans>Devices</Trans>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {(Object.entries(KINDS) as [Kind, string][]).map(([kind, about]) => {
                  const mail = kinds.find((each) => each.kind === kind)
                  const push = pushKinds.find((each) => each.kind === kind)
                  return (
                    <Table.Tr key={kind}>
                      <Table.Th scope="row" fw={400} pr="sm">
                        {about}
                      </Table.Th>
                      <Table.Td>
                        {mail ? (
                          <Switch
                            aria-label={t`By mail: ${about}`}
                            checked={mail.isWanted}
                            disabled={changing.isPending}
                            onChange={() => changing.mutate({ refusedKinds: refusedAfter(kinds, mail.kind) })}
                          />
                        ) : null}
                      </Table.Td>
                      <Table.Td>
                        {push ? (
                          <Switch
                            aria-label={t`On devices: ${about}`}
                            checked={push.isWanted}
                            disabled={changing.isPending}
                            onChange={() => changing.mutate({ refusedPushKinds: refusedAfter(pushKinds, push.kind) })}
                          />
                        ) : null}
                      </Table.Td>
                    </Table.Tr>
                  )
                })}
              </Table.Tbody>
            </Table>
            <Text size="sm" c="dimmed">
              <Trans>Mail that you need to use your account safely is always sent.</Trans>
            </Text>
          </Stack>
        )}
      </QueryState>
    </Section>
  )
}
