import { sql } from 'kysely'
import { commitOnce } from '../../platform/db/commit-in-doubt.ts'
import type { Db } from '../../platform/db/database.ts'
import { startBatcher } from '../../platform/jobs/batcher.ts'
import type { Outcome, OutcomeCounts } from '../../platform/telemetry/telemetry.ts'
import { type Arrival, combineArrivals } from './arrival.ts'

/** What one call says about its source. */
export interface SourceReport {
  readonly orgId: string
  readonly sourceNo: number
  /** Below zero for what a replay took back. */
  readonly counts: OutcomeCounts
  /** Absent for a replay, which says nothing about the source itself. */
  readonly arrival?: Arrival | undefined
}

export interface SourceHealth extends AsyncDisposable {
  report(report: SourceReport): void
  flush(): Promise<void>
}

const FLUSH_MS = 1_000

/**
 * Adds up the health of sources and writes it once a second: a row per source that every call updated would make the calls
 * of one source wait for each other. A crash loses at most the last second of counts; the events themselves are safe.
 */
export const startSourceHealth = (db: Db, onError: (error: unknown) => void): SourceHealth => {
  const {
    add,
    flush,
    [Symbol.asyncDispose]: dispose,
  } = startBatcher<SourceReport>({
    everyMs: FLUSH_MS,
    keyOf: ({ orgId, sourceNo }) => `${orgId} ${sourceNo}`,
    merge: combine,
    write: (batch) => commitOnce(db, (trx) => writeHealth(trx, batch)),
    onError,
  })
  return { report: add, flush, [Symbol.asyncDispose]: dispose }
}

const combine = (a: SourceReport, b: SourceReport): SourceReport => {
  const outcomes = Object.keys(a.counts) as Outcome[]
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, a.counts[outcome] + b.counts[outcome]]))
  return { ...a, counts: counts as OutcomeCounts, arrival: combineArrivals(a.arrival, b.arrival) }
}

const writeHealth = async (db: Db, batch: SourceReport[]): Promise<void> => {
  const rows = batch.map(({ orgId, sourceNo, counts, arrival }) => ({
    org_id: orgId,
    source_no: sourceNo,
    ...counts,
    received_at: arrival && new Date(arrival.receivedAt),
    event_at: arrival?.lastEvent === undefined ? undefined : new Date(arrival.lastEvent),
    skew: arrival?.skewMs === undefined ? undefined : Math.round(arrival.skewMs),
  }))
  // A refusal whose count was lost in a crash may still be taken back by a replay: hence never below zero.
  await sql`
    update sources s
    set accepted = s.accepted + b.accepted, repeated = s.repeated + b.repeated,
      user_not_found = greatest(s.user_not_found + b.user_not_found, 0),
      location_not_found = greatest(s.location_not_found + b.location_not_found, 0),
      refused = greatest(s.refused + b.refused, 0),
      last_received_at = greatest(s.last_received_at, b.received_at),
      last_event_at = greatest(s.last_event_at, b.event_at), clock_skew_ms = coalesce(b.skew, s.clock_skew_ms)
    from json_to_recordset(${JSON.stringify(rows)}::json) as b (
      org_id uuid, source_no int, accepted bigint, repeated bigint, user_not_found bigint,
      location_not_found bigint, refused bigint, received_at timestamptz, event_at timestamptz, skew bigint
    )
    where s.org_id = b.org_id and s.source_no = b.source_no
  `.execute(db)
}
