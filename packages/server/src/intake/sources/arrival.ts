import { MAX_FUTURE_MS } from '@rollcall/contract'

/** What the times of a call's events say about its source. */
export interface Arrival {
  readonly receivedAt: number
  /** Newest event minus arrival: how far the clock of the source is off. Absent for history, which says nothing about a clock. */
  readonly skewMs: number | undefined
  /** Time of the newest event that does not lie in the future beyond what is allowed. */
  readonly lastEvent: number | undefined
}

/** A call whose newest event is older brings history, or what waited in a queue. */
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

/** Of two calls together: the skew is that of the later one that has one. */
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
