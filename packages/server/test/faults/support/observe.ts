import { expect } from 'vitest'
import type { Stage } from './stage.ts'
import { NO_ANSWER, type Outcome } from './submitting.ts'
import { type FaultLine, record } from './summary.ts'

/** What callers may see while something is wrong. None of them may wait forever, or get an error that blames their request. */
const CLEAR = ['200', '503', NO_ANSWER]

interface Observed {
  /** A finding that only this fault has. */
  readonly note?: string
}

/**
 * Lets something happen while senders send, and waits until every node takes submissions again, without help. What callers saw
 * becomes a line of the summary.
 */
export const observe = async (
  { senders, nodes }: Stage,
  fault: string,
  happen: () => Promise<Observed | undefined>,
): Promise<FaultLine> => {
  const seen: Record<string, number> = {}
  let longestMs = 0
  const unwatch = senders.watch(({ what, ms }: Outcome) => {
    seen[what] = (seen[what] ?? 0) + 1
    longestMs = Math.max(longestMs, ms)
  })
  const began = performance.now()
  const { note } = (await happen()) ?? {}
  const over = performance.now()
  await Promise.all(nodes.map(({ baseUrl }) => senders.probe(baseUrl)))
  const recoveredMs = performance.now() - over
  unwatch()
  const line = { fault, seconds: (over - began) / 1000, seen, longestMs, recoveredMs, ...(note ? { note } : {}) }
  await record(line)
  expect(Object.keys(seen).filter((what) => !CLEAR.includes(what))).toEqual([])
  return line
}
