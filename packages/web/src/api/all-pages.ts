import type { Operation } from '@rollcall/contract'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, type Input } from './call.ts'

type Item<O extends Operation> = Answer<O> extends { items: readonly (infer I)[]; nextCursor: string | null } ? I : never

export interface Listed<T> {
  readonly items: T[]
  /** Whether there is more than was read. */
  readonly isCut: boolean
}

const PAGE = 1000

/** A query of all items of a paged list, or of as many as make sense to show. */
export const allPages = <O extends Operation>(operation: O, input: Input<O>, maxPages = 10) =>
  queryOptions({
    queryKey: [operation, input, 'all', maxPages] as const,
    queryFn: async ({ signal }): Promise<Listed<Item<O>>> => {
      const items: Item<O>[] = []
      let cursor: string | null = null
      for (let page = 0; page < maxPages; page += 1) {
        const query: object = { limit: PAGE, ...(input as { query?: object }).query, ...(cursor ? { cursor } : {}) }
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
