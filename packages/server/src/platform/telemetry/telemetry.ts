import type { ResultCode } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { describeError } from './describe-error.ts'
import { type BackgroundWork, createMetrics, type Metrics, type Pool } from './metrics.ts'

export type Outcome = 'accepted' | 'repeated' | 'user_not_found' | 'location_not_found' | 'refused'
export type OutcomeCounts = Record<Outcome, number>

/** The result of an export; `rewritten` says why the whole lake was compared, if it was. */
interface LakeExport {
  readonly position: number
  readonly rewritten: string | null
  readonly segments: number
  readonly removed: number
  readonly unchanged: number
  readonly stale: number
  readonly rows: number
  readonly bytes: number
}

/** `dropped`: the person became inactive, or no longer wants it. */
interface MailAttempt {
  readonly id: string
  readonly kind: string
  readonly outcome: 'sent' | 'refused' | 'postponed' | 'away' | 'given up' | 'dropped'
  readonly attempts: number
  readonly reason?: string
}

/** `gone`: the browser is no longer subscribed. `dropped`: the person became inactive, or no longer wants it. */
interface PushAttempted {
  readonly id: string
  readonly kind: string
  readonly outcome: 'sent' | 'gone' | 'refused' | 'postponed' | 'dropped'
  readonly attempts: number
  readonly reason: string
}

/**
 * One function per business event writes both log and counter. Levels have a fixed meaning: `error` means that someone must act,
 * `warn` that someone should look soon, `info` a normal event, `debug` a single step. Logs hold no personal data and no secrets.
 */
export interface Telemetry {
  readonly log: Logger
  readonly metrics: Metrics
  requestDone(request: FastifyRequest, reply: FastifyReply): void
  requestFailed(request: FastifyRequest, error: AppError): void
  eventsSubmitted(kind: string, counts: OutcomeCounts): void
  /** The warehouse of an organization was refreshed. */
  refreshed(orgId: string, run: { runNo: number; days: number; rows: number; segments: number; seconds: number }): void
  /** The change feed has a new timeline: the first one, or one after a restore. */
  feedTimelineStarted(timeline: { id: string; cause: 'first' | 'restored' | 'command' }): void
  /** The published days of an organization were written to its lake. */
  lakeExported(orgId: string, report: LakeExport): void
  lakeExportFailed(error: unknown): void
  /** A user was erased; only the id is logged. */
  personErased(orgId: string, userId: string): void
  /** A node tried to send a mail. `away`: the mail server takes none; `reason` is what it said, without any address. */
  mailAttempted(orgId: string, mail: MailAttempt): void
  /** A node tried to notify a device; `reason` names neither an address nor a person. */
  pushAttempted(orgId: string, push: PushAttempted): void
  /** A call was refused: too many calls wait for this pool, it waited too long, or request bodies take too much memory. */
  overloaded(what: Pool | 'bodies'): void
  /** A streamed response was cut off because its reader was too slow. */
  readerDropped(request: FastifyRequest): void
  /** The same for a response in memory, of which only the address of its reader is known. */
  connectionDropped(address: string | undefined): void
  /** Background work failed and will be retried. */
  backgroundFailed(what: BackgroundWork, error: unknown): void
}

