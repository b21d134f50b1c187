import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/all-pages.ts'
import { durationText } from '../../../time/duration.ts'
import { localOf, zoneName } from '../../../time/zoned-time.ts'

const READER = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Where the reader is, for what belongs to no building. */
export const readerZone = (): string => READER

const locationsQuery = { ...allPages('listLocations', { query: {} }), staleTime: 300_000 }

/** All buildings, those not in use any more too; undefined until they are there. */
export const useLocations = () => useQuery(locationsQuery).data?.items

/** The time zone of a building; of one that is not known, that of the reader. */
export const useZones = (): ((locationId: string | null | undefined) => string) => {
  const zones = new Map(useLocations()?.map(({ locationId, timeZone }) => [locationId, timeZone]))
  return (locationId) => zones.get(locationId ?? '') ?? READER
}

/** `2026-11-03 09:02:11` as clocks of the time zone show it. */
export const localText = (instant: string, timeZone: string): string => {
  const { day, time } = localOf(instant, timeZone)
  // Offsets of time zones in use are whole minutes.
  return `${day} ${time}:${instant.slice(17, 19)}`
}

/** The same with the zone named. */
export const localTextWithZone = (instant: string, timeZone: string): string =>
  `${localText(instant, timeZone)} ${zoneName(timeZone, instant)}`

/** `after 3 min`: how long an event took to arrive. */
export const delayText = ({ timestamp, receivedAt }: { timestamp: string; receivedAt: string }): string => {
  const ms = Date.parse(receivedAt) - Date.parse(timestamp)
  return ms < 0 ? 'before it happened' : `after ${durationText(ms)}`
}
