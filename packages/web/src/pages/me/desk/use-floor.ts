import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/query.ts'

/** The map refreshes, because other users book at the same time. */
const REFRESH_MS = 15_000

/** The bookable desks and zones of a level on a day, and the visible colleagues who sit there. */
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
    colleagues: useQuery({ ...allPages('listColleagueDays', { query: { day, locationId } }), ...shared }),
  }
}
