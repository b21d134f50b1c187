import type { PresenceEvent } from '@rollcall/contract'
import { expect } from 'vitest'
import { createClient, createEventSender, type EventSenderOptions, type RollcallError } from '../index.ts'
import { answer, type Handler, startPeer } from './peer.ts'

export const eventOf = (eventId: string): PresenceEvent => ({
  timestamp: '2026-01-05T09:00:00Z',
  locationId: 'x',
  locationType: 'location',
  eventId,
  userId: 'u',
})

export const idsOf = (body: string): string[] => JSON.parse(body).presenceEvents.map((event: PresenceEvent) => event.eventId)

/** Results for these event ids; ids that start with "stranger" are refused. */
export const resultsOf = (ids: readonly string[]) => ({
  sourceId: 's',
  timestamp: '2026-01-05T09:00:01.000Z',
  results: ids.map((eventId) => ({ eventId, resultCode: eventId.startsWith('stranger') ? 1 : 0, message: 'm' })),
})

export const acceptAll: Handler = ({ body }, response) => answer(response, 200, resultsOf(idsOf(body)))

/** Connects a sender to a peer and records its results and failures. */
export const connectSender = async (handler: Handler, options: Partial<EventSenderOptions<'presence'>> = {}) => {
  const { baseUrl, seen } = await startPeer(handler)
  const client = createClient({ baseUrl, key: { id: 'k', secret: 's' }, auth: 'basic', backoffMs: 1, maxAttempts: 3 })
  const results: string[] = []
  const failures: { ids: string[]; error: RollcallError }[] = []
  const sender = createEventSender(client, {
    kind: 'presence',
    sourceId: 's',
    onResult: (event, { eventId, resultCode }) => {
      expect(eventId).toBe(event.eventId)
      results.push(`${eventId} ${resultCode}`)
    },
    onFailure: (events, error) => failures.push({ ids: events.map(({ eventId }) => eventId), error }),
    ...options,
  })
  return { sender, seen, results, failures, calls: () => seen.map(({ body }) => idsOf(body)) }
}

export const numberedIds = (count: number) => Array.from({ length: count }, (_, index) => `e${index}`)
export const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Rejects malformed events like the service does: it lists at most 50 errors and stores nothing of the call. */
export const rejectMalformed: Handler = ({ body }, response) => {
  const ids = idsOf(body)
  const errors = ids
    .flatMap((id, index) =>
      id.startsWith('bad') ? [{ pointer: `/presenceEvents/${index}/timestamp`, message: 'm', code: 'c' }] : [],
    )
    .slice(0, 50)
  if (errors.length > 0) return answer(response, 400, { code: 'invalid_body', title: 'No', errors })
  answer(response, 200, resultsOf(ids))
}
