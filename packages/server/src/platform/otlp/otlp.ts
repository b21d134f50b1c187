import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { startPeriodic } from '../jobs/periodic.ts'
import type { OtlpConfig } from '../otlp-config.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { VERSION } from '../version.ts'
import { attributesOf, metricsRequest, nanoseconds, type Origin, type Span, traceRequest } from './messages.ts'
import { readMetrics } from './metrics-of.ts'
import { traceRequests } from './request-spans.ts'
import { createSender } from './sender.ts'
import { createSpanQueue, type SpanQueue } from './span-queue.ts'
import { isInSample, newSpanId, newTraceId } from './trace-context.ts'

const INTERNAL = 1

/** The connection to the operator's collector. Disposing sends what waits, for a few seconds at most. */
export interface Otlp extends AsyncDisposable {
  traceRequests(app: FastifyInstance): void
  /** The same telemetry, which also records finished refreshes, each as a trace of its own. */
  tracing(telemetry: Telemetry): Telemetry
}

const STOPPING_MS = 5_000

/** Starts sending traces and metrics. The collector may be away, slow or refuse: the service never waits for it. */
export const startOtlp = (
  config: OtlpConfig,
  log: Logger,
  metrics: Metrics,
  allMetrics: () => Promise<Registry> = async () => metrics.registry,
): Otlp => {
  const origin = originOf(config)
  const stopping = new AbortController()
  const startedAt = Date.now()
  const timers = new AsyncDisposableStack()
  const onError = (error: unknown) => log.error({ err: (error as Error).message }, 'telemetry could not be made')

  let spans: SpanQueue | undefined
  if (config.traces) {
    const sender = createSender('traces', config.traces, log, stopping.signal)
    const discarded = (count: number) => metrics.discardedSpans.inc(count)
    spans = createSpanQueue((batch) => sender.send(traceRequest(origin, batch)), config.maxQueuedSpans, discarded)
    timers.use(startPeriodic(config.spanDelayMs, spans.flush, onError))
  }
  const sendMetrics = metricsSender(config, origin, log, allMetrics, startedAt, stopping.signal)
  if (config.metrics) timers.use(startPeriodic(config.metricIntervalMs, sendMetrics, onError))

  return {
    traceRequests(app) {
      if (spans) traceRequests(app, config.sampler, spans.add)
    },
    tracing: (telemetry) => ({
      ...telemetry,
      refreshed(orgId, run) {
        telemetry.refreshed(orgId, run)
        const { days, rows, segments } = run
        const attributes = { 'rollcall.refresh.days': days, 'rollcall.refresh.rows': rows, 'rollcall.refresh.segments': segments }
        const span = spanOfWork('refresh', run.seconds, attributes)
        if (isInSample(span.traceId, config.sampler.ratio)) spans?.add(span)
      },
    }),
    async [Symbol.asyncDispose]() {
      const flush = async () => {
        await timers.disposeAsync()
        await Promise.all([spans?.flush(), sendMetrics()])
      }
      const done = new AbortController()
      const late = sleep(STOPPING_MS, undefined, { signal: done.signal }).catch(() => {})
      await Promise.race([flush().catch(onError), late])
      done.abort()
      stopping.abort()
    },
  }
}

const spanOfWork = (name: string, seconds: number, attributes: Readonly<Record<string, number>>): Span => {
  const now = Date.now()
  return {
    ...{ traceId: newTraceId(), spanId: newSpanId(), name, kind: INTERNAL, flags: 1 },
    startTimeUnixNano: nanoseconds(now - seconds * 1000),
    endTimeUnixNano: nanoseconds(now),
    attributes: attributesOf(attributes),
  }
}

/** Metrics are read when they are sent, so nothing waits while the collector is away. */
const metricsSender = (
  { metrics: signal }: OtlpConfig,
  origin: Origin,
  log: Logger,
  allMetrics: () => Promise<Registry>,
  startedAt: number,
  stopped: AbortSignal,
): (() => Promise<void>) => {
  if (!signal) return async () => {}
  const sender = createSender('metrics', signal, log, stopped)
  return async () => void (await sender.send(metricsRequest(origin, await readMetrics(await allMetrics(), startedAt))))
}

const originOf = ({ serviceName, resourceAttributes }: OtlpConfig): Origin => ({
  resource: {
    attributes: attributesOf({
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
      ...resourceAttributes,
      'service.name': serviceName,
    }),
  },
  scope: { name: 'rollcall', version: VERSION },
})
