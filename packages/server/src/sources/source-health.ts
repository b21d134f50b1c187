import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Outcome } from '../telemetry/telemetry.ts'

/** What one call says about its source. */
export interface SourceReport {
  readonly orgId: string
  readonly sourceNo: number
  readonly counts: Record<Outcome, number>
  readonly receivedAt: number
  /** Time of the newest event, however wrong, in milliseconds: tells how far the clock of the source is off. */
  readonly newestEvent: number
  /** Time of the newest event that does not lie in the future beyond what is allowed. */
  readonly lastEvent: number | undefined
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
  let pending = new Map<string, SourceReport>()

  const report = (next: SourceReport): void => {
    const id = `${next.orgId} ${next.sourceNo}`
    const sum = pending.get(id)
    pending.set(id, sum ? combine(sum, next) : next)
  }

  const flush = async (): Promise<void> => {
    if (pending.size === 0) return
    const batch = [...pending.values()]
    pending = new Map()
    try {
      await writeHealth(db, batch)
    } catch (error) {
      for (const lost of batch) report(lost)
      onError(error)
    }
  }

  const timer = setInterval(flush, FLUSH_MS)
  return {
    report,
    flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flush()
    },
  }
}

const combine = (a: SourceReport, b: SourceReport): SourceReport => {
  const latest = b.receivedAt >= a.receivedAt ? b : a
  const outcomes = Object.keys(a.counts) as Outcome[]
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, a.counts[outcome] + b.counts[outcome]]))
  const lastEvent = Math.max(a.lastEvent ?? -Infinity, b.lastEvent ?? -Infinity)
  return { ...latest, counts: counts as Record<Outcome, number>, lastEvent: Number.isFinite(lastEvent) ? lastEvent : undefined }
}

const writeHealth = async (db: Db, batch: SourceReport[]): Promise<void> => {
  const rows = batch.map(({ orgId, sourceNo, counts, newestEvent, lastEvent, receivedAt }) => ({
    org_id: orgId,
    source_no: sourceNo,
    ...counts,
    received_at: new Date(receivedAt),
    event_at: lastEvent === undefined ? null : new Date(lastEvent),
    skew: Math.round(newestEvent - receivedAt),
  }))
  await sql`
    update sources s
    set accepted = s.accepted + b.accepted, repeated = s.repeated + b.repeated,
      user_not_found = s.user_not_found + b.user_not_found,
      location_not_found = s.location_not_found + b.location_not_found, refused = s.refused + b.refused,
      last_received_at = greatest(s.last_received_at, b.received_at),
      last_event_at = greatest(s.last_event_at, b.event_at), clock_skew_ms = b.skew
    from json_to_recordset(${JSON.stringify(rows)}::json) as b (
      org_id uuid, source_no int, accepted bigint, repeated bigint, user_not_found bigint,
      location_not_found bigint, refused bigint, received_at timestamptz, event_at timestamptz, skew bigint
    )
    where s.org_id = b.org_id and s.source_no = b.source_no
  `.execute(db)
}
