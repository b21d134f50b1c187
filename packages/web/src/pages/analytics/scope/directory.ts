import type { Group, Location } from '@rollcall/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Pages of a list that are read at most: more than anybody scrolls through. */
const MAX_PAGES = 10
const LIMIT = 1000

interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

const readAll = async <T>(readPage: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> => {
  const items: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await readPage(cursor)
    items.push(...answer.items)
    if (!answer.nextCursor) break
    cursor = answer.nextCursor
  }
  return items
}

/** Every building. */
export const locationsQuery = queryOptions({
  queryKey: ['listLocations', 'all'],
  queryFn: ({ signal }) =>
    readAll<Location>((cursor) => call('listLocations', { query: { limit: LIMIT, ...(cursor ? { cursor } : {}) }, signal })),
  staleTime: 300_000,
})

/** Every group that is in use. */
export const groupsQuery = queryOptions({
  queryKey: ['listGroups', 'all'],
  queryFn: ({ signal }) =>
    readAll<Group>((cursor) =>
      call('listGroups', { query: { status: 'active', limit: LIMIT, ...(cursor ? { cursor } : {}) }, signal }),
    ),
  staleTime: 300_000,
})
