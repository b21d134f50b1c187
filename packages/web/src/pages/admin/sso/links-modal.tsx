import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, Text } from '@mantine/core'
import type { IdentityLink, IdentityProvider } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { allPages, invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { EmptyState, ErrorState, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { momentText } from '../../../time/zoned-time.ts'

const columnsOf = (unlink: (link: IdentityLink) => void): readonly ListColumn<IdentityLink>[] => [
  {
    key: 'userName',
    name: t`User`,
    value: ({ userName }) => userName,
    render: ({ userName, userId }) => (
      <AnchorLink to="/admin/users/$userId" params={{ userId }} inherit>
        {userName}
      </AnchorLink>
    ),
  },
  {
    key: 'lastSignInAt',
    name: t`Last sign-in`,
    value: ({ lastSignInAt }) => lastSignInAt,
    show: ({ lastSignInAt }) => momentText(lastSignInAt),
  },
  {
    key: 'change',
    name: t`Unlink`,
    value: () => null,
    isAction: true,
    render: (link) => {
      const { userName } = link
      return (
        <Button size="compact-xs" variant="default" aria-label={t`Unlink ${userName}`} onClick={() => unlink(link)}>
          <Trans>Unlink</Trans>
        </Button>
      )
    },
  },
]

/** The people who are linked with a provider. */
export const LinksModal = ({ provider: { providerId, label }, onClose }: { provider: IdentityProvider; onClose: () => void }) => {
  const links = useQuery(allPages('listIdentityLinks', { params: { providerId } }, 10))
  const unlink = useAction({
    mutationFn: ({ userId }: IdentityLink) => call('removeIdentityLink', { params: { providerId, personId: userId } }),
    lockOf: ({ userId }) => userId,
    onSuccess: () => invalidate('listIdentityLinks', 'listIdentityProviders'),
  })
  return (
    <Modal opened onClose={onClose} title={t`People of ${label}`} size="lg" closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack>
        <Text size="sm" c="dimmed">
          <Trans>
            Unlink a person who got another identity at the provider. It signs them out, and their next sign-in links them again.
          </Trans>
        </Text>
        {unlink.error ? <ErrorState error={unlink.error} /> : null}
        <QueryState query={links} height={200}>
          {({ items, isCut }) =>
            items.length === 0 ? (
              <EmptyState title={t`No one has signed in with it yet`} height={120} />
            ) : (
              <FactTable
                id="links"
                label={t`People of ${label}`}
                columns={columnsOf((link) => unlink.mutate(link))}
                rows={items}
                isPart={isCut}
                rowKey={({ userId }) => userId}
                minWidth={520}
              />
            )
          }
        </QueryState>
      </Stack>
    </Modal>
  )
}
