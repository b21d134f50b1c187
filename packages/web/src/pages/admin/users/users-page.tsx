import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type User, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allPages, apiQuery, queryClient } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { clearButton } from '../../../components/clear-button.ts'
import { personName, showNumber } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { FilteredState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { useCreating } from '../../../components/table/creating.ts'
import { FindField } from '../../../components/table/find-field.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { TABLE_SEARCH } from '../../../components/table/table-search.ts'
import { useKeptSearch } from '../../../components/table/table-view.ts'
import { StatusBadge } from '../shared/status-badge.tsx'
import { useBuildingChoices } from './directory-choices.ts'
import { UserActions } from './user-actions.tsx'
import { UserModal } from './user-modal.tsx'
import { readUsersView, type UsersView } from './users-view.ts'

const COLUMNS: readonly ListColumn<User>[] = [
  {
    key: 'name',
    name: t`Name`,
    value: personName,
    render: (user) => (
      <AnchorLink to="/admin/users/$userId" params={{ userId: user.userId }} inherit>
        {personName(user)}
      </AnchorLink>
    ),
  },
  { key: 'user-name', name: t`User name`, value: ({ userName }) => userName },
  { key: 'primary-location', name: t`Primary building`, value: ({ primaryLocationName }) => primaryLocationName, isChoice: true },
  { key: 'primary-group', name: t`Primary group`, value: ({ primaryGroupName }) => primaryGroupName, isChoice: true },
  { key: 'status', name: t`Status`, value: ({ status }) => status, render: ({ status }) => <StatusBadge status={status} /> },
]

/** All users of the organization. */
export const UsersPage = () => {
  const view = useSearch({ from: '/shell/admin/users' })
  const navigate = useNavigate()
  const kept = useKeptSearch(TABLE_SEARCH)
  const canAdd = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [isAdding, setAdding] = useCreating()
  const onView = (next: Given) =>
    void navigate({ to: '/admin/users', search: { ...kept, ...readUsersView(next) }, replace: true })
  return (
    <>
      <PageHeader
        title={t`Users`}
        description={t`All users of the organization. Users are never deleted: a user who leaves becomes inactive, and past data stays.`}
        actions={
          canAdd ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
              <Trans>Add a user</Trans>
            </Button>
          ) : null
        }
      />
      <UserList view={view} filters={<Filters view={view} onView={onView} />} onView={onView} />
      {isAdding && canAdd ? (
        <UserModal
          onClose={() => setAdding(false)}
          onMade={({ userId }) => void navigate({ to: '/admin/users/$userId', params: { userId } })}
        />
      ) : null}
    </>
  )
}

type Given = Readonly<Record<string, unknown>>

interface ListProps {
  readonly view: UsersView
  readonly filters: ReactNode
  readonly onView: (view: Given) => void
}

const Filters = ({ view, onView }: Omit<ListProps, 'filters'>) => {
  const buildings = useBuildingChoices()
  // Changed filters start on the first page.
  const ask = (next: Given) => onView({ ...view, cursor: undefined, ...next })
  return (
    <>
      <FindField
        label={t`Find users`}
        placeholder={t`Beginning of a name`}
        find={view.find ?? ''}
        onFind={(find) => ask({ find })}
      />
      <SearchSelect
        label={t`Primary building`}
        placeholder={t`All`}
        data={buildings}
        clearable
        clearButtonProps={clearButton(t`All primary buildings`)}
        value={view.building ?? null}
        onChange={(building) => ask({ building })}
        maw={220}
      />
      <SegmentedControl
        aria-label={t`Which users`}
        value={view.status ?? 'active'}
        onChange={(status) => ask({ status })}
        data={[
          { value: 'active', label: t`Active` },
          { value: 'inactive', label: t`Inactive` },
          { value: 'all', label: t`All` },
        ]}
      />
    </>
  )
}

/** The largest page of the service. A longer list is shown page by page, in the order of the service. */
const LIMIT = 1000

const CHOOSING = {
  nameOf: personName,
  onChosen: (chosen: readonly User[], clear: () => void) => <UserActions chosen={chosen} onClear={clear} />,
}

const UserList = ({ view, filters, onView }: ListProps) => {
  const { status = 'active', building, cursor, before = 0 } = view
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [find] = useDebouncedValue((view.find ?? '').trim(), 200)
  const query = {
    ...(status === 'all' ? {} : { status: status as User['status'] }),
    ...(find ? { search: find } : {}),
    ...(building ? { primaryLocationId: building } : {}),
  }
  const part = { ...query, limit: LIMIT, ...(cursor ? { cursor } : {}) }
  const users = useQuery({ ...apiQuery('listUsers', { query: part }), placeholderData: keepPreviousData })
  const readAll = async () => (await queryClient.fetchQuery({ ...allPages('listUsers', { query }), staleTime: 0 })).items
  return (
    <FilteredState query={users} height={480}>
      {({ items, nextCursor }) => {
        const isPart = nextCursor !== null || cursor !== undefined
        return (
          <>
            <ListTable
              id="users"
              label={t`Users`}
              many={t`users`}
              columns={COLUMNS}
              rows={items}
              rowKey={({ userId }) => userId}
              minWidth={760}
              hasFind={false}
              filters={filters}
              isFiltered={view.find !== undefined || building !== undefined || status !== 'all'}
              onClear={() => onView({ status: 'all' })}
              isPart={isPart}
              before={before}
              readAll={readAll}
              {...(canChange ? CHOOSING : {})}
            />
            {isPart ? (
              <Group mt="sm" gap="xs">
                <Button size="xs" variant="default" disabled={!cursor} onClick={() => onView({ ...view, cursor: undefined })}>
                  <Trans>First {showNumber(LIMIT)}</Trans>
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={!nextCursor || users.isPlaceholderData}
                  onClick={() => onView({ ...view, cursor: nextCursor, before: before + items.length })}
                >
                  <Trans>Next {showNumber(LIMIT)}</Trans>
                </Button>
              </Group>
            ) : null}
          </>
        )
      }}
    </FilteredState>
  )
}
