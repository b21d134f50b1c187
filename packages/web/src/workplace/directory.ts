import type { Group, Location, NO_LOCATION } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { allPages, type Listed } from '../api/query.ts'
import { readerZone } from '../time/zoned-time.ts'

/** Every building, the inactive ones included. */
export const locationsQuery = {
  ...allPages('listLocations', { query: {} }),
  staleTime: 300_000,
  select: ({ items }: Listed<Location>): Location[] => items,
}

/** Every active group. */
export const groupsQuery = {
  ...allPages('listGroups', { query: { status: 'active' } }),
  staleTime: 300_000,
  select: ({ items }: Listed<Group>): Group[] => items,
}

/** Every group, the inactive ones included, and whether there are more than that. */
export const allGroupsQuery = allPages('listGroups', {}, 20)

/** What the API calls the rows that belong to no building. */
export const NONE: typeof NO_LOCATION = 'none'
export const NO_BUILDING = 'No building'

/** Names of buildings by their id; an id that is not known stands for itself. */
export const useLocationNames = (): ((id: string | null) => string) => {
  const { data } = useQuery(locationsQuery)
  const names = new Map(data?.map(({ locationId, locationName }) => [locationId, locationName]))
  return (id) => (id === null || id === NONE ? NO_BUILDING : (names.get(id) ?? id))
}

/** The time zone of a building; of one that is not known, that of the reader. */
export const useZones = (): ((locationId: string | null | undefined) => string) => {
  const { data } = useQuery(locationsQuery)
  const zones = new Map(data?.map(({ locationId, timeZone }) => [locationId, timeZone]))
  return (locationId) => zones.get(locationId ?? '') ?? readerZone()
}
