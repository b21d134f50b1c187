import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { QUEUES } from '../errors.ts'
import { stateMetrics } from './state-metrics.ts'
import { watchedMetrics } from './watched-metrics.ts'

/** The connection pools: for requests, for streamed responses, and for background work. */
const POOLS = ['requests', 'exports', 'jobs'] as const
export type Pool = (typeof POOLS)[number]

const BACKGROUND_WORK = [
  ...[
    'adding up changes',
    'cells',
    'check-in',
    'database connection',
    'desk sightings purge',
    'horizon engine',
    'lake export',
    'live floor',
  ],
  ...[
    'mail',
    'mail purge',
    'metering',
    'nightly schedule',
    'partitions',
    'presence-based booking',
    'provisioning counts',
    'push',
    'quarantine purge',
    'reading ahead',
    'refresh',
    'reports',
    'replica',
  ],
  ...['retention', 'sample data', 'sealing key', 'session purge', 'settling erasures', 'source health', 'state metrics'],
] as const
export type BackgroundWork = (typeof BACKGROUND_WORK)[number]

/**
 * Starts the series at zero for each known value: `rate` and `increase` miss the first failure of a series that begins with 1.
 */
const fromZero = <L extends string>(counter: Counter<L>, label: L, values: readonly string[]): Counter<L> => {
  for (const value of values) counter.inc({ [label]: value } as Record<L, string>, 0)
  return counter
}

/** Gauges that prom-client names like counters. The sum of the gauge without `_total` is the same. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** All metrics of the service, for Prometheus; `ofProcess` adds those of the process, which the cells of a node share. */
export const createMetrics = ({ ofProcess = true } = {}) => {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'rollcall_http_request_duration_seconds',
      help: 'Duration of requests',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    events: new Counter({
      name: 'rollcall_events_total',
      help: 'Submitted events by kind and outcome',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    errors: fromZero(
      new Counter({
        name: 'rollcall_errors_total',
        help: 'Responses with status 5xx by code',
        labelNames: ['code'],
        registers,
      }),
      'code',
      ['internal', 'unavailable'],
    ),
    refreshes: new Histogram({
      name: 'rollcall_refresh_duration_seconds',
      help: 'Duration of refreshes of the warehouse',
      buckets: [0.1, 1, 10, 60, 300, 1800, 7200],
      registers,
    }),
    publishedRows: new Counter({
      name: 'rollcall_published_rows_total',
      help: 'Rows that refreshes published, again or for the first time',
      registers,
    }),
    erasures: new Counter({
      name: 'rollcall_erasures_total',
      help: 'People who were erased',
      registers,
    }),
    feedTimelines: new Counter({
      name: 'rollcall_feed_timelines_total',
      help: 'New timelines of the change feed, because the database was restored or moved',
      registers,
    }),
    lakeExports: fromZero(
      new Counter({
        name: 'rollcall_lake_exports_total',
        help: 'Exports to the lake that had something to write, by outcome',
        labelNames: ['outcome'],
        registers,
      }),
      'outcome',
      ['succeeded', 'failed'],
    ),
    lakeSegments: new Counter({
      name: 'rollcall_lake_segments_total',
      help: 'Segments that were written to the lake or removed from it',
      registers,
    }),
    mails: fromZero(
      new Counter({
        name: 'rollcall_mails_total',
        help: 'Attempts to send a mail, by outcome',
        labelNames: ['outcome'],
        registers,
      }),
      'outcome',
      ['sent', 'refused', 'postponed', 'away', 'given up', 'dropped'],
    ),
    pushes: fromZero(
      new Counter({
        name: 'rollcall_pushes_total',
        help: 'Attempts to notify a device, by outcome',
        labelNames: ['outcome'],
        registers,
      }),
      'outcome',
      ['sent', 'gone', 'refused', 'postponed', 'dropped'],
    ),
    backgroundFailures: fromZero(
      new Counter({
        name: 'rollcall_background_failures_total',
        help: 'Background work that failed and is retried, by kind',
        labelNames: ['what'],
        registers,
      }),
      'what',
      BACKGROUND_WORK,
    ),
    overloads: fromZero(
      new Counter({
        name: 'rollcall_overload_refusals_total',
        help: 'Calls that got status 503 because too many waited or for too long, and work postponed for that, by what they waited for',
        labelNames: ['what'],
        registers,
      }),
      'what',
      [...POOLS, ...QUEUES, 'bodies'],
    ),
    readersDropped: new Counter({
      name: 'rollcall_readers_dropped_total',
      help: 'Responses that were cut off because their reader was too slow',
      registers,
    }),
    warehouseReads: fromZero(
      new Counter({
        name: 'rollcall_warehouse_reads_total',
        help: 'Streamed answers of the warehouse by the server that their rows were read from',
        labelNames: ['server'],
        registers,
      }),
      'server',
      ['primary', 'replica', 'cache'],
    ),
    deprecated: new Counter({
      name: 'rollcall_deprecated_requests_total',
      help: 'Requests that use a deprecated operation or parameter, by key',
      labelNames: ['operation', 'key'],
      registers,
    }),
    discardedSpans: new Counter({
      name: 'rollcall_discarded_spans_total',
      help: 'Spans that were discarded because the collector did not take them in time',
      registers,
    }),
    prefixed: new Counter({
      name: 'rollcall_prefixed_requests_total',
      help: 'Requests below a path prefix, where the service cannot be reached',
      registers,
    }),
    untrustedForwarded: new Counter({
      name: 'rollcall_untrusted_forwarded_requests_total',
      help: 'Requests with X-Forwarded-For from an address that is not trusted',
      registers,
    }),
    ...stateMetrics(registers),
    ...watchedMetrics(registers),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
