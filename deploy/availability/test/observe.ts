import { expect } from 'vitest'
import type { Senders } from '../../../packages/server/test/faults/support/senders.ts'
import { NO_ANSWER, type Outcome } from '../../../packages/server/test/faults/support/submitting.ts'
import { record } from '../../../packages/server/test/faults/support/summary.ts'
import type { Stage } from './stage.ts'

/** What callers may see while the database fails over: it worked, or a clear word that it did not. */
export const CLEAR = ['200', '503']
/** The connection to a node that dies breaks off within a call, of which HAProxy cannot know whether it was done. */
export const BROKEN_OFF = [...CLEAR, '502', NO_ANSWER]

interface Observed {
  /** A finding that only this fault has. */
  readonly note?: string
}

/**
 * Lets something happen while senders send through HAProxy, and waits until calls through it and to each node are taken again,
 * without help. What callers saw becomes a line of the summary.
 */
export const observe = async (
  { nodes, baseUrl }: Stage,
  senders: Senders,
  { fault, clear }: { readonly fault: string; readonly clear: readonly string[] },
  happen: () => Promise<Observed>,
): Promise<void> => {
  const seen: Record<string, number> = {}
  let longestMs = 0
  let lastAt = 0
  let outageMs = 0
  const began = performance.now()
  lastAt = began
  const unwatch = senders.watch(({ what, ms }: Outcome) => {
    seen[what] = (seen[what] ?? 0) + 1
    longestMs = Math.max(longestMs, ms)
    if (what !== '200') return
    outageMs = Math.max(outageMs, performance.now() - lastAt)
    lastAt = performance.now()
  })
  const { note } = await happen()
  const over = performance.now()
  for (const url of [baseUrl, ...nodes.map((node) => node.baseUrl)]) await senders.probe(url)
  const recoveredMs = performance.now() - over
  unwatch()
  const outage = `no call was taken for ${(outageMs / 1000).toFixed(1)} s`
  const line = { fault, seconds: (over - began) / 1000, seen, longestMs, recoveredMs }
  await record({ ...line, note: note ? `${outage}; ${note}` : outage })
  expect(Object.keys(seen).filter((what) => !clear.includes(what))).toEqual([])
}
