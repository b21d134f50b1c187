import type { Db } from '../db/database.ts'

/** Every source that has ever sent something, with its health (contract §3). */
export const listSources = (db: Db, orgId: string) =>
  db
    .selectFrom('sources')
    .select(['source_id as sourceId', 'first_seen_at as firstSeenAt', 'last_event_at as lastEventAt'])
    .select(['last_received_at as lastReceivedAt', 'accepted', 'repeated', 'refused'])
    .select(['user_not_found as userNotFound', 'location_not_found as locationNotFound', 'clock_skew_ms as clockSkewMs'])
    .where('org_id', '=', orgId)
    .orderBy('source_id')
    .execute()
