import { latencyText } from './measure.ts'

/** What became of the requests of one kind. */
export interface Tally {
  readonly kind: string
  /** Milliseconds of each that was answered as it should be. */
  readonly latencies: number[]
  /** How often each other answer came: a status, or the error of a request that got none. */
  readonly errors: Map<string, number>
}

export const createTally = (kind: string): Tally => ({ kind, latencies: [], errors: new Map() })

/** Runs a request that fails where it is answered with an error, and counts it. */
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
