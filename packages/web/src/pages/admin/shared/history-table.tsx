import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { Operation } from '@rollcall/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LARGEST_PAGE, readPages } from '../../../api/query.ts'
import { QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { addDays, fullDay } from '../../../time/days.ts'

interface Period {
  readonly validFrom: string
  readonly validTo: string | null
}

/** What a page of the table is asked by. */
export interface HistoryQuery {
  readonly limit: number
  readonly asOf?: string
  readonly cursor?: string
}

interface Props<P extends Period> {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly operation: Operation
  /** Whose history it is. */
  readonly of: string
  readonly read: (
    query: HistoryQuery,
    signal: AbortSignal | undefined,
  ) => Promise<{ readonly items: P[]; readonly nextCursor: string | null }>
  /** Limits it to what was valid on this day. */
  readonly asOf?: string
  /** The columns before the days. */
  readonly columns: readonly ListColumn<P>[]
  readonly keyOf?: (period: P) => string
  /** Shown if there is nothing. */
  readonly empty: string
}

const LIMIT = 50

/** What was so from which day until which, page by page. */
export const HistoryTable = <P extends Period>({ label, operation, of, read, asOf, columns, keyOf, empty }: Props<P>) => {
  const ask = (limit: number, cursor?: string, signal?: AbortSignal) =>
    read({ limit, ...(asOf ? { asOf } : {}), ...(cursor ? { cursor } : {}) }, signal)
  const periods = useInfiniteQuery({
    queryKey: [operation, of, asOf ?? ''],
    queryFn: ({ pageParam, signal }) => ask(LIMIT, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  // A period ends before its `validTo`.
  const lastOf = ({ validTo }: P): string | null => validTo && addDays(validTo, -1)
  const days: readonly ListColumn<P>[] = [
    { key: 'validFrom', name: t`First day`, value: ({ validFrom }) => validFrom, show: ({ validFrom }) => fullDay(validFrom) },
    {
      key: 'validTo',
      name: t`Last day`,
      value: lastOf,
      show: (period) => {
        const last = lastOf(period)
        return last ? fullDay(last) : t`Ongoing`
      },
    },
  ]
  return (
    <QueryState query={periods} height={120}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        if (rows.length === 0) {
          return (
            <Text size="sm" c="dimmed">
              {empty}
            </Text>
          )
        }
        return (
          <Stack gap="sm" align="flex-start">
            <div style={{ width: '100%' }}>
              <FactTable
                id={operation}
                label={label}
                columns={[...columns, ...days]}
                rows={rows}
                isPart={periods.hasNextPage}
                readAll={() => readPages((cursor) => ask(LARGEST_PAGE, cursor))}
                rowKey={(row) => `${keyOf?.(row) ?? ''} ${row.validFrom}`}
                minWidth={400}
              />
            </div>
            {periods.hasNextPage ? (
              <Button variant="default" loading={periods.isFetchingNextPage} onClick={() => void periods.fetchNextPage()}>
                <Trans>Show more</Trans>
              </Button>
            ) : null}
          </Stack>
        )
      }}
    </QueryState>
  )
}
