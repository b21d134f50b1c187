import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { LoadingState } from './loading-state.tsx'

interface Props<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** Of what comes, so that nothing jumps. */
  readonly height?: number
  readonly children: (data: T) => ReactNode
}

/** What a query came to: loading, failed, or what is made of its data. */
export const QueryState = <T,>({ query: { data, error, refetch }, height, children }: Props<T>) => {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} reset={() => void refetch()} />
  return <LoadingState {...(height === undefined ? {} : { height })} />
}
