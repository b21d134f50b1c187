import {
  type ClientOptions,
  createClient,
  createEventSender,
  type EventOf,
  type RollcallClient,
  type RollcallError,
  type Submitter,
} from '@rollcall/client'
import { ALREADY_RECORDED } from '@rollcall/contract'
import type { SentKind } from '../events/event-kinds.ts'
import type { PlacedEvent } from '../events/made-events.ts'
import { BREAKS_SCHEMA, type Refusal } from '../events/make-event.ts'
import type { Place } from '../rows/row.ts'
import type { Tally } from './tally.ts'

interface Delivery {
  /** Takes an event as soon as there is room for it, or earlier when `signal` aborts. */
  send(outgoing: PlacedEvent): Promise<void>
  /** Waits for the answers that are missing, not longer than until the submitter is told to stop. */
  close(): Promise<void>
  /** The first event without an answer, in the order of the files. */
  firstUnanswered(): Place | undefined
}

interface DeliveryOptions {
  kind: SentKind
  sourceId: string
  submitter: Submitter
  tally: Tally
  signal: AbortSignal
  onRefused: (outgoing: PlacedEvent, refusal: Refusal) => void
  onFailure: (error: unknown) => void
}

/** Events that wait for their answers: enough to keep two calls busy, few enough to keep rows of any length. */
const MAX_PENDING = 4_000

const isBroken = (events: readonly unknown[], { status }: RollcallError): boolean =>
  events.length === 1 && status === BREAKS_SCHEMA

/** Sends events in batches and keeps count of what became of them. */
export const createDelivery = (options: DeliveryOptions): Delivery => {
  const { kind, sourceId, submitter, tally, signal, onRefused, onFailure } = options
  type Event = EventOf<SentKind>
  /** In the order of the files, for a map keeps the order in which it was filled. */
  const unanswered = new Map<Event, PlacedEvent>()

  const settle = (event: Event, refusal?: Refusal) => {
    const outgoing = unanswered.get(event)
    try {
      if (outgoing && refusal) onRefused(outgoing, refusal)
      unanswered.delete(event)
    } catch (error) {
      // A refusal that nobody has been told of is no answer: going on begins with it.
      onFailure(error)
    }
  }

  const sender = createEventSender<SentKind>(submitter, {
    ...{ kind, sourceId, maxPending: MAX_PENDING },
    onResult: (event, { resultCode, message }) => {
      if (resultCode !== 0) return settle(event, { resultCode, reason: message })
      tally[message === ALREADY_RECORDED ? 'alreadyRecorded' : 'accepted'] += 1
      settle(event)
    },
    onFailure: (events, error) => {
      const [event] = events
      if (event && isBroken(events, error)) settle(event, { resultCode: BREAKS_SCHEMA, reason: error.message })
      else onFailure(error)
    },
  })

  /** One waits at a time. Racing each event against one promise would keep a reaction of each until the end. */
  let leave = () => {}
  signal.addEventListener('abort', () => leave(), { once: true })

  return {
    send: async (outgoing) => {
      const event = outgoing.event as unknown as Event
      unanswered.set(event, outgoing)
      await new Promise<void>((taken, failed) => {
        leave = taken
        sender.send(event).then(taken, failed)
      })
    },
    close: () => sender.close(),
    firstUnanswered: () => unanswered.values().next().value?.place,
  }
}

/** A service that has answered once is at the right address: it is waited for while it restarts, for about four minutes. */
const PATIENT_ATTEMPTS = 30

/** Submits until the signal aborts; gives up soon when the service was never there. */
export const createSubmitter = (options: ClientOptions, signal: AbortSignal): Submitter => {
  const first = createClient(options)
  const patient = createClient({ ...options, maxAttempts: PATIENT_ATTEMPTS })
  let hasAnswered = false
  const call = async <T>(submit: (client: RollcallClient) => Promise<T>): Promise<T> => {
    const answer = await submit(hasAnswered ? patient : first)
    hasAnswered = true
    return answer
  }
  return {
    submitPresence: (body) => call((client) => client.submitPresence(body, { signal })),
    submitOccupancy: (body) => call((client) => client.submitOccupancy(body, { signal })),
  }
}
