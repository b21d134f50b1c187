import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { GLOBAL_ADMINISTRATORS } from '@rollcall/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { allPages, queryClient } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { showNumber } from '../../../components/format.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, FilteredState, NotForYou } from '../../../components/states.tsx'
import { downloadLines } from '../../../components/table/download.ts'
import { DownloadButton } from '../../../components/table/download-button.tsx'
import { ListEnd } from '../../../components/table/list-end.tsx'
import { AuditDetails } from './audit-details.tsx'
import { type Entry, filtersOf, namesIn } from './audit-entries.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

const route = getRouteApi('/shell/admin/audit')
const PAGE = 100
/** Pages of 1,000 entries that a file has at most. */
const FILE_PAGES = 100

/** Who did what, as an administrator or operator. */
export const AuditPage = () => (
  <>
    <PageHeader
      title={t`Audit log`}
      description={t`Who did what, when and from where: sign-ins, keys, accounts, settings, the directory, imports, exports, and data about people that others looked at. Entries are stored with their change, and no one can change them.`}
    />
    {hasRole(useSession(), GLOBAL_ADMINISTRATORS) ? <Log /> : <NotForYou what={t`The audit log`} roles={GLOBAL_ADMINISTRATORS} />}
  </>
)

/** Stays until it is closed, because a file does not show that it is only a part. */
const tellCut = (length: number): void => {
  const count = showNumber(length)
  const message = t`The file has only the newest ${count} entries. Choose fewer days above to get the others.`
  notifications.show({ message, color: 'yellow', autoClose: false })
}

const Log = () => {
  const view = route.useSearch()
  const navigate = route.useNavigate()
  const [shown, setShown] = useState<Entry>()
  const filters = filtersOf(view)
  const entries = useInfiniteQuery({
    queryKey: ['listAuditLog', filters],
    queryFn: ({ pageParam, signal }) =>
      call('listAuditLog', { query: { ...filters, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const readAll = async () => {
    const asked = allPages('listAuditLog', { query: filters }, FILE_PAGES)
    const { items, isCut } = await queryClient.fetchQuery({ ...asked, staleTime: 0 })
    if (isCut) tellCut(items.length)
    return items
  }
  return (
    <Stack gap="md">
      <AuditFilters view={view} names={namesIn(entries.data?.pages[0]?.items ?? [], view)} />
      <FilteredState query={entries} height={500}>
        {({ pages }) => {
          const listed = pages.flatMap(({ items }) => items)
          const count = listed.length
          if (count === 0) {
            return (
              <EmptyState picture="search" title={t`No entry matches`}>
                <Trans>Take a filter away to see others.</Trans>
              </EmptyState>
            )
          }
          return (
            <Stack gap="md">
              <AuditTable
                entries={listed}
                isPart={entries.hasNextPage}
                readAll={readAll}
                onShow={setShown}
                actions={
                  <DownloadButton
                    kind="NDJSON"
                    title={t`Audit log`}
                    download={async () => downloadLines(t`Audit log`, await readAll())}
                  />
                }
              />
              <ListEnd query={entries} size={PAGE}>
                {t`That is all: ${plural(count, { one: '# act', other: '# acts' })}.`}
              </ListEnd>
            </Stack>
          )
        }}
      </FilteredState>
      <AuditDetails
        entry={shown}
        onClose={() => setShown(undefined)}
        onFilter={(search) => {
          setShown(undefined)
          void navigate({ search })
        }}
      />
    </Stack>
  )
}
