import type { EventResult, ResultCode } from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { IngestContext, Submission } from '../../intake/ingest/ingest-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { type QuarantinedPayload, type QuarantineKind, recordAgain, storedStatements } from './quarantine-kinds.ts'

/** How many days a refused event is kept (contract §3). */
export const QUARANTINE_DAYS = 30

export interface QuarantineFilter {
  readonly kind?: QuarantineKind | undefined
  readonly sourceId?: string | undefined
  readonly resultCode?: ResultCode | undefined
  /** Limits the time of refusal: the start is inclusive, the end exclusive. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Limits the result to these events. */
  readonly events?: readonly QuarantineCursor[] | undefined
}

export interface QuarantinedEvent {
  kind: QuarantineKind
  sourceId: string
  eventId: string
  utcDay: string
  resultCode: ResultCode
  reason: string
  refusedAt: Date
  keyId: string | null
  payload: QuarantinedPayload
}

/** The key of the last event of a page; the next page starts after it. */
export type QuarantineCursor = Pick<QuarantinedEvent, 'kind' | 'sourceId' | 'utcDay' | 'eventId'>

/** The same for the order of refusal, with microseconds, because one call may refuse many events. */
export interface RefusalCursor extends QuarantineCursor {
  readonly refusedExactly: string
}

/**
 * Selects events that were not accepted later, when their source sent them again. This takes one look-up by primary key per row;
 * without `offset 0` PostgreSQL would join whole event tables.
 *
 * Measured with 1.5 million events over eight months and 100,000 quarantined rows, half of them pending: 9 ms for any page of
 * 1,000, and 0.2 s to count all (2 µs a row).
 */
const stillWaits = sql<boolean>`not case q.kind ${sql.join(
  storedStatements().map(([kind, stored]) => sql`when ${sql.lit(kind)} then exists (${stored} offset 0)`),
  sql` `,
)} end`

const sourceNoOf = (orgId: string, sourceId: string) =>
  sql<number>`(select source_no from sources where org_id = ${orgId} and source_id = ${sourceId})`

const isOneOf = (orgId: string, events: readonly QuarantineCursor[]) => sql<boolean>`
  (q.kind, q.utc_day, q.source_no, q.event_id) in (
    select e.kind, e.utc_day, s.source_no, e.event_id
    from unnest(
      ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ utcDay }) => utcDay)}::date[],
      ${events.map(({ sourceId }) => sourceId)}::text[],
      ${events.map(({ eventId }) => eventId)}::text[]
    ) as e (kind, utc_day, source_id, event_id)
    join sources s on s.org_id = ${orgId} and s.source_id = e.source_id
  )`

const selectWaiting = (db: Db, orgId: string, { kind, sourceId, resultCode, from, to, events }: QuarantineFilter) =>
  db
    .selectFrom('quarantine as q')
    .where('q.org_id', '=', orgId)
    .where(stillWaits)
    .$if(kind !== undefined, (query) => query.where('q.kind', '=', kind as string))
    .$if(sourceId !== undefined, (query) => query.where('q.source_no', '=', sourceNoOf(orgId, sourceId as string)))
    .$if(resultCode !== undefined, (query) => query.where('q.result_code', '=', resultCode as number))
    .$if(from !== undefined, (query) => query.where('q.refused_at', '>=', from as Date))
    .$if(to !== undefined, (query) => query.where('q.refused_at', '<', to as Date))
    .$if(events !== undefined, (query) => query.where(isOneOf(orgId, events as QuarantineCursor[])))

const selectShown = (waiting: ReturnType<typeof selectWaiting>) =>
  waiting
    .select(['q.kind', 'q.event_id as eventId', 'q.utc_day as utcDay', 'q.payload', 'q.reason'])
    .select(['q.result_code as resultCode', 'q.refused_at as refusedAt', 'q.key_id as keyId'])
    .select(sql<string>`(select source_id from sources s where s.org_id = q.org_id and s.source_no = q.source_no)`.as('sourceId'))

const isAfter = (orgId: string, { kind, utcDay, sourceId, eventId }: QuarantineCursor) =>
  sql<boolean>`(q.kind, q.utc_day, q.source_no, q.event_id) >
    (${kind}, ${utcDay}::date, ${sourceNoOf(orgId, sourceId)}, ${eventId})`

/**
 * Returns a page of pending events sorted by kind, day, source and id. That is the order of the primary key, so a page reads only
 * what it returns or skips.
 */
export const listQuarantine = async (
  db: Db,
  orgId: string,
  filter: QuarantineFilter = {},
  { limit = 100, after }: { limit?: number; after?: QuarantineCursor | undefined } = {},
): Promise<QuarantinedEvent[]> => {
  const rows = await selectShown(selectWaiting(db, orgId, filter))
    .$if(after !== undefined, (query) => query.where(isAfter(orgId, after as QuarantineCursor)))
    .orderBy('q.kind')
    .orderBy('q.utc_day')
    .orderBy('q.source_no')
    .orderBy('q.event_id')
    .limit(limit)
    .execute()
  return rows as unknown as QuarantinedEvent[]
}

