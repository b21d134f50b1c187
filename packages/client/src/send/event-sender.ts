/// <reference lib="esnext.disposable" preserve="true" />
import type { EventResult } from '@rollcall/contract'
import { RollcallError } from '../rollcall-error.ts'
import { createBatchQueue } from './batch-queue.ts'
import { type EventKind, type EventOf, type Submitter, submitOf } from './event-kinds.ts'
import { type EventSenderOptions, limitsOf } from './sender-options.ts'
import { submitBatch } from './submit-batch.ts'

/** How many events a sender has taken, and what became of them; what is missing in the sum is still under way. */
export interface SenderCounters {
  readonly sent: number
  readonly accepted: number
  /** Answered with another code than 0. */
  readonly refused: number
  /** Given to `onFailure`, or part of what the next call rejected with. */
  readonly failed: number
}

/** Sends events of one kind and source in batches, holding back whoever sends faster than the service answers. */
export interface EventSender<E> extends AsyncDisposable {
  /** Takes an event, which must not be changed from then on; waits while `maxPending` events are without an answer. */
  send(event: E): Promise<void>
  /** Sends what is waiting; resolves once every event sent before has its answer. */
  flush(): Promise<void>
  /** As `flush`, and takes no more events. May be called again. */
  close(): Promise<void>
  readonly counters: SenderCounters
}

interface Waiting<E> {
  event: E
  taken: () => void
  refused: (reason: unknown) => void
}

/** Of a browser that does not know the symbol: nobody can write `await using` there, but the sender works. */
const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')

const closedError = () => new RollcallError('The sender is closed', { status: 0, code: 'sender_closed' })

/**
 * A sender for events of one source. Calls are retried as all calls of the client are, which is safe: an event that was stored
 * already is answered as accepted.
 * @throws RangeError when a limit is not a whole number of its range
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
  /** What nobody has been told of yet. */
  let errors: unknown[] = []
  let pending = 0
  let closed = false

  /** What a callback throws is its owner's to know. */
  const tell = (callback: () => void) => {
    try {
      callback()
    } catch (error) {
      errors.push(error)
    }
  }

  const answered = (event: E, result: EventResult) => {
    counters[result.resultCode === 0 ? 'accepted' : 'refused'] += 1
    pending -= 1
    tell(() => onResult?.(event, result))
  }

  const failed = (events: E[], error: RollcallError) => {
    counters.failed += events.length
    pending -= events.length
    if (onFailure) tell(() => onFailure(events, error))
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

  /** Lets in who waits, as far as there is room. Not by their own continuation: nobody who comes later may be before them. */
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
