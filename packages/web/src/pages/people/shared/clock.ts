import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/all-pages.ts'
import { durationText } from '../../../time/duration.ts'
import { readerZone } from '../../../time/zoned-time.ts'

const locationsQuery = { ...allPages('listLocations', { query: {} }), staleTime: 300_000 }

/** All buildings, those not in use any more too; undefined until they are there. */
export const useLocations = () => useQuery(locationsQuery).data?.items

/** The time zone of a building; of one that is not known, that of the reader. */
export const useZones = (): ((locationId: string | null | undefined) => string) => {
  const zones = new Map(useLocations()?.map(({ locationId, timeZone }) => [locationId, timeZone]))
  return (locationId) => zones.get(locationId ?? '') ?? readerZone()
}

/** `after 3 min`: how long an event took to arrive. */
export const delayText = ({ timestamp, receivedAt }: { timestamp: string; receivedAt: string }): string => {
  const ms = Date.parse(receivedAt) - Date.parse(timestamp)
  return ms < 0 ? 'before it happened' : `after ${durationText(ms)}`
}
