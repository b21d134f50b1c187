import { latencyText } from './measure.ts'

/** Outcomes of requests of one kind. */
export interface Tally {
  readonly kind: string
  /** Latencies of successful requests in milliseconds. */
  readonly latencies: number[]
  /** Counts of other outcomes by status, or by error without a response. */
  readonly errors: Map<string, number>
}

export const createTally = (kind: string): Tally => ({ kind, latencies: [], errors: new Map() })

/** Runs a request that throws on an error response, and counts it. */
export const count = async (tally: Tally, request: () => Promise<unknown>): Promise<void> => {
  const startedAt = performance.now()
  try {
    await request()
    tally.latencies.push(performance.now() - startedAt)
  } catch (error) {
    const what = (error instanceof Error ? error.message : String(error)).slice(0, 160)
    tally.errors.set(what, (tally.errors.get(what) ?? 0) + 1)
  }
}

export const errorCount = ({ errors }: Tally): number => [...errors.values()].reduce((a, b) => a + b, 0)

export const tallyText = (tally: Tally): string => latencyText(tally.latencies, [0.5, 0.99])
