import type { Operation } from '@rollcall/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, type Input } from '../../../../api/call.ts'
import type { Item } from './kind.ts'

/** As many as one page may have. */
const LIMIT = 1000

interface Page {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** A query of everything that a list has below one node, page by page. */
export const allItems = (operation: Operation, query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: [operation, 'all', query] as const,
    queryFn: async ({ signal }): Promise<readonly Item[]> => {
      const items: Item[] = []
      let cursor: string | undefined
      do {
        const page = (await call(operation, {
          query: { ...query, limit: LIMIT, cursor },
          signal,
        } as unknown as Input<Operation>)) as unknown as Page
        items.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return items
    },
  })
