import Type, { type Static } from 'typebox'
import { ADMINISTRATORS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { sourceId } from '../ingest/results.ts'
import { integer, named, nullable, timestamp } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'

const count = (description: string) => integer({ minimum: 0 }, { description, example: 4711 })

export const Source = named(
  'Source',
  Type.Object({
    sourceId,
    firstSeenAt: timestamp({ description: 'When it first sent something.' }),
    lastReceivedAt: nullable(timestamp({ description: 'When it last sent something; null until that is counted.' })),
    lastEventAt: nullable(timestamp({ description: 'Time of its newest event.' })),
    accepted: count('Events stored.'),
    repeated: count('Events that were stored already.'),
    userNotFound: count('Events of unknown users.'),
    locationNotFound: count('Events at unknown locations.'),
    refused: count('Events refused for another reason.'),
    clockSkewMs: nullable(
      integer(
        {},
        {
          description:
            'Newest event of its last call minus its arrival: far above 0 is a clock that runs ahead. Calls whose newest event is over an hour old bring history and do not count; null while there was no other.',
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
  description: 'Every system that has ever sent something, by sourceId. Counts are written once a second.',
  query: pageQuery({}),
  response: pageOf('SourcePage', Source),
})
