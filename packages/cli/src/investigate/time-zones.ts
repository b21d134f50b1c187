import type { RollcallClient } from '@rollcall/client'
import type { LocationRow } from '@rollcall/contract'
import { InvalidArgumentError } from 'commander'

/** Time zones of the locations by id; UTC for a service that does not report them. */
export const readTimeZones = async (client: RollcallClient): Promise<ReadonlyMap<string, string>> => {
  const zones = new Map<string, string>()
  for await (const { locationId, timeZone } of client.readLocations() as AsyncIterable<Partial<LocationRow>>) {
    if (locationId) zones.set(locationId, timeZone ?? 'UTC')
  }
  return zones
}

/** Names and time zones of the locations by id. */
export const readLocationNames = async (
  client: RollcallClient,
): Promise<ReadonlyMap<string, Pick<LocationRow, 'locationName'> & { timeZone: string }>> => {
  const known = new Map<string, { locationName: string; timeZone: string }>()
  for await (const { locationId, locationName, timeZone } of client.readLocations()) {
    known.set(locationId, { locationName, timeZone: timeZone ?? 'UTC' })
  }
  return known
}

/** Local time in a time zone, such as `2026-01-05 09:02:11`. */
export const localTime = (timestamp: string, timeZone: string): string =>
  Temporal.Instant.from(timestamp)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')

/** An argument that is an IANA time zone. */
export const timeZone = (text: string): string => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    throw new InvalidArgumentError('Give an IANA time zone, for example Europe/Berlin.')
  }
}
