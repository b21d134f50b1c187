import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** All metrics of the service, for Prometheus. */
export const createMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
    errors: new Counter({
      name: 'rollcall_errors_total',
      help: 'Answers with status 5xx by code',
      labelNames: ['code'],
      registers,
    }),
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
    lakeExports: new Counter({
      name: 'rollcall_lake_exports_total',
      help: 'Exports to the lake that had something to write, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    lakeSegments: new Counter({
      name: 'rollcall_lake_segments_total',
      help: 'Segments that were written to the lake or removed from it',
      registers,
    }),
    /** Reads the pool whenever the metrics are read. */
    watchPool(pool: pg.Pool): void {
      new Gauge({
        name: 'rollcall_database_connections',
        help: 'Connections of the pool by state',
        labelNames: ['state'],
        registers,
        collect() {
          this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
          this.set({ state: 'idle' }, pool.idleCount)
          this.set({ state: 'waiting' }, pool.waitingCount)
        },
      })
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
