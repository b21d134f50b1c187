import type { Operation } from '@rollcall/contract'
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type Answer, call, type Input } from './call.ts'
import { expired, sessionQuery } from './session.ts'

/** A session that ended asks to sign in again, wherever it was noticed. */
const whenSignedOut = (error: unknown): void => {
  if (error instanceof ApiError && error.endsSession) queryClient.setQueryData(sessionQuery.queryKey, expired)
}

/** Tabs of the same browser tell each other that something was changed. */
const otherTabs = new BroadcastChannel('rollcall')

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: whenSignedOut }),
  mutationCache: new MutationCache({ onError: whenSignedOut, onSuccess: () => otherTabs.postMessage('changed') }),
  defaultOptions: {
    queries: {
      // Without a network, a call fails and says so. It does not wait for one.
      networkMode: 'always',
      staleTime: 30_000,
      // What the service refuses it will refuse again.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})

otherTabs.onmessage = () => void queryClient.invalidateQueries()

/** A query of an operation. Its key begins with the operation, so that `invalidate` finds it. */
export const apiQuery = <O extends Operation>(operation: O, input?: Input<O>) =>
  queryOptions({
    queryKey: [operation, input] as const,
    queryFn: ({ signal }): Promise<Answer<O>> => call(operation, { ...input, signal } as Input<O>),
  })

/** Has what was read by these operations read again. */
export const invalidate = (...operations: Operation[]): Promise<unknown> =>
  Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })))
