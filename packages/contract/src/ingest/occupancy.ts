import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { SUBMITTERS } from '../roles.ts'
import { flag, integer, list, named, optional, timestampInput } from '../schema/atoms.ts'
import { locationRef, locationType } from './presence.ts'
import { eventId, MAX_EVENTS, SubmissionResult, sourceId } from './results.ts'

/** Largest head count of an event: the maximum of a PostgreSQL integer. */
const MAX_OCCUPANCY = 2_147_483_647

export const OccupancyEvent = named(
  'OccupancyEvent',
  Type.Object({
    timestamp: timestampInput({ description: 'Time of the measurement.' }),
    locationId: locationRef,
    locationType,
    eventId,
    occupied: optional(flag({ description: 'Whether the node is occupied; by default occupancy > 0.' })),
    occupancy: optional(integer({ minimum: 0, maximum: MAX_OCCUPANCY }, { description: 'Number of people there.', example: 4 })),
  }),
)
export type OccupancyEvent = Static<typeof OccupancyEvent>

export const OccupancyRequest = named(
  'OccupancyRequest',
  Type.Object({
    sourceId,
    occupancyEvents: list(
      OccupancyEvent,
      { minItems: 1, maxItems: MAX_EVENTS },
      { description: 'Anonymous measurements, each with at least one of occupied and occupancy.' },
    ),
  }),
)
export type OccupancyRequest = Static<typeof OccupancyRequest>

export const submitOccupancy = endpoint({
  operation: 'submitOccupancy',
  method: 'POST',
  path: '/v1/occupancy',
  tag: 'submissions',
  roles: SUBMITTERS,
  summary: 'Submit occupancy events',
  description: 'Occupancy is anonymous and never becomes attendance. Results, repeats and quarantine work as for presence.',
  body: OccupancyRequest,
  response: SubmissionResult,
})
