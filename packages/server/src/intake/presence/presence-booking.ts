import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import { sqlState } from '../../platform/errors.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import { DAY_MS, utcDay } from '../../platform/time/day.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { AcceptedEvent } from '../ingest/event-kind.ts'
import type { AfterStored } from '../ingest/ingest-service.ts'
import { type DeskSighting, followSightings } from './desk-presence.ts'

/** Only a lost notification makes a change wait for this. With hundreds of organizations, a shorter time costs a look-up for many calls. */
const TTL_MS = 60_000
const MAX_ORGANIZATIONS = 10_000
const MAX_ATTEMPTS = 5
/** SQLSTATEs that mean that another request was faster: it booked the desk, or a booking rule no longer allows the booking. */
const CONFLICTS = new Set(['23505', '23514'])

/**
 * Creates presence-based booking (domain §6): presence at a free desk on an office day moves the booking to it. It runs after the
 * events of a call are stored, in its own transaction; if the service stops in between, sending the call again completes it.
 *
 * It is off by default, and then costs a call one look-up in memory. A change of the setting arrives by notification, or within a minute.
 */
export const createPresenceBooking = async (
  db: Db,
  listener: Listener,
  onError: (error: unknown) => void,
): Promise<AfterStored> => {
  const settings = new LRUCache<string, boolean>({
    max: MAX_ORGANIZATIONS,
    ttl: TTL_MS,
    // A look-up during which the cache is cleared still returns its result, but does not cache it.
    ignoreFetchAbort: true,
    fetchMethod: async (orgId) => selectSetting(db, orgId),
  })
  await listener.on('rollcall_access', () => settings.clear())
  return async (orgId, events) => {
    if (!(settings.get(orgId) ?? (await settings.fetch(orgId)))) return
    const sightings = events.filter(isDeskOfToday).map(sightingOf)
    if (sightings.length > 0) await follow(db, orgId, sightings, onError)
  }
}

const selectSetting = async (db: Db, orgId: string): Promise<boolean> => {
  const row = await db.selectFrom('organizations').select('presence_based_booking').where('id', '=', orgId).executeTakeFirst()
  return row?.presence_based_booking ?? false
}

/** Returns whether the event may be of the desk's current local day, which is at most one day from the UTC day; skips bulk history. */
const isDeskOfToday = ({ event, localDay }: AcceptedEvent): boolean =>
  event.locationType === 'place' && localDay >= utcDay(Date.now() - DAY_MS)

const sightingOf = ({ userId, localDay, time, node }: AcceptedEvent): DeskSighting => ({
  userId: userId as string,
  day: localDay,
  occurredAt: new Date(time).toISOString(),
  placeId: node.id,
})

/** A conflict is only reported, because the events are stored. Any other error fails the call, so that its source repeats it. */
const follow = async (db: Db, orgId: string, sightings: DeskSighting[], onError: (error: unknown) => void): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, (trx) => followSightings(trx, orgId, sightings))
    } catch (error) {
      if (!CONFLICTS.has(sqlState(error) ?? '')) throw error
      if (attempt === MAX_ATTEMPTS) return onError(error)
    }
  }
}