const refusedExactly = sql<string>`to_char(q.refused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const isBefore = (orgId: string, { refusedExactly, kind, utcDay, sourceId, eventId }: RefusalCursor) => sql<boolean>`
  q.refused_at <= ${refusedExactly}::timestamptz
  and (q.refused_at, q.kind, q.utc_day, q.source_no, q.event_id) <
    (${refusedExactly}::timestamptz, ${kind}, ${utcDay}::date, ${sourceNoOf(orgId, sourceId)}, ${eventId})`

/** Returns pending events, most recently refused first, by scanning the index of their age backward. */
export const listNewestQuarantine = async (
  db: Db,
  orgId: string,
  filter: QuarantineFilter,
  { limit, after }: { limit: number; after: RefusalCursor | undefined },
): Promise<(QuarantinedEvent & RefusalCursor)[]> => {
  const rows = await selectShown(selectWaiting(db, orgId, filter))
    .select(refusedExactly.as('refusedExactly'))
    .$if(after !== undefined, (query) => query.where(isBefore(orgId, after as RefusalCursor)))
    .orderBy('q.refused_at', 'desc')
    .orderBy('q.kind', 'desc')
    .orderBy('q.utc_day', 'desc')
    .orderBy('q.source_no', 'desc')
    .orderBy('q.event_id', 'desc')
    .limit(limit)
    .execute()
  return rows as unknown as (QuarantinedEvent & RefusalCursor)[]
}

/** Counts the pending events that match the filter. */
export const countQuarantine = async (db: Db, orgId: string, filter: QuarantineFilter = {}): Promise<number> => {
  const { count } = await selectWaiting(db, orgId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface ReplayReport {
  accepted: number
  stillRefused: number
}

const PAGE = 1_000

/**
 * Submits refused events again after the directory was corrected. The statement that stores an accepted event also removes it
 * from quarantine, so interrupted or simultaneous runs neither lose nor duplicate events.
 */
export const replayQuarantine = async (
  db: Db,
  ingest: IngestContext,
  orgId: string,
  filter: QuarantineFilter = {},
  onProgress: (report: ReplayReport) => void = () => {},
): Promise<ReplayReport> => {
  const report = { accepted: 0, stillRefused: 0 }
  for (let after: QuarantineCursor | undefined; ; ) {
    const { accepted, stillRefused, last } = await replayPage(db, ingest, orgId, filter, { limit: PAGE, after })
    after = last
    if (!after) return report
    report.accepted += accepted
    report.stillRefused += stillRefused
    onProgress(report)
  }
}

/** Submits one page of refused events again; the next page starts after `last`. */
export const replayPage = async (
  db: Db,
  ingest: IngestContext,
  orgId: string,
  filter: QuarantineFilter,
  { limit, after }: { limit: number; after: QuarantineCursor | undefined },
): Promise<ReplayReport & { last: QuarantineCursor | undefined }> => {
  const page = await listQuarantine(db, orgId, filter, { limit, after })
  const report = { accepted: 0, stillRefused: 0, last: page.at(-1) }
  for (const [, group] of Map.groupBy(page, ({ kind, sourceId }) => `${kind} ${sourceId}`)) {
    const { accepted, stillRefused } = countReplayed(await resubmit(db, ingest, orgId, filter, group))
    report.accepted += accepted
    report.stillRefused += stillRefused
  }
  return report
}

const countReplayed = (results: readonly EventResult[]): ReplayReport => {
  const accepted = results.filter(({ resultCode }) => resultCode === 0).length
  return { accepted, stillRefused: results.length - accepted }
}

/**
 * Sorted by arrival, because the latest announcement of a time off applies. The events of one kind and source are accepted by one
 * transaction, which records them in the audit log.
 */
const resubmit = (
  db: Db,
  ingest: IngestContext,
  orgId: string,
  { resultCode, events }: QuarantineFilter,
  page: QuarantinedEvent[],
) => {
  const group = page.toSorted((a, b) => a.refusedAt.getTime() - b.refusedAt.getTime())
  const { kind, sourceId, keyId } = group[0] as QuarantinedEvent
  const recordReplay = (trx: Db, results: readonly EventResult[]) => {
    const after = { kind, sourceId, resultCode, named: events?.length, ...countReplayed(results) }
    return recordChange(trx, orgId, { entity: { type: 'quarantine' }, after })
  }
  const submission: Submission = { orgId, keyId, sourceId, release: group.map((event) => event.resultCode), recordReplay }
  const payloads = group.map(({ payload }) => payload)
  return recordAgain(kind, db, ingest, submission, payloads)
}

/** Deletes events that are older than 30 days. */
export const purgeQuarantine = async (db: Db): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('quarantine')
    .where('refused_at', '<', sql<Date>`now() - make_interval(days => ${QUARANTINE_DAYS})`)
    .where(servedHere('quarantine.org_id'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