export const createTelemetry = (log: Logger, metrics = createMetrics()): Telemetry => {
  const startedKinds = new Set<string>()
  /** Queues have no telemetry of their own, so their refusals are counted where the response is sent or the work is postponed. */
  const countQueue = (error: unknown): void => {
    if (error instanceof AppError && error.extras.refusedBy) metrics.overloads.inc({ what: error.extras.refusedBy })
  }
  return {
    log,
    metrics,
    requestDone(request, reply) {
      const route = request.routeOptions.url ?? 'unknown'
      const labels = { route, method: request.method, status: String(reply.statusCode) }
      metrics.requests.observe(labels, reply.elapsedTime / 1000)
      if (request.deprecatedUse) metrics.deprecated.inc({ operation: request.deprecatedUse, key: request.caller?.id ?? 'none' })
      if (!log.isLevelEnabled('info')) return
      const { id: reqId, correlationId, caller, refusal, resultCounts, traceId } = request
      const fields = { reqId, ...labels, status: reply.statusCode, ms: Math.round(reply.elapsedTime), correlationId, traceId }
      const refused = refusal && { code: refusal.code, address: request.ip }
      log.info({ ...fields, key: caller?.id ?? refusal?.keyId, ...refused, results: resultCounts }, 'request')
    },
    requestFailed(request, error) {
      metrics.errors.inc({ code: error.code })
      countQueue(error)
      // An unavailable database recovers without us; any other error is a defect of the service.
      log[error.status === 503 ? 'warn' : 'error'](
        { reqId: request.id, code: error.code, err: describeError(error.cause ?? error) },
        'request failed',
      )
    },
    eventsSubmitted(kind, counts) {
      // Each series starts with zero, because `rate` misses the first value of a series that begins with 1.
      const isFirst = !startedKinds.has(kind)
      startedKinds.add(kind)
      for (const [outcome, count] of Object.entries(counts))
        if (isFirst || count > 0) metrics.events.inc({ kind, outcome }, count)
    },
    refreshed(orgId, run) {
      metrics.refreshes.observe(run.seconds)
      metrics.publishedRows.inc(run.rows)
      log.info({ orgId, ...run }, 'refreshed')
    },
    feedTimelineStarted({ id, cause }) {
      if (cause === 'first') return log.info({ timeline: id }, 'change feed started')
      metrics.feedTimelines.inc()
      log.warn({ timeline: id }, 'the database was restored or moved: the change feed has a new timeline')
    },
    lakeExported(orgId, report) {
      metrics.lakeExports.inc({ outcome: 'succeeded' })
      metrics.lakeSegments.inc(report.segments)
      log.info({ orgId, ...report }, 'lake exported')
    },
    lakeExportFailed(error) {
      metrics.lakeExports.inc({ outcome: 'failed' })
      metrics.backgroundFailures.inc({ what: 'lake export' })
      log.warn({ what: 'lake export', err: describeError(error) }, 'background work failed, will retry')
    },
    personErased(orgId, userId) {
      metrics.erasures.inc()
      log.info({ orgId, userId }, 'person erased')
    },
    pushAttempted(orgId, push) {
      metrics.pushes.inc({ outcome: push.outcome })
      log[push.outcome === 'refused' ? 'warn' : 'info']({ orgId, ...push }, 'push')
    },
    mailAttempted(orgId, mail) {
      metrics.mails.inc({ outcome: mail.outcome })
      const isBad = mail.outcome === 'away' || mail.outcome === 'given up'
      log[isBad ? 'warn' : 'info']({ orgId, ...mail }, 'mail')
    },
    overloaded(what) {
      // The response is logged like every 503.
      metrics.overloads.inc({ what })
    },
    readerDropped({ id: reqId, caller, routeOptions }) {
      metrics.readersDropped.inc()
      log.warn({ reqId, route: routeOptions.url, key: caller?.id }, 'slow reader cut off')
    },
    connectionDropped(address) {
      metrics.readersDropped.inc()
      log.warn({ address }, 'slow reader cut off')
    },
    backgroundFailed(what, error) {
      countQueue(error)
      metrics.backgroundFailures.inc({ what })
      log.warn({ what, err: describeError(error) }, 'background work failed, will retry')
    },
  }
}

export const NO_COUNTS: OutcomeCounts = { accepted: 0, repeated: 0, user_not_found: 0, location_not_found: 0, refused: 0 }

const OUTCOMES = ['accepted', 'user_not_found', 'location_not_found', 'refused'] as const satisfies Record<ResultCode, Outcome>

export const countOutcomes = (outcomes: readonly Outcome[]): OutcomeCounts => {
  const counts = { ...NO_COUNTS }
  for (const outcome of outcomes) counts[outcome]++
  return counts
}

/**
 * Counts what a replay changes. Each event was counted when it arrived, so it moves from its former refusal to its new result. An
 * event that turns out to be stored already does not move, because it was counted when it was stored. Only an event that is now
 * refused for another reason may move twice, by two simultaneous replays.
 */
export const countMoved = (before: readonly ResultCode[], outcomes: readonly Outcome[]): OutcomeCounts => {
  const counts = { ...NO_COUNTS }
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === 'repeated') continue
    counts[OUTCOMES[before[index] as ResultCode]]--
    counts[outcome]++
  }
  return counts
}
