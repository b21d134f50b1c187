import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
        title={t`Single sign-on`}
        description={t`People sign in with the identity provider of your company (OpenID Connect), and need no password here.`}
        actions={
          isOwner ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
              <Trans>Add a provider</Trans>
            </Button>
          ) : null
        }
      />
      {isOwner ? (
        <Providers />
      ) : (
        <EmptyState picture="lock" title={t`Only global administrators manage identity providers`}>
          <Trans>Ask one of them to look at it.</Trans>
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
          <EmptyState title={t`There is no identity provider`}>
            <Trans>
              Add one, enter its addresses at the provider, and test it. Until then people sign in with passwords, which they get
              under{' '}
              <TextLink underline="always" to="/admin/users">
                Users
              </TextLink>
              .
            </Trans>
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
    ? t`Given here`
    : plural(roleMappings.length, { one: 'By a rule, at each sign-in', other: 'By # rules, at each sign-in' })

/** When a sign-in failed, and why; the service says it in English. */
const Failure = ({ at, what }: { at: string; what: string | null }) => (
  <>
    {momentText(at)}: <span lang="en">{what}</span>
  </>
)

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
            <Trans context="button">Test</Trans>
          </Button>
          <Button size="xs" variant="default" loading={trial.isPending} onClick={() => trial.mutate()}>
            <Trans>Try to sign in</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('people')}>
            <Trans>People</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
            <Trans>Edit</Trans>
          </Button>
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('remove')}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      <Facts
        label={label}
        nameWidth="30%"
        facts={[
          [t`Issuer`, issuer],
          [t`Domains`, domains.join(', ') || t`All`],
          [
            t`Passwords`,
            isRequired && status === 'active'
              ? t`Off, except for break-glass accounts`
              : t({ message: 'On', context: 'switched on' }),
          ],
          [t`Roles`, rolesOf(provider)],
          [t`People`, people],
          [t`Last sign-in`, lastSignInAt === null ? t`Never` : momentText(lastSignInAt)],
          ...(lastFailureAt === null
            ? []
            : [[t`Last failure`, <Failure key="failure" at={lastFailureAt} what={lastFailure} />] as const]),
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
    notifyDone(t`${label} is removed.`)
  }
  return (
    <ConfirmModal
      title={t`Remove ${label}?`}
      confirmLabel={t`Remove the provider`}
      isDangerous
      confirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">
        {plural(people, { one: 'One person is linked with it.', other: '# people are linked with it.' })}{' '}
        <Trans>
          They are signed out at once and need a password, or another provider, to sign in again. They stay users, with their
          plans and bookings.
        </Trans>
      </Text>
    </ConfirmModal>
  )
}
