import type { Operation } from '@rollcall/contract'
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type Answer, call, type Input } from './call.ts'
import { expired, sessionQuery } from './session.ts'

/** Any call may find that the session has ended; the shell then asks the user to sign in again. */
const whenSignedOut = (error: unknown): void => {
  if (error instanceof ApiError && error.endsSession) queryClient.setQueryData(sessionQuery.queryKey, expired)
}

/** Tabs of the same browser notify each other of changes. */
const otherTabs = new BroadcastChannel('rollcall')

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: whenSignedOut }),
  mutationCache: new MutationCache({ onError: whenSignedOut, onSuccess: () => otherTabs.postMessage('changed') }),
  defaultOptions: {
    queries: {
      // Without a network, a call fails with an error instead of waiting.
      networkMode: 'always',
      staleTime: 30_000,
      // A refused call is not retried, because the service would refuse it again.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})

otherTabs.onmessage = () => {
  // What no page shows is forgotten, as the next page that needs it would first show it as it was. What is being read is awaited.
  queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  void queryClient.invalidateQueries()
}

/** A query of an operation. Its key begins with the operation, so that `invalidate` finds it. */
export const apiQuery = <O extends Operation>(operation: O, input?: Input<O>) =>
  queryOptions({
    queryKey: [operation, input] as const,
    queryFn: ({ signal }): Promise<Answer<O>> => call(operation, { ...input, signal } as Input<O>),
  })

/** The query of what a form changes: read when the form opens, whatever was read before, and then left as it was. */
export const whenOpened = <Q extends { readonly queryKey: readonly unknown[] }>(query: Q): Q => ({
  ...query,
  queryKey: [...query.queryKey, 'form'],
  gcTime: 0,
  staleTime: 'static',
})

/** Invalidates the data of these operations, so that they are read again. */
export const invalidate = (...operations: Operation[]): Promise<unknown> =>
  Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })))

type Item<O extends Operation> = Answer<O> extends { items: readonly (infer I)[]; nextCursor: string | null } ? I : never

export interface Listed<T> {
  readonly items: T[]
  /** Whether there are more items than were read, as `maxPages` limits them. The page must say so. */
  readonly isCut: boolean
}

/** The largest page of lists. */
export const LARGEST_PAGE = 1000

/** Reads the pages of a list to its end. */
export const readPages = async <T>(
  read: (cursor: string | undefined) => Promise<{ readonly items: readonly T[]; readonly nextCursor: string | null }>,
): Promise<readonly T[]> => {
  const items: T[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { readonly items: readonly T[]; readonly nextCursor: string | null } = await read(cursor)
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

/** A query of all items of a paged list, or, with `maxPages`, of as many as make sense to show. */
export const allPages = <O extends Operation>(operation: O, input: Input<O>, maxPages = Number.POSITIVE_INFINITY) =>
  queryOptions({
    queryKey: [operation, input, 'all', maxPages] as const,
    queryFn: async ({ signal }): Promise<Listed<Item<O>>> => {
      const items: Item<O>[] = []
      let cursor: string | null = null
      for (let page = 0; page < maxPages; page += 1) {
        const query: object = { limit: LARGEST_PAGE, ...(input as { query?: object }).query, ...(cursor ? { cursor } : {}) }
        const answer = (await call(operation, { ...input, query, signal } as unknown as Input<O>)) as unknown as {
          items: Item<O>[]
          nextCursor: string | null
        }
        items.push(...answer.items)
        cursor = answer.nextCursor
        if (!cursor) break
      }
      return { items, isCut: cursor !== null }
    },
  })
