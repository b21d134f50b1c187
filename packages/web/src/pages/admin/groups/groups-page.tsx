import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group as Row, SegmentedControl, Select } from '@mantine/core'
import { type Group, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { hasRole, useSession } from '../../../api/session.ts'
import { clearButton } from '../../../components/clear-button.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { FindField } from '../../../components/table/find-field.tsx'
import { allGroupsQuery } from '../../../workplace/directory.ts'
import { GroupModal } from './group-modal.tsx'
import { childrenOf, treeRows } from './group-tree.ts'
import { type GroupsView, readGroupsView } from './groups-view.ts'
import { TreeTable } from './tree-table.tsx'

/** A tree with up to this many groups is open at first. */
const OPEN_AT_FIRST = 100

/** The groups of the organization as a tree. */
export const GroupsPage = () => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [isAdding, setAdding] = useState(false)
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
            {isAdding ? <GroupModal groups={items} onClose={() => setAdding(false)} /> : null}
          </>
        )}
      </QueryState>
    </>
  )
}

const Tree = ({ groups }: { groups: readonly Group[] }) => {
  const view = useSearch({ from: '/shell/admin/groups' })
  const navigate = useNavigate()
  const parents = () => new Set([...childrenOf(groups).keys()])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => (groups.length <= OPEN_AT_FIRST ? parents() : new Set()))
  const onView = (search: GroupsView) => void navigate({ to: '/admin/groups', search, replace: true })
  const rows = treeRows(groups, open, { find: view.find, type: view.type, status: view.status ?? 'active' })
  const toggle = (groupId: string) => {
    const next = new Set(open)
    if (!next.delete(groupId)) next.add(groupId)
    setOpen(next)
  }
  return (
    <>
      <Filters groups={groups} view={view} onView={onView}>
        <Row gap={6}>
          <Button size="xs" variant="default" onClick={() => setOpen(parents())}>
            <Trans>Open all</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen(new Set())}>
            <Trans>Close all</Trans>
          </Button>
        </Row>
      </Filters>
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
            t`Search for something else.`
          )}
        </EmptyState>
      ) : (
        <TreeTable rows={rows} onToggle={toggle} />
      )}
    </>
  )
}

interface FilterProps {
  readonly groups: readonly Group[]
  readonly view: GroupsView
  readonly onView: (view: GroupsView) => void
  readonly children: ReactNode
}

const Filters = ({ groups, view, onView, children }: FilterProps) => (
  <Row gap="sm" mb="sm" align="flex-end">
    <FindField label={t`Find groups`} find={view.find ?? ''} onFind={(find) => onView(readGroupsView({ ...view, find }))} />
    <Select
      label={t`Kind`}
      placeholder={t`All`}
      data={[...new Set(groups.map(({ groupType }) => groupType))].sort()}
      clearable
      clearButtonProps={clearButton(t`All kinds`)}
      value={view.type ?? null}
      onChange={(type) => onView(readGroupsView({ ...view, type }))}
      maw={200}
    />
    <SegmentedControl
      aria-label={t`Which groups`}
      value={view.status ?? 'active'}
      onChange={(status) => onView(readGroupsView({ ...view, status }))}
      data={[
        { value: 'active', label: t`Active` },
        { value: 'inactive', label: t`Inactive` },
        { value: 'all', label: t`All` },
      ]}
    />
    {children}
  </Row>
)
