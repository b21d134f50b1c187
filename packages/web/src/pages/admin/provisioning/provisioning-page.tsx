import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, type ProvisioningProvider, type ProvisioningSync } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages, apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { Panel } from '../shared/panel.tsx'
import { Conflicts } from './conflicts.tsx'
import { ProviderModal } from './provider-modal.tsx'

const SYNCS = 20

/** The directories that provision people and groups, what they did last, and what others want to be different. */
export const ProvisioningPage = () => {
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  return (
    <>
      <PageHeader
        title={t`Provisioning`}
        description={t`Directories such as Entra ID or Okta keep people and groups current by SCIM. Each of them is a key with the role Provisioning.`}
      />
      {isOwner ? (
        <Providers />
      ) : (
        <EmptyState picture="lock" title={t`Only global administrators see providers`}>
          <Trans>Ask one of them to look at it.</Trans>
        </EmptyState>
      )}
    </>
  )
}

const columnsOf = (onEdit: (provider: ProvisioningProvider) => void): readonly ListColumn<ProvisioningProvider>[] => [
  { key: 'name', name: t`Provider`, value: ({ name }) => name },
  { key: 'groupType', name: t`Kind of group`, value: ({ groupType }) => groupType },
  { key: 'users', name: t`Users`, value: ({ users }) => users },
  { key: 'groups', name: t`Groups`, value: ({ groups }) => groups },
  { key: 'conflicts', name: t`Conflicts`, value: ({ conflicts }) => conflicts },
  {
    key: 'lastSync',
    name: t`Last call`,
    value: ({ lastSync }) => lastSync?.lastCallAt ?? null,
    show: ({ lastSync }) => (lastSync ? momentText(lastSync.lastCallAt) : t`Never`),
  },
  {
    key: 'change',
    name: t`Change`,
    value: () => null,
    isAction: true,
    render: (provider) => (
      <Button size="compact-xs" variant="default" aria-label={t`Edit ${provider.name}`} onClick={() => onEdit(provider)}>
        <Trans>Edit</Trans>
      </Button>
    ),
  },
]

const Providers = () => {
  const providers = useQuery(allPages('listProvisioningProviders', {}))
  const [editing, setEditing] = useState<ProvisioningProvider>()
  return (
    <QueryState query={providers} height={320}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t`There is no provider`}>
            <Trans>
              <AnchorLink to="/admin/keys" search={{ create: 'provisioning' }}>
                Create a key
              </AnchorLink>{' '}
              with the role Provisioning, and enter its bearer secret in your directory.
            </Trans>
          </EmptyState>
        ) : (
          <Stack>
            <FactTable
              id="providers"
              label={t`Providers`}
              columns={columnsOf(setEditing)}
              rows={items}
              rowKey={({ providerId }) => providerId}
              minWidth={760}
            />
            {items.map((provider) => (
              <Syncs key={provider.providerId} provider={provider} />
            ))}
            <Conflicts />
            {editing ? <ProviderModal provider={editing} onClose={() => setEditing(undefined)} /> : null}
          </Stack>
        )
      }
    </QueryState>
  )
}

const SYNC_COLUMNS: readonly ListColumn<ProvisioningSync>[] = [
  { key: 'startedAt', name: t`Started`, value: ({ startedAt }) => startedAt, show: ({ startedAt }) => momentText(startedAt) },
  {
    key: 'lastCallAt',
    name: t`Last call`,
    value: ({ lastCallAt }) => lastCallAt,
    show: ({ lastCallAt }) => momentText(lastCallAt),
  },
  { key: 'calls', name: t`Calls`, value: ({ calls }) => calls },
  { key: 'created', name: t`Created`, value: ({ created }) => created },
  { key: 'changed', name: t`Changed`, value: ({ changed }) => changed },
  { key: 'unchanged', name: t`Unchanged`, value: ({ unchanged }) => unchanged },
  { key: 'refused', name: t`Refused`, value: ({ refused }) => refused },
]

const Syncs = ({ provider: { providerId, name } }: { provider: ProvisioningProvider }) => {
  const syncs = useQuery(apiQuery('listProvisioningSyncs', { params: { providerId }, query: { limit: SYNCS } }))
  const title = t`Last syncs of ${name}`
  return (
    <Panel title={title}>
      <QueryState query={syncs} height={120}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t`It has not called yet`}>
              <Trans>Let the provider test its connection.</Trans>
            </EmptyState>
          ) : (
            <FactTable
              id={`syncs-${providerId}`}
              label={title}
              columns={SYNC_COLUMNS}
              rows={items}
              rowKey={({ startedAt }) => startedAt}
              minWidth={760}
            />
          )
        }
      </QueryState>
    </Panel>
  )
}
