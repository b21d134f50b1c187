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
  /** Accepts an event as soon as there is room, or returns earlier if `signal` aborts. */
  send(outgoing: PlacedEvent): Promise<void>
  /** Waits for missing results, at most until the submitter is stopped. */
  close(): Promise<void>
  /** The first event without a result, in the order of the files. */
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

/** Maximum number of unanswered events: enough to keep two calls busy, few enough to hold rows of any length. */
const MAX_PENDING = 4_000

const isBroken = (events: readonly unknown[], { status }: RollcallError): boolean =>
  events.length === 1 && status === BREAKS_SCHEMA

/** Sends events in batches and counts their outcomes. */
export const createDelivery = (options: DeliveryOptions): Delivery => {
  const { kind, sourceId, submitter, tally, signal, onRefused, onFailure } = options
  type Event = EventOf<SentKind>
  /** In the order of the files, because a map keeps insertion order. */
  const unanswered = new Map<Event, PlacedEvent>()

  const settle = (event: Event, refusal?: Refusal) => {
    const outgoing = unanswered.get(event)
    try {
      if (outgoing && refusal) onRefused(outgoing, refusal)
      unanswered.delete(event)
    } catch (error) {
      // An unreported refusal does not count as a result: resuming starts with it.
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

  /** Only one caller waits at a time. Racing every event against one promise would leak a reaction per event. */
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

/** A service that has responded once is at the right address, so its restart is awaited for about four minutes. */
const LATER_ATTEMPTS = 30

/** Submits until the signal aborts; fails soon if the service has never responded. */
export const createSubmitter = (options: ClientOptions, signal: AbortSignal): Submitter => {
  const first = createClient(options)
  const patient = createClient({ ...options, maxAttempts: LATER_ATTEMPTS })
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
