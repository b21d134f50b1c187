import { t } from '@lingui/core/macro'
import type { Group, Location, NO_LOCATION } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { allPages, type Listed } from '../api/query.ts'
import { readerZone } from '../time/zoned-time.ts'

/** Every building, including inactive ones. */
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

/** Every group, including inactive ones. */
export const allGroupsQuery = allPages('listGroups', {})

/** The id that the API uses for rows without a building. */
export const NONE: typeof NO_LOCATION = 'none'
export const NO_BUILDING = t`No building`

/** Names of buildings by id; an unknown id is shown as it is. */
export const useLocationNames = (): ((id: string | null) => string) => {
  const { data } = useQuery(locationsQuery)
  const names = new Map(data?.map(({ locationId, locationName }) => [locationId, locationName]))
  return (id) => (id === null || id === NONE ? NO_BUILDING : (names.get(id) ?? id))
}

/** The time zone of a building; for an unknown building, the time zone of the browser. */
export const useZones = (): ((locationId: string | null | undefined) => string) => {
  const { data } = useQuery(locationsQuery)
  const zones = new Map(data?.map(({ locationId, timeZone }) => [locationId, timeZone]))
  return (locationId) => zones.get(locationId ?? '') ?? readerZone()
}
