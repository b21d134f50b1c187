import type { Db } from '../../platform/db/database.ts'

interface SourcePage {
  readonly limit?: number
  /** The sourceId at which the previous page ended. */
  readonly after?: string | undefined
}

/** Returns every source that has ever sent anything, with its health (contract §3), by sourceId; all of them or a page. */
export const listSources = (db: Db, orgId: string, { limit, after }: SourcePage = {}) =>
  db
    .selectFrom('sources')
    .select(['source_id as sourceId', 'first_seen_at as firstSeenAt', 'last_event_at as lastEventAt'])
    .select(['last_received_at as lastReceivedAt', 'accepted', 'repeated', 'refused'])
    .select(['user_not_found as userNotFound', 'location_not_found as locationNotFound', 'clock_skew_ms as clockSkewMs'])
    .where('org_id', '=', orgId)
    .$if(after !== undefined, (query) => query.where('source_id', '>', after as string))
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .orderBy('source_id')
    .execute()
