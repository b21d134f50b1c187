import { Button, Stack, Text } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, type IdentityProvider } from '@rollcall/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { allPages, invalidate } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { Facts } from '../../../components/facts.tsx'
import { TextLink } from '../../../components/links.tsx'
import { notifyDone } from '../../../components/notices.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, ErrorState, QueryState } from '../../../components/states.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { ConfirmModal } from '../shared/modals.tsx'
import { Panel } from '../shared/panel.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { LinksModal } from './links-modal.tsx'
import { ProviderModal } from './provider-modal.tsx'
import { TestSteps } from './test-steps.tsx'

/** The identity providers with which people of the organization sign in. */
export const SingleSignOnPage = () => {
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title="Single sign-on"
        description="People sign in with the identity provider of your company (OpenID Connect), and need no password here."
        actions={
          isOwner ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
              Add a provider
            </Button>
          ) : null
        }
      />
      {isOwner ? (
        <Providers />
      ) : (
        <EmptyState picture="lock" title="Only global administrators manage identity providers">
          Ask one of them to look at it.
        </EmptyState>
      )}
      {isAdding ? <ProviderModal onClose={() => setAdding(false)} /> : null}
    </>
  )
}

const Providers = () => {
  const providers = useQuery(allPages('listIdentityProviders', {}))
  return (
    <QueryState query={providers} height={320}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="There is no identity provider">
            Add one, enter its addresses at the provider, and test it. Until then people sign in with passwords, which they get
            under{' '}
            <TextLink underline="always" to="/admin/users">
              Users
            </TextLink>
            .
          </EmptyState>
        ) : (
          <Stack>
            {items.map((provider) => (
              <OneProvider key={provider.providerId} provider={provider} />
            ))}
          </Stack>
        )
      }
    </QueryState>
  )
}

type Open = 'edit' | 'people' | 'remove'

const rolesOf = ({ roleMappings }: IdentityProvider): string =>
  roleMappings.length === 0
    ? 'Given here'
    : `By ${roleMappings.length === 1 ? 'a rule' : `${roleMappings.length} rules`}, at each sign-in`

const OneProvider = ({ provider }: { provider: IdentityProvider }) => {
  const { providerId, label, issuer, status, domains, people, isRequired, lastSignInAt, lastFailureAt, lastFailure } = provider
  const [open, setOpen] = useState<Open>()
  const test = useAction({
    mutationFn: () => call('testIdentityProvider', { params: { providerId }, query: {} }),
    isRepeatable: true,
  })
  const trial = useAction({
    mutationFn: () => call('tryIdentityProvider', { params: { providerId } }),
    onSuccess: ({ address }) => window.location.assign(address),
  })
  const close = () => setOpen(undefined)
  const error = test.error ?? trial.error
  return (
    <Panel
      title={label}
      actions={
        <>
          <StatusBadge status={status} />
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
          <Button size="xs" variant="default" loading={trial.isPending} onClick={() => trial.mutate()}>
            Try to sign in
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('people')}>
            People
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('remove')}>
            Remove
          </Button>
        </>
      }
    >
      <Facts
        label={label}
        nameWidth="30%"
        facts={[
          ['Issuer', issuer],
          ['Domains', domains.join(', ') || 'All'],
          ['Passwords', isRequired && status === 'active' ? 'Off, except for break-glass accounts' : 'On'],
          ['Roles', rolesOf(provider)],
          ['People', people],
          ['Last sign-in', lastSignInAt === null ? 'Never' : momentText(lastSignInAt)],
          ...(lastFailureAt === null ? [] : [['Last failure', `${momentText(lastFailureAt)}: ${lastFailure}`] as const]),
        ]}
      />
      {error ? <ErrorState error={error} /> : null}
      {test.data ? <TestSteps test={test.data} /> : null}
      {open === 'edit' ? <ProviderModal provider={provider} onClose={close} /> : null}
      {open === 'people' ? <LinksModal provider={provider} onClose={close} /> : null}
      {open === 'remove' ? <RemoveModal provider={provider} onClose={close} /> : null}
    </Panel>
  )
}

const RemoveModal = ({
  provider: { providerId, label, people },
  onClose,
}: {
  provider: IdentityProvider
  onClose: () => void
}) => {
  const confirm = async () => {
    await call('removeIdentityProvider', { params: { providerId } })
    await invalidate('listIdentityProviders')
    notifyDone(`${label} is removed.`)
  }
  return (
    <ConfirmModal title={`Remove ${label}?`} confirmLabel="Remove the provider" isDangerous confirm={confirm} onClose={onClose}>
      <Text size="sm">
        {people === 1 ? 'One person is' : `${people} people are`} linked with it. They are signed out at once and need a password,
        or another provider, to sign in again. They stay users, with their plans and bookings.
      </Text>
    </ConfirmModal>
  )
}
