import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/all-pages.ts'
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
