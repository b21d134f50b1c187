import Type, { type Static } from 'typebox'
import { list, named, text, timestamp } from '../schema/atoms.ts'

/** How many events one call may carry (contract §3). */
export const MAX_EVENTS = 1000
/** How far in the future an event may lie: 24 h (contract §3). */
export const MAX_FUTURE_MS = 24 * 3_600_000

export const sourceId = text(128, {
  description: 'Name of the sending system, free text.',
  example: 'badge-readers-berlin',
})
/** Characters that the id of an event has at most. */
export const MAX_EVENT_ID = 256

export const eventId = text(MAX_EVENT_ID, {
  description: 'Id of the event, unique per source and UTC day of its timestamp; a repeat is recognized by it.',
  example: 'reader-7-000123',
})

export const EventResult = named(
  'EventResult',
  Type.Object({
    eventId: text(MAX_EVENT_ID, { description: 'The event this is about.', example: 'reader-7-000123' }),
    resultCode: Type.Unsafe<0 | 1 | 2 | 3>({
      type: 'integer',
      enum: [0, 1, 2, 3],
      description: '0 accepted or already recorded, 1 user not found, 2 location not found, 3 refused: see message.',
      examples: [0],
    }),
    message: Type.String({ description: 'For people; names no person.', examples: ['Accepted'] }),
  }),
)
export type EventResult = Static<typeof EventResult>

/** The shared answer of submissions: one result per event, in request order. */
export const SubmissionResult = named(
  'SubmissionResult',
  Type.Object({
    sourceId: Type.String({ description: 'As sent.', examples: ['badge-readers-berlin'] }),
    timestamp: timestamp({ description: 'When the service answered.' }),
    results: list(EventResult, {}, { description: 'One per event, in request order.' }),
  }),
)
export type SubmissionResult = Static<typeof SubmissionResult>
