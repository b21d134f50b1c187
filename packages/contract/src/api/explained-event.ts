import Type, { type Static } from 'typebox'
import { levelName, optionalName, zoneName } from '../datasets/columns.ts'
import { LOCATION_TYPES } from '../ingest/presence.ts'
import { flag, id, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'

export const ExplainedEvent = named(
  'ExplainedEvent',
  Type.Object({
    eventId: text(256, { description: 'Id of the event at its source.', example: 'badge-000042' }),
    sourceId: text(128, { description: 'The source.', example: 'badges' }),
    timestamp: timestamp({ description: 'When the person was seen.' }),
    receivedAt: timestamp({ description: 'When the event arrived.' }),
    locationType: oneOf(LOCATION_TYPES, { description: 'Kind of node of the event.', example: 'place' }),
    locationId: id({ description: 'Building of the node.' }),
    locationName: text(200, { description: 'Its name.', example: 'Berlin Mitte' }),
    levelName: nullable(levelName),
    zoneName: nullable(zoneName),
    placeName: optionalName('Name of the desk', 'D-2-014'),
    spaceName: optionalName('Name of the space', 'Room Curie'),
    isLate: flag({ description: 'Whether it arrived after the end of the local day.', example: false }),
    counted: flag({ description: 'Whether the event is at the attendance location.' }),
  }),
)
export type ExplainedEvent = Static<typeof ExplainedEvent>
