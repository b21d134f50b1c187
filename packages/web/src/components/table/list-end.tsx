import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A query that reads page by page. */
export interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isPlaceholderData: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

interface Props {
  readonly query: PagedQuery
  /** Rows of a page. */
  readonly size: number
  /** Says that all are listed. */
  readonly children: ReactNode
}

/**
 * Below a list: reads its next page, or says that there is none. Nothing while the rows are still those of other filters, because how
 * many there are is not known then.
 */
export const ListEnd = ({ query, size: PAGE, children }: Props) => {
  if (query.isPlaceholderData) return null
  return query.hasNextPage ? (
    <Button variant="default" maw={200} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      <Trans>Show {PAGE} more</Trans>
    </Button>
  ) : (
    <Text size="sm" c="dimmed" role="status">
      {children}
    </Text>
  )
}
