import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/all-pages.ts'

/** Others book meanwhile. */
const REFRESH_MS = 15_000

/** What of a level can be booked on a day, and who of those who may be seen sits where. */
export const useFloor = (locationId: string, levelId: string, day: string) => {
  const params = { locationId }
  const isKnown = locationId !== '' && levelId !== ''
  const shared = { enabled: isKnown, placeholderData: keepPreviousData }
  const fresh = { ...shared, refetchInterval: REFRESH_MS, staleTime: 0 }
  return {
    places: useQuery({ ...allPages('listPlaces', { query: { levelId, status: 'active' } }), ...shared }),
    zones: useQuery({ ...allPages('listZones', { query: { levelId, status: 'active' } }), ...shared }),
    freeDesks: useQuery({ ...allPages('listFreeDesks', { params, query: { day, levelId } }), ...fresh }),
    freeZones: useQuery({ ...allPages('listFreeZones', { params, query: { day, levelId } }), ...fresh }),
    colleagues: useQuery({ ...allPages('listColleagueDays', { query: { day, locationId } }, 3), ...shared }),
  }
}
