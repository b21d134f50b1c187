import type { Span } from './messages.ts'
import type { Sent } from './sender.ts'

const BATCH = 512

/** Spans wait here for the collector. The queue is bounded: when the collector is away, new spans are discarded and counted. */
export interface SpanQueue {
  add(span: Span): void
  /** Sends what waits, until it is sent or the collector takes no more. */
  flush(): Promise<void>
}

export const createSpanQueue = (
  send: (spans: readonly Span[]) => Promise<Sent>,
  maxSpans: number,
  onDiscarded: (count: number) => void,
): SpanQueue => {
  let waiting: Span[] = []
  let flushing: Promise<void> | undefined
  let isAway = false

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      const sent = await send(batch)
      isAway = sent === 'later'
      if (isAway) return
      waiting = waiting.slice(batch.length)
      if (sent === 'refused') onDiscarded(batch.length)
    }
  }
  const flush = (): Promise<void> => {
    flushing ??= sendAll().finally(() => {
      flushing = undefined
    })
    return flushing
  }
  return {
    add(span) {
      if (waiting.length >= maxSpans) return onDiscarded(1)
      waiting.push(span)
      // A full batch does not wait for the next interval, unless the collector is away.
      if (waiting.length >= BATCH && !isAway && !flushing) void flush()
    },
    flush,
  }
}
