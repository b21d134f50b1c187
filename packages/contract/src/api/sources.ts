import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { sourceId } from '../ingest/results.ts'
import { integer, named, nullable, timestamp } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { ADMINISTRATORS } from '../user-roles.ts'

const count = (description: string) => integer({ minimum: 0 }, { description, example: 4711 })

export const Source = named(
  'Source',
  Type.Object({
    sourceId,
    firstSeenAt: timestamp({ description: 'When the source first sent data.' }),
    lastReceivedAt: nullable(timestamp({ description: 'When the source last sent data; null until it has been counted.' })),
    lastEventAt: nullable(timestamp({ description: 'Time of the newest event.' })),
    accepted: count('Events stored.'),
    repeated: count('Events that were already stored.'),
    userNotFound: count('Events of unknown users.'),
    locationNotFound: count('Events at unknown locations.'),
    refused: count('Events refused for another reason.'),
    clockSkewMs: nullable(
      integer(
        {},
        {
          description:
            'Time of the newest event in the last call minus its arrival. A value far above 0 means that the clock of the source is ahead. Calls whose newest event is over an hour old are history and do not count; null if there were no other calls.',
          example: -850,
        },
      ),
    ),
  }),
)
export type Source = Static<typeof Source>

export const listSources = endpoint({
  operation: 'listSources',
  method: 'GET',
  path: '/api/sources',
  tag: 'administration',
  roles: AUTOMATION,
  people: ADMINISTRATORS,
  summary: 'List the sources with their health',
  description: 'Every system that has ever sent data, ordered by sourceId. Counts are updated once a second.',
  query: pageQuery({}),
  response: pageOf('SourcePage', Source),
})
