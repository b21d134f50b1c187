import type pg from 'pg'
import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client'

/** Gauges of what a node holds, which are read when the metrics are scraped. */
export const watchedMetrics = (registers: Registry[]) => {
  /** Replaces what was watched before: a cell that starts again has other pools, and keeps its counters. */
  const watch = <T extends string>(configuration: GaugeConfiguration<T>): void => {
    remove(configuration.name)
    new Gauge({ ...configuration, registers })
  }
  const remove = (name: string) => {
    for (const registry of registers) registry.removeSingleMetric(name)
  }
  return {
    /** Reads the pools when the metrics are scraped. */
    watchPools(pools: Record<string, pg.Pool>): void {
      watch({
        name: 'rollcall_database_connections',
        help: 'Connections of each pool by state, and calls that wait for one',
        labelNames: ['pool', 'state'],
        collect() {
          for (const [name, pool] of Object.entries(pools)) {
            this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
            this.set({ pool: name, state: 'idle' }, pool.idleCount)
            this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
          }
        },
      })
    },
    /** Reads the number of streams and of calls that wait for one when the metrics are scraped. */
    watchReaders(count: () => { readonly taken: number; readonly waiting: number }): void {
      watch({
        name: 'rollcall_readers',
        help: 'Responses that are being streamed, and calls that wait to be streamed',
        labelNames: ['state'],
        collect() {
          const { taken, waiting } = count()
          this.set({ state: 'reading' }, taken)
          this.set({ state: 'waiting' }, waiting)
        },
      })
    },
    /** Reads the state of the replica when the metrics are scraped. Returns a function that ends this. */
    watchReplica(look: () => { readonly isUsed: boolean; readonly lagSeconds: number | undefined }): () => void {
      watch({
        name: 'rollcall_replica_used',
        help: '1 while warehouse reads use the replica, 0 while it is away, too far behind, or no replica of the database',
        collect() {
          this.set(look().isUsed ? 1 : 0)
        },
      })
      watch({
        name: 'rollcall_replica_lag_seconds',
        help: 'How far the replica is behind at most; not set until it was reached for the first time',
        collect() {
          const { lagSeconds } = look()
          if (lagSeconds !== undefined) this.set(lagSeconds)
        },
      })
      return () => ['rollcall_replica_used', 'rollcall_replica_lag_seconds'].forEach(remove)
    },
    /** Reads the number of bytes of request bodies in memory when the metrics are scraped. */
    watchBodies(held: () => number): void {
      watch({
        name: 'rollcall_request_body_bytes',
        help: 'Size of the request bodies that are being received or processed',
        collect() {
          this.set(held())
        },
      })
    },
  }
}
