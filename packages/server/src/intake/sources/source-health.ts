import { MAX_FUTURE_MS } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere, writableHere } from '../../platform/db/served-here.ts'
import { startBatcher } from '../../platform/jobs/batcher.ts'
import type { Outcome, OutcomeCounts } from '../../platform/telemetry/telemetry.ts'
import { commitOnce } from '../../platform/transactions/commit-in-doubt.ts'

/** The times of a call's events, as a measure of its source. */
export interface Arrival {
  readonly receivedAt: number
  /**
   * The newest event time minus the arrival time: how far the clock of the source is off. It is absent for history, which says nothing
   * about a clock.
   */
  readonly skewMs: number | undefined
  /** The time of the newest event that is not further in the future than is allowed. */
  readonly lastEvent: number | undefined
}

/** A call whose newest event is older contains history, or events that waited in a queue. */
export const LIVE_MS = 3_600_000

export const arrivalOf = (times: readonly number[], receivedAt: number): Arrival => {
  const skewMs = Math.max(...times) - receivedAt
  const lastEvent = Math.max(...times.filter((time) => time <= receivedAt + MAX_FUTURE_MS))
  return {
    receivedAt,
    skewMs: skewMs < -LIVE_MS ? undefined : skewMs,
    lastEvent: Number.isFinite(lastEvent) ? lastEvent : undefined,
  }
}

/** Combines two calls; the skew is that of the later call, if it has one. */
export const combineArrivals = (a: Arrival | undefined, b: Arrival | undefined): Arrival | undefined => {
  if (!a || !b) return a ?? b
  const [earlier, later] = b.receivedAt >= a.receivedAt ? [a, b] : [b, a]
  const lastEvent = Math.max(a.lastEvent ?? -Infinity, b.lastEvent ?? -Infinity)
  return {
    receivedAt: later.receivedAt,
    skewMs: later.skewMs ?? earlier.skewMs,
    lastEvent: Number.isFinite(lastEvent) ? lastEvent : undefined,
  }
}

/** The counts and times of one call, for its source. */
export interface SourceReport {
  readonly orgId: string
  readonly sourceNo: number
  /** Counts may be negative, for refusals that a replay resolved. */
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
 * Sums the health of sources and writes it once a second: if every call updated the row of its source, calls of one source would
 * wait for each other. A crash loses at most the counts of the last second, never events.
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
    write: (batch, keep) =>
      commitOnce(db, async (trx) => writeHealth(trx, await writableHere(trx, batch, ({ orgId }) => orgId, keep))),
    onError,
  })
  return { report: add, flush, [Symbol.asyncDispose]: dispose }
}

const combine = (a: SourceReport, b: SourceReport): SourceReport => {
  const outcomes = Object.keys(a.counts) as Outcome[]
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, a.counts[outcome] + b.counts[outcome]]))
  return { ...a, counts: counts as OutcomeCounts, arrival: combineArrivals(a.arrival, b.arrival) }
}

const writeHealth = async (db: Db, batch: readonly SourceReport[]): Promise<void> => {
  const rows = batch.map(({ orgId, sourceNo, counts, arrival }) => ({
    org_id: orgId,
    source_no: sourceNo,
    ...counts,
    received_at: arrival && new Date(arrival.receivedAt),
    event_at: arrival?.lastEvent === undefined ? undefined : new Date(arrival.lastEvent),
    skew: arrival?.skewMs === undefined ? undefined : Math.round(arrival.skewMs),
  }))
  // A refusal whose count was lost in a crash may still be resolved by a replay, so counts never go below zero.
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

/** A source is silent after this many days, because of weekends and public holidays. */
const SILENT_DAYS = 4
/** A source that has sent for this long is expected to continue. */
const ESTABLISHED_DAYS = 7
/** A source that has been silent for this long counts as retired. */
const RETIRED_DAYS = 60
/** A clock this far ahead raises an alarm; smaller differences are usual. */
const AHEAD_MS = 60_000

export interface SourceAlarm {
  readonly orgId: string
  readonly sourceId: string
  /** A source that used to send and stopped, or whose clock is ahead of ours. */
  readonly what: 'silent' | 'ahead'
}

/** Returns the sources that an operator should look at, across all organizations. */
export const listSourceAlarms = async (db: Db): Promise<SourceAlarm[]> => {
  const { rows } = await sql<SourceAlarm>`
    select org_id as "orgId", source_id as "sourceId",
      case when last_received_at < now() - make_interval(days => ${SILENT_DAYS}) then 'silent' else 'ahead' end as what
    from sources
    where ${servedHere('sources.org_id')} and ((
        last_received_at < now() - make_interval(days => ${SILENT_DAYS})
        and last_received_at > now() - make_interval(days => ${RETIRED_DAYS})
        and last_received_at > first_seen_at + make_interval(days => ${ESTABLISHED_DAYS})
      )
      or (last_received_at >= now() - make_interval(days => ${SILENT_DAYS}) and clock_skew_ms > ${AHEAD_MS}))
    order by org_id, source_id
  `.execute(db)
  return rows
}
