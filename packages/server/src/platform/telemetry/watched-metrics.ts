import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** Gauges of what a node holds, which are read when the metrics are scraped. */
export const watchedMetrics = (registers: Registry[]) => ({
  /** Reads the pools when the metrics are scraped. */
  watchPools(pools: Record<string, pg.Pool>): void {
    new Gauge({
      name: 'rollcall_database_connections',
      help: 'Connections of each pool by state, and calls that wait for one',
      labelNames: ['pool', 'state'],
      registers,
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
    new Gauge({
      name: 'rollcall_readers',
      help: 'Responses that are being streamed, and calls that wait to be streamed',
      labelNames: ['state'],
      registers,
      collect() {
        const { taken, waiting } = count()
        this.set({ state: 'reading' }, taken)
        this.set({ state: 'waiting' }, waiting)
      },
    })
  },
  /** Reads the state of the replica when the metrics are scraped. */
  watchReplica(look: () => { readonly isUsed: boolean; readonly lagSeconds: number | undefined }): void {
    new Gauge({
      name: 'rollcall_replica_used',
      help: '1 while warehouse reads use the replica, 0 while it is away, too far behind, or no replica of the database',
      registers,
      collect() {
        this.set(look().isUsed ? 1 : 0)
      },
    })
    new Gauge({
      name: 'rollcall_replica_lag_seconds',
      help: 'How far the replica is behind at most; not set until it was reached for the first time',
      registers,
      collect() {
        const { lagSeconds } = look()
        if (lagSeconds !== undefined) this.set(lagSeconds)
      },
    })
  },
  /** Reads the number of bytes of request bodies in memory when the metrics are scraped. */
  watchBodies(held: () => number): void {
    new Gauge({
      name: 'rollcall_request_body_bytes',
      help: 'Size of the request bodies that are being received or processed',
      registers,
      collect() {
        this.set(held())
      },
    })
  },
})
