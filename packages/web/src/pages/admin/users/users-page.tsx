import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type User, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import type { Column } from '../../../components/chart/columns.ts'
import { DataTable } from '../../../components/chart/data-table.tsx'
import { clearButton } from '../../../components/clear-button.ts'
import { personName } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { useBuildingChoices } from './directory-choices.ts'
import { UserModal } from './user-modal.tsx'
import { readUsersView, type UsersView } from './users-view.ts'

const LIMIT = 50

const COLUMNS: readonly Column<User>[] = [
  {
    name: 'Name',
    value: personName,
    render: (user) => (
      <AnchorLink to="/admin/users/$userId" params={{ userId: user.userId }} inherit>
        {personName(user)}
      </AnchorLink>
    ),
  },
  { name: 'User name', value: ({ userName }) => userName },
  { name: 'Primary location', value: ({ primaryLocationName }) => primaryLocationName },
  { name: 'Primary group', value: ({ primaryGroupName }) => primaryGroupName },
  { name: 'Status', value: ({ status }) => status, render: ({ status }) => <StatusBadge status={status} /> },
]

/** All users of the organization. */
export const UsersPage = () => {
  const session = useSession()
  const view = useSearch({ from: '/shell/admin/users' })
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title="Users"
        description="All users of the organization. Users are never deleted: a user who leaves becomes inactive, and past data stays."
        actions={
          hasRole(session, WORKPLACE_ADMINISTRATORS) ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
              Add a user
            </Button>
          ) : null
        }
      />
      <Filters view={view} onView={(search) => void navigate({ to: '/admin/users', search, replace: true })} />
      <UserList
        view={view}
        onCursor={(cursor) => void navigate({ to: '/admin/users', search: readUsersView({ ...view, cursor }) })}
      />
      {isAdding ? (
        <UserModal
          onClose={() => setAdding(false)}
          onMade={({ userId }) => void navigate({ to: '/admin/users/$userId', params: { userId } })}
        />
      ) : null}
    </>
  )
}

const Filters = ({ view, onView }: { view: UsersView; onView: (view: UsersView) => void }) => {
  const buildings = useBuildingChoices()
  // Changed filters start on the first page.
  const ask = (next: Readonly<Record<string, unknown>>) => onView(readUsersView({ ...view, cursor: undefined, ...next }))
  return (
    <Group gap="sm" mb="sm" align="flex-end">
      <TextInput
        label="Find users"
        placeholder="Beginning of a name"
        value={view.find ?? ''}
        onChange={(event) => ask({ find: event.currentTarget.value })}
        maw={260}
      />
      <Select
        label="Primary location"
        placeholder="All"
        data={buildings}
        searchable
        clearable
        clearButtonProps={clearButton('All primary locations')}
        value={view.building ?? null}
        onChange={(building) => ask({ building })}
        maw={220}
      />
      <SegmentedControl
        aria-label="Which users"
        value={view.status ?? 'active'}
        onChange={(status) => ask({ status })}
        data={[
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
          { value: 'all', label: 'All' },
        ]}
      />
    </Group>
  )
}

const UserList = ({ view, onCursor }: { view: UsersView; onCursor: (cursor: string | undefined) => void }) => {
  const { status = 'active', building, cursor } = view
  const [find] = useDebouncedValue((view.find ?? '').trim(), 200)
  const query = {
    limit: LIMIT,
    ...(status === 'all' ? {} : { status: status as User['status'] }),
    ...(find ? { search: find } : {}),
    ...(building ? { primaryLocationId: building } : {}),
    ...(cursor ? { cursor } : {}),
  }
  const users = useQuery({ ...apiQuery('listUsers', { query }), placeholderData: keepPreviousData })
  return (
    <QueryState query={users} height={480}>
      {({ items, nextCursor }) => (
        <>
          {items.length === 0 ? (
            <EmptyState picture="search" title="No users match">
              Search by the beginning of a first name, last name or user name.
            </EmptyState>
          ) : (
            <DataTable label="Users" columns={COLUMNS} rows={items} rowKey={({ userId }) => userId} minWidth={760} />
          )}
          <Group mt="sm" gap="xs">
            <Button size="xs" variant="default" disabled={!cursor} onClick={() => onCursor(undefined)}>
              First page
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={!nextCursor || users.isPlaceholderData}
              onClick={() => nextCursor && onCursor(nextCursor)}
            >
              Next page
            </Button>
          </Group>
        </>
      )}
    </QueryState>
  )
}
