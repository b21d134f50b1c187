import { Box } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Caption } from '../../../components/chart/caption.ts'
import { QueryState } from '../../../components/query-state.tsx'
import { useCaption } from '../scope/use-caption.ts'

interface Props<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  readonly height?: number
  readonly children: (data: T) => ReactNode
}

/** Figures; those of the scope before stay, paler, until the new ones are there. */
export const FiguresQuery = <T,>({ query, height = 600, children }: Props<T>) => {
  const caption = useCaption()
  return (
    <QueryState query={query} height={height}>
      {(data) => (
        <Box aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
          <Caption value={caption}>{children(data)}</Caption>
        </Box>
      )}
    </QueryState>
  )
}
