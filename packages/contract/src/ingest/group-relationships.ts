import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { integer, list, named, oneOf, optionalText, text, timestamp } from '../schema/atoms.ts'

/** How many rows one hierarchy may have; with names of usual length that many fit into a body. */
export const MAX_GROUP_RELATIONSHIPS = 50_000

export const GroupRelationship = named(
  'GroupRelationship',
  Type.Object({
    group: text(200, { description: 'Name of the group, compared exactly.', example: 'Platform' }),
    groupType: text(100, { description: 'Type of the group; type and name identify it.', example: 'team' }),
    parent: optionalText(200, {
      description: 'Name of the group above it; absent, null and empty mean that there is none.',
      example: 'Engineering',
    }),
    parentType: optionalText(100, {
      description: 'Type of the parent; required where a parent is named, ignored where none is.',
      example: 'department',
    }),
  }),
)
export type GroupRelationship = Static<typeof GroupRelationship>

export const GroupRelationshipsRequest = named(
  'GroupRelationshipsRequest',
  Type.Object({
    groupRelationships: list(
      GroupRelationship,
      { maxItems: MAX_GROUP_RELATIONSHIPS },
      { description: 'The whole hierarchy. A row may be repeated; an empty list removes every relationship.' },
    ),
  }),
)
export type GroupRelationshipsRequest = Static<typeof GroupRelationshipsRequest>

const amount = (description: string) => integer({ minimum: 0 }, { description, example: 12 })

export const GroupRelationshipsResult = named(
  'GroupRelationshipsResult',
  Type.Object({
    timestamp: timestamp({ description: 'When the service answered.' }),
    groups: amount('Distinct groups that the body names, as group or as parent.'),
    relationships: amount('Groups with a parent: what is stored now.'),
    created: amount('Relationships of groups that had no parent before.'),
    updated: amount('Relationships of groups that had another parent before.'),
    removed: amount('Relationships of groups that have no parent any more.'),
  }),
)
export type GroupRelationshipsResult = Static<typeof GroupRelationshipsResult>

const replacement = {
  path: '/v1/group-relationships',
  tag: 'submissions',
  roles: ['all-permissions'],
  query: Type.Object({
    force: Type.Optional(
      oneOf(['true', 'false'], { description: 'true replaces even where the import guard of the organization would refuse.' }),
    ),
  }),
  body: GroupRelationshipsRequest,
  response: GroupRelationshipsResult,
  errors: ['import_guard'],
} as const

export const submitGroupRelationships = endpoint({
  ...replacement,
  operation: 'submitGroupRelationships',
  method: 'POST',
  summary: 'Replace the group hierarchy',
  description:
    'The body is complete: it replaces the stored hierarchy as a whole, or changes nothing. Groups that are missing are created.',
})

export const replaceGroupRelationships = endpoint({
  ...replacement,
  operation: 'replaceGroupRelationships',
  method: 'PUT',
  summary: 'Replace the group hierarchy, as POST does',
  description:
    'The body is complete: it replaces the stored hierarchy as a whole, or changes nothing. Groups that are missing are created.',
})
