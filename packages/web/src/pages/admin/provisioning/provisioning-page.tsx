import { Button, Stack } from '@mantine/core'
import {
  GLOBAL_ADMINISTRATORS,
  type ProvisioningConflict,
  type ProvisioningProvider,
  type ProvisioningSync,
} from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import type { Column } from '../../../components/table/columns.ts'
import { DataTable } from '../../../components/table/data-table.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { Panel } from '../shared/panel.tsx'
import { ProviderModal } from './provider-modal.tsx'

const SYNCS = 20

const SOURCE_WORDS: Readonly<Record<ProvisioningConflict['source'], string>> = {
  provider: 'The provider',
  import: 'An import',
  attributes: 'User attributes',
}

/** The directories that provision people and groups, what they did last, and what others want to be different. */
export const ProvisioningPage = () => {
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  return (
    <>
      <PageHeader
        title="Provisioning"
        description="Directories such as Entra ID or Okta keep people and groups current by SCIM. Each of them is a key with the role Provisioning."
      />
      {isOwner ? (
        <Providers />
      ) : (
        <EmptyState picture="lock" title="Only global administrators see providers">
          Ask one of them to look at it.
        </EmptyState>
      )}
    </>
  )
}

const columnsOf = (onEdit: (provider: ProvisioningProvider) => void): readonly Column<ProvisioningProvider>[] => [
  { name: 'Provider', value: ({ name }) => name },
  { name: 'Group type', value: ({ groupType }) => groupType },
  { name: 'Users', value: ({ users }) => users },
  { name: 'Groups', value: ({ groups }) => groups },
  { name: 'Conflicts', value: ({ conflicts }) => conflicts },
  {
    name: 'Last call',
    value: ({ lastSync }) => lastSync?.lastCallAt ?? null,
    show: ({ lastSync }) => (lastSync ? momentText(lastSync.lastCallAt) : 'Never'),
  },
  {
    name: 'Change',
    isSortable: false,
    value: () => null,
    render: (provider) => (
      <Button size="compact-xs" variant="default" aria-label={`Edit ${provider.name}`} onClick={() => onEdit(provider)}>
        Edit
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
          <EmptyState title="There is no provider">
            <AnchorLink to="/admin/keys">Create a key</AnchorLink> with the role Provisioning, and enter its bearer secret in your
            directory.
          </EmptyState>
        ) : (
          <Stack>
            <DataTable
              label="Providers"
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

const SYNC_COLUMNS: readonly Column<ProvisioningSync>[] = [
  { name: 'Started', value: ({ startedAt }) => startedAt, show: ({ startedAt }) => momentText(startedAt) },
  { name: 'Last call', value: ({ lastCallAt }) => lastCallAt, show: ({ lastCallAt }) => momentText(lastCallAt) },
  { name: 'Calls', value: ({ calls }) => calls },
  { name: 'Created', value: ({ created }) => created },
  { name: 'Changed', value: ({ changed }) => changed },
  { name: 'Unchanged', value: ({ unchanged }) => unchanged },
  { name: 'Refused', value: ({ refused }) => refused },
]

const Syncs = ({ provider: { providerId, name } }: { provider: ProvisioningProvider }) => {
  const syncs = useQuery(allPages('listProvisioningSyncs', { params: { providerId } }, 1))
  const title = `Last syncs of ${name}`
  return (
    <Panel title={title}>
      <QueryState query={syncs} height={120}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="It has not called yet">Let the provider test its connection.</EmptyState>
          ) : (
            <DataTable
              label={title}
              columns={SYNC_COLUMNS}
              rows={items.slice(0, SYNCS)}
              rowKey={({ startedAt }) => startedAt}
              minWidth={760}
            />
          )
        }
      </QueryState>
    </Panel>
  )
}

const CONFLICT_COLUMNS: readonly Column<ProvisioningConflict>[] = [
  {
    name: 'User or group',
    value: ({ subjectName, subjectId }) => subjectName ?? subjectId,
    render: ({ subjectName, subjectId, subjectType }) =>
      subjectType === 'user' ? (
        <AnchorLink to="/admin/users/$userId" params={{ userId: subjectId }} inherit>
          {subjectName ?? subjectId}
        </AnchorLink>
      ) : (
        <AnchorLink to="/admin/groups/$groupId" params={{ groupId: subjectId }} inherit>
          {subjectName ?? subjectId}
        </AnchorLink>
      ),
  },
  { name: 'Provider', value: ({ providerName }) => providerName },
  { name: 'Refused', value: ({ source }) => SOURCE_WORDS[source] },
  { name: 'What', value: ({ detail }) => detail },
  { name: 'Last time', value: ({ lastAt }) => lastAt, show: ({ lastAt }) => momentText(lastAt) },
  { name: 'Times', value: ({ occurrences }) => occurrences },
]

const Conflicts = () => {
  const conflicts = useQuery(allPages('listProvisioningConflicts', {}, 2))
  return (
    <Panel title="Conflicts">
      <QueryState query={conflicts} height={120}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="There are no conflicts">Nothing else wants what the providers send to be different.</EmptyState>
          ) : (
            <DataTable
              label="Conflicts"
              columns={CONFLICT_COLUMNS}
              rows={items}
              rowKey={({ providerId, source, subjectId }) => `${providerId} ${source} ${subjectId}`}
              minWidth={860}
            />
          )
        }
      </QueryState>
    </Panel>
  )
}
