import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import { type Group, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { hasRole, useSession } from '../../../api/session.ts'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { useCreating } from '../../../components/table/creating.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { compare } from '../../../components/table/sort.ts'
import { TABLES } from '../../../components/table/table-search.ts'
import { useKeptSearch } from '../../../components/table/table-view.ts'
import { allGroupsQuery } from '../../../workplace/directory.ts'
import { StatusBadge } from '../shared/status-badge.tsx'
import { GroupModal } from './group-modal.tsx'
import { ORIGIN_WORDS } from './group-tree.ts'
import { readGroupsView } from './groups-view.ts'

/** The groups of the organization as a tree. */
export const GroupsPage = () => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [isAdding, setAdding] = useCreating()
  const groups = useQuery(allGroupsQuery)
  return (
    <>
      <PageHeader
        title={t`Groups`}
        description={t`Departments, teams and the like. Members are booked in the zones of their primary group or, if it has none, of the nearest group above that has some.`}
        actions={
          canChange ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)} disabled={!groups.data}>
              <Trans>Add a group</Trans>
            </Button>
          ) : null
        }
      />
      <QueryState query={groups} height={480}>
        {({ items }) => (
          <>
            <Tree groups={items} />
            {isAdding && canChange ? <GroupModal groups={items} onClose={() => setAdding(false)} /> : null}
          </>
        )}
      </QueryState>
    </>
  )
}

const COLUMNS: readonly ListColumn<Group>[] = [
  {
    key: 'name',
    name: t`Name`,
    value: ({ groupName }) => groupName,
    render: ({ groupId, groupName }) => (
      <AnchorLink to="/admin/groups/$groupId" params={{ groupId }} inherit>
        {groupName}
      </AnchorLink>
    ),
  },
  { key: 'kind', name: t`Kind`, value: ({ groupType }) => groupType, isChoice: true },
  { key: 'parent', name: t`Parent group`, value: ({ parentGroupName }) => parentGroupName },
  {
    key: 'origin',
    name: t`Comes from`,
    code: ({ origin }) => origin,
    value: ({ origin }) => ORIGIN_WORDS[origin],
    isChoice: true,
  },
  { key: 'status', name: t`Status`, value: ({ status }) => status, render: ({ status }) => <StatusBadge status={status} /> },
]

const Tree = ({ groups }: { groups: readonly Group[] }) => {
  const { status = 'active' } = useSearch({ from: '/shell/admin/groups' })
  const navigate = useNavigate()
  const kept = useKeptSearch([TABLES])
  const rows = groups
    .filter((group) => status === 'all' || group.status === status)
    .toSorted((a, b) => compare(a.groupName, b.groupName))
  return (
    <>
      <SegmentedControl
        mb="sm"
        aria-label={t`Which groups`}
        value={status}
        onChange={(next) =>
          void navigate({ to: '/admin/groups', search: { ...kept, ...readGroupsView({ status: next }) }, replace: true })
        }
        data={[
          { value: 'active', label: t`Active` },
          { value: 'inactive', label: t`Inactive` },
          { value: 'all', label: t`All` },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState picture="people" title={groups.length === 0 ? t`There are no groups yet` : t`No groups match`}>
          {groups.length === 0 ? (
            <Trans>
              Add one,{' '}
              <TextLink underline="always" to="/admin/import">
                import a file
              </TextLink>
              , or give a user attribute a meaning in the{' '}
              <TextLink underline="always" to="/admin/settings">
                settings
              </TextLink>
              .
            </Trans>
          ) : (
            t`Take a filter away to see others.`
          )}
        </EmptyState>
      ) : (
        <FactTable
          id="groups"
          label={t`Groups`}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ groupId }) => groupId}
          tree={{ parentOf: ({ parentGroupId }) => parentGroupId, foldLabel: ({ groupName }) => t`Groups below ${groupName}` }}
          minWidth={760}
        />
      )}
    </>
  )
}
