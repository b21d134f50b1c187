import type { Location, NO_LOCATION } from '@rollcall/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** What the API calls the rows that belong to no building. */
export const NONE: typeof NO_LOCATION = 'none'
export const NO_BUILDING = 'No building'

const LIMIT = 1000

const locationsQuery = queryOptions({
  queryKey: ['listLocations', 'of the warehouse'],
  queryFn: async ({ signal }): Promise<readonly Location[]> => {
    const items: Location[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await call('listLocations', { query: { limit: LIMIT, ...(cursor ? { cursor } : {}) }, signal })
      items.push(...page.items)
      cursor = page.nextCursor
    }
    return items
  },
  staleTime: 300_000,
})

export const useLocations = () => useQuery(locationsQuery)

/** Names of buildings by their id; an id that is not known stands for itself. */
export const useLocationNames = (): ((id: string | null) => string) => {
  const { data } = useLocations()
  const names = new Map(data?.map(({ locationId, locationName }) => [locationId, locationName]))
  return (id) => (id === null || id === NONE ? NO_BUILDING : (names.get(id) ?? id))
}
