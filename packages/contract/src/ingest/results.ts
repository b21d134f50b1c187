import Type, { type Static } from 'typebox'
import { list, named, text, timestamp } from '../schema/atoms.ts'

/** Maximum number of events per call (contract §3). */
export const MAX_EVENTS = 1000
/** How far in the future an event may be: 24 h (contract §3). */
export const MAX_FUTURE_MS = 24 * 3_600_000

export const sourceId = text(128, {
  description: 'Name of the sending system, free text.',
  example: 'badge-readers-berlin',
})
/** Maximum length of an event id. */
export const MAX_EVENT_ID = 256

export const eventId = text(MAX_EVENT_ID, {
  description: 'Id of the event, unique per source and UTC day of its timestamp. It identifies repeated events.',
  example: 'reader-7-000123',
})

export const EventResult = named(
  'EventResult',
  Type.Object({
    eventId: text(MAX_EVENT_ID, { description: 'The event.', example: 'reader-7-000123' }),
    resultCode: Type.Unsafe<0 | 1 | 2 | 3>({
      type: 'integer',
      enum: [0, 1, 2, 3],
      description: '0 accepted or already recorded, 1 user not found, 2 location not found, 3 refused: see message.',
      examples: [0],
    }),
    message: Type.String({ description: 'Text for people. Never names a person.', examples: ['Accepted'] }),
  }),
)
export type EventResult = Static<typeof EventResult>

/** The shared response of submissions: one result per event, in request order. */
export const SubmissionResult = named(
  'SubmissionResult',
  Type.Object({
    sourceId: Type.String({ description: 'As sent.', examples: ['badge-readers-berlin'] }),
    timestamp: timestamp({ description: 'Time of the response.' }),
    results: list(EventResult, {}, { description: 'One per event, in request order.' }),
  }),
)
export type SubmissionResult = Static<typeof SubmissionResult>
