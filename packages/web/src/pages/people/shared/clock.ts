import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/all-pages.ts'
import { readerZone } from '../../../time/zoned-time.ts'

const locationsQuery = { ...allPages('listLocations', { query: {} }), staleTime: 300_000 }

/** All buildings, those not in use any more too; undefined until they are there. */
export const useLocations = () => useQuery(locationsQuery).data?.items

/** The time zone of a building; of one that is not known, that of the reader. */
export const useZones = (): ((locationId: string | null | undefined) => string) => {
  const zones = new Map(useLocations()?.map(({ locationId, timeZone }) => [locationId, timeZone]))
  return (locationId) => zones.get(locationId ?? '') ?? readerZone()
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `2 d 3 h`: the two largest units tell enough. */
export const durationText = (ms: number): string => {
  let rest = Math.floor(Math.max(0, ms) / 1_000)
  const parts = UNITS.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    return { count, text: `${count} ${unit}` }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first < 0) return '0 s'
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ text }) => text).join(' ')
}

/** `after 3 min`: how long an event took to arrive. */
export const delayText = ({ timestamp, receivedAt }: { timestamp: string; receivedAt: string }): string => {
  const ms = Date.parse(receivedAt) - Date.parse(timestamp)
  return ms < 0 ? 'before it happened' : `after ${durationText(ms)}`
}
