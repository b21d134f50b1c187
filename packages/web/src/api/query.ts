import type { Operation } from '@rollcall/contract'
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type Answer, call, type Input } from './call.ts'
import { sessionQuery } from './session.ts'

/** A session that ended shows the page to sign in, wherever it was noticed; a wrong password ends none. */
const whenSignedOut = (error: unknown): void => {
  if (error instanceof ApiError && error.status === 401 && error.code !== 'sign_in_failed')
    queryClient.setQueryData(sessionQuery.queryKey, null)
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: whenSignedOut }),
  mutationCache: new MutationCache({ onError: whenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What the service refuses it will refuse again.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
})

/** A query of an operation. Its key begins with the operation, so that `invalidate` finds it. */
export const apiQuery = <O extends Operation>(operation: O, input?: Input<O>) =>
  queryOptions({
    queryKey: [operation, input] as const,
    queryFn: ({ signal }): Promise<Answer<O>> => call(operation, { ...input, signal } as Input<O>),
  })

/** Has what was read by these operations read again. */
export const invalidate = (...operations: Operation[]): Promise<unknown> =>
  Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })))
