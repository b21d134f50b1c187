/// <reference lib="esnext.disposable" preserve="true" />
import type { EventResult } from '@rollcall/contract'
import { RollcallError } from '../rollcall-error.ts'
import { createBatchQueue } from './batch-queue.ts'
import { type EventKind, type EventOf, type Submitter, submitOf } from './event-kinds.ts'
import { type EventSenderOptions, limitsOf } from './sender-options.ts'
import { submitBatch } from './submit-batch.ts'

/** Number of events by outcome; events not counted as an outcome are still in flight. */
export interface SenderCounters {
  readonly sent: number
  readonly accepted: number
  /** Events with a result code other than 0. */
  readonly refused: number
  /** Events passed to `onFailure`, or part of the error of the next call. */
  readonly failed: number
}

/** Sends events of one kind and source in batches, and slows down callers that send faster than the service responds. */
export interface EventSender<E> extends AsyncDisposable {
  /** Accepts an event, which must not be changed afterwards; waits while `maxPending` events are unanswered. */
  send(event: E): Promise<void>
  /** Sends all waiting events; resolves when every event sent so far has its result. */
  flush(): Promise<void>
  /** Like `flush`, and accepts no more events. May be called repeatedly. */
  close(): Promise<void>
  readonly counters: SenderCounters
}

interface Waiting<E> {
  event: E
  taken: () => void
  refused: (reason: unknown) => void
}

/** Fallback for browsers without the symbol: `await using` is unavailable there, but the sender works. */
const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')

const closedError = () => new RollcallError('The sender is closed', { status: 0, code: 'sender_closed' })

/**
 * Creates a sender for events of one source. Calls are retried like all calls of the client, which is safe because a stored event
 * is reported as accepted.
 * @throws RangeError if a limit is not an integer in its range
 */
export const createEventSender = <K extends EventKind>(
  client: Submitter,
  options: EventSenderOptions<K>,
): EventSender<EventOf<K>> => {
  type E = EventOf<K>
  const { onResult, onFailure } = options
  const limits = limitsOf(options)
  const submit = submitOf(client, options.kind, options.sourceId)
  const counters = { sent: 0, accepted: 0, refused: 0, failed: 0 }
  const waiting: Waiting<E>[] = []
  /** Errors not yet reported to a caller. */
  let errors: unknown[] = []
  let pending = 0
  let closed = false

  /** An error thrown by a callback is reported to the caller. */
  const report = (callback: () => void) => {
    try {
      callback()
    } catch (error) {
      errors.push(error)
    }
  }

  const answered = (event: E, result: EventResult) => {
    counters[result.resultCode === 0 ? 'accepted' : 'refused'] += 1
    pending -= 1
    report(() => onResult?.(event, result))
  }

  const failed = (events: E[], error: RollcallError) => {
    counters.failed += events.length
    pending -= events.length
    if (onFailure) report(() => onFailure(events, error))
    else errors.push(error)
  }

  const throwErrors = () => {
    if (errors.length === 0) return
    const [first, ...others] = errors
    errors = []
    throw others.length === 0 ? first : new AggregateError([first, ...others], `${others.length + 1} failures while sending`)
  }

  const take = (event: E) => {
    counters.sent += 1
    pending += 1
    queue.add(event)
  }

  /** Admits waiting callers while there is room. It does so directly, so that a delay caller cannot overtake them. */
  const admit = () => {
    while (pending < limits.maxPending) {
      const next = waiting.shift()
      if (!next) return
      try {
        throwErrors()
        take(next.event)
        next.taken()
      } catch (error) {
        next.refused(error)
      }
    }
  }

  const queue = createBatchQueue<E>(limits, async (events) => {
    await submitBatch(submit, events, { answered, failed })
    admit()
  })

  const send = async (event: E): Promise<void> => {
    if (closed) throw closedError()
    throwErrors()
    if (pending < limits.maxPending && waiting.length === 0) return take(event)
    await new Promise<void>((taken, refused) => waiting.push({ event, taken, refused }))
  }

  const settle = async () => {
    const last = waiting.at(-1)
    while (last && waiting.includes(last)) await queue.drain()
    await queue.drain()
    throwErrors()
  }

  const close = async () => {
    closed = true
    await settle()
  }

  return {
    send,
    flush: settle,
    close,
    get counters() {
      return { ...counters }
    },
    [ASYNC_DISPOSE]: close,
  }
}
