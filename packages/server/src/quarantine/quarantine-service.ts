import type { ResultCode } from '@rollcall/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import type { EventKindName, SubmittedEvent } from '../ingest/event-kind.ts'
import type { IngestContext, Submission } from '../ingest/ingest-service.ts'
import { EVENT_KIND_NAMES, EVENT_KINDS, recordKind } from './event-kinds.ts'

/** How long a refused event waits (contract §3). */
export const QUARANTINE_DAYS = 30

export interface QuarantineFilter {
  readonly kind?: EventKindName | undefined
  readonly sourceId?: string | undefined
  readonly resultCode?: ResultCode | undefined
}

export interface QuarantinedEvent {
  kind: EventKindName
  sourceId: string
  eventId: string
  utcDay: string
  resultCode: number
  reason: string
  refusedAt: Date
  keyId: string | null
  payload: SubmittedEvent
}

/** Identity of the last one read: the next page starts after it. */
export type QuarantineCursor = Pick<QuarantinedEvent, 'kind' | 'sourceId' | 'utcDay' | 'eventId'>

type Builder = ExpressionBuilder<DB & { q: DB['quarantine']; s: DB['sources'] }, 'q' | 's'>

/** An event that its source sent once more, and that was accepted then, waits no longer. */
const stillWaits = sql<boolean>`${sql.join(
  EVENT_KIND_NAMES.map(
    (kind) => sql`not exists (
      select from ${sql.table(EVENT_KINDS[kind].table)} e
      where q.kind = ${sql.lit(kind)} and e.org_id = q.org_id and e.utc_day = q.utc_day
        and e.source_no = q.source_no and e.event_id = q.event_id
    )`,
  ),
  sql` and `,
)}`

/** Refused events that still wait, ordered by kind, source, day and id, a page at a time. */
export const listQuarantine = async (
  db: Db,
  orgId: string,
  { kind, sourceId, resultCode }: QuarantineFilter = {},
  { limit = 100, after }: { limit?: number; after?: QuarantineCursor | undefined } = {},
): Promise<QuarantinedEvent[]> => {
  const isAfter = (eb: Builder) =>
    after
      ? sql<boolean>`(q.kind, s.source_id, q.utc_day, q.event_id) > (${after.kind}, ${after.sourceId}, ${after.utcDay}::date, ${after.eventId})`
      : eb.val(true)
  const rows = await db
    .selectFrom('quarantine as q')
    .innerJoin('sources as s', (join) => join.onRef('s.org_id', '=', 'q.org_id').onRef('s.source_no', '=', 'q.source_no'))
    .select(['q.kind', 's.source_id as sourceId', 'q.event_id as eventId', 'q.utc_day as utcDay', 'q.payload', 'q.reason'])
    .select(['q.result_code as resultCode', 'q.refused_at as refusedAt', 'q.key_id as keyId'])
    .where('q.org_id', '=', orgId)
    .where(isAfter)
    .where(stillWaits)
    .$if(kind !== undefined, (query) => query.where('q.kind', '=', kind as string))
    .$if(sourceId !== undefined, (query) => query.where('s.source_id', '=', sourceId as string))
    .$if(resultCode !== undefined, (query) => query.where('q.result_code', '=', resultCode as number))
    .orderBy('q.kind')
    .orderBy('s.source_id')
    .orderBy('q.utc_day')
    .orderBy('q.event_id')
    .limit(limit)
    .execute()
  return rows as unknown as QuarantinedEvent[]
}

export const countQuarantine = async (db: Db, orgId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('quarantine as q')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('q.org_id', '=', orgId)
    .where(stillWaits)
    .executeTakeFirstOrThrow()
  return count
}

export interface ReplayReport {
  accepted: number
  stillRefused: number
}

const PAGE = 1_000

/**
 * Submits refused events once more, now that the directory was corrected. What is accepted leaves the quarantine in the same
 * statement that stores it, so being stopped in the middle or running twice at once loses and doubles nothing.
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
    const page = await listQuarantine(db, orgId, filter, { limit: PAGE, after })
    after = page.at(-1)
    if (!after) return report
    for (const [, group] of Map.groupBy(page, ({ kind, sourceId }) => `${kind} ${sourceId}`)) {
      const results = await resubmit(ingest, orgId, group)
      const accepted = results.filter(({ resultCode }) => resultCode === 0).length
      report.accepted += accepted
      report.stillRefused += results.length - accepted
    }
    onProgress(report)
  }
}

const resubmit = (ingest: IngestContext, orgId: string, group: QuarantinedEvent[]) => {
  const { kind, sourceId, keyId } = group[0] as QuarantinedEvent
  const submission: Submission = { orgId, keyId, sourceId, release: true }
  return recordKind(kind)(
    ingest,
    submission,
    group.map(({ payload }) => payload),
  )
}

/** Drops what has waited for 30 days. */
export const purgeQuarantine = async (db: Db): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('quarantine')
    .where('refused_at', '<', sql<Date>`now() - make_interval(days => ${QUARANTINE_DAYS})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
