import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ProvisioningConflict } from '@rollcall/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { LARGEST_PAGE, readPages } from '../../../api/query.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { LoadMore } from '../../../components/table/load-more.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { Panel } from '../shared/panel.tsx'

const SOURCE_WORDS: Readonly<Record<ProvisioningConflict['source'], string>> = {
  provider: t`The provider`,
  import: t`An import`,
  attributes: t`User attributes`,
}

const CONFLICT_COLUMNS: readonly ListColumn<ProvisioningConflict>[] = [
  {
    key: 'subjectName',
    name: t`User or group`,
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
  { key: 'providerName', name: t`Provider`, isChoice: true, value: ({ providerName }) => providerName },
  { key: 'source', name: t`Refused`, isChoice: true, code: ({ source }) => source, value: ({ source }) => SOURCE_WORDS[source] },
  { key: 'detail', name: t`What`, value: ({ detail }) => detail, render: ({ detail }) => <span lang="en">{detail}</span> },
  { key: 'lastAt', name: t`Last time`, value: ({ lastAt }) => lastAt, show: ({ lastAt }) => momentText(lastAt) },
  { key: 'occurrences', name: t`Times`, value: ({ occurrences }) => occurrences },
]

const readPage = (cursor?: string, signal?: AbortSignal) =>
  call('listProvisioningConflicts', { query: { limit: LARGEST_PAGE, ...(cursor ? { cursor } : {}) }, signal })

/** What the providers and others want to be different, page by page: after a wrong import it can be everyone. */
export const Conflicts = () => {
  const conflicts = useInfiniteQuery({
    queryKey: ['listProvisioningConflicts', 'pages'],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <Panel title={t`Conflicts`}>
      <QueryState query={conflicts} height={120}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return items.length === 0 ? (
            <EmptyState title={t`There are no conflicts`}>
              <Trans>Nothing else differs from what the providers send.</Trans>
            </EmptyState>
          ) : (
            <FactTable
              id="conflicts"
              label={t`Conflicts`}
              columns={CONFLICT_COLUMNS}
              rows={items}
              isPart={conflicts.hasNextPage}
              readAll={() => readPages(readPage)}
              rowKey={({ providerId, source, subjectId }) => `${providerId} ${source} ${subjectId}`}
              minWidth={860}
            />
          )
        }}
      </QueryState>
      <LoadMore query={conflicts} />
    </Panel>
  )
}
