import { percentile } from './load.ts'

/** The calls of a time span with their latencies in milliseconds. */
export interface Slice {
  readonly calls: number
  readonly seconds: number
  readonly latencies: readonly number[]
}

/** Runs `work` concurrently for about the given time. Calls in progress at the end are awaited and counted. */
export const during = async (seconds: number, lanes: number, work: (index: number) => Promise<unknown>): Promise<Slice> => {
  const latencies: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  let next = 0
  const lane = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now()
      await work(next++)
      latencies.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { calls: latencies.length, seconds: (performance.now() - started) / 1000, latencies }
}

const digits = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 100 ? 1 : 0)

/** `p99`, or `max of 12` if there are too few values. */
export const shareName = (values: readonly number[], share: number): string =>
  Math.floor(values.length * share) < values.length - 1 ? `p${Math.round(share * 100)}` : `max of ${values.length}`

/** `p50 1.2 ms, p95 3.4 ms, p99 5.6 ms`; of few calls `p50 1.2 ms, max of 12 5.6 ms`. */
export const latencyText = (latencies: readonly number[], shares: readonly number[] = [0.5, 0.95, 0.99]): string =>
  [...new Set(shares.map((share) => `${shareName(latencies, share)} ${digits(percentile(latencies, share))} ms`))].join(', ')

/** Growth of cost with size: the exponent between two measurements; 1 is proportional, 0 is constant. */
export const slope = ([fromSize, fromCost]: readonly [number, number], [toSize, toCost]: readonly [number, number]): number =>
  Math.log(toCost / fromCost) / Math.log(toSize / fromSize)

export const timed = async <T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly result: T }> => {
  const started = performance.now()
  const result = await work()
  return { seconds: (performance.now() - started) / 1000, result }
}

export const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** `1,000,000` */
export const grouped = (count: number): string => count.toLocaleString('en-US')

/** The day this many days from today, in UTC: `2026-01-05`. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
