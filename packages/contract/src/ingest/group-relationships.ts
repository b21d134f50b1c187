import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { integer, list, named, oneOf, optionalText, text, timestamp } from '../schema/atoms.ts'

/** Maximum number of rows in a hierarchy. With names of usual length this many fit into a body. */
export const MAX_GROUP_RELATIONSHIPS = 50_000

export const GroupRelationship = named(
  'GroupRelationship',
  Type.Object({
    group: text(200, { description: 'Name of the group, compared exactly.', example: 'Platform' }),
    groupType: text(100, { description: 'Type of the group; type and name identify it.', example: 'team' }),
    parent: optionalText(200, {
      description: 'Name of the parent group; absent, null and empty mean none.',
      example: 'Engineering',
    }),
    parentType: optionalText(100, {
      description: 'Type of the parent; required with a parent, otherwise ignored.',
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
      { description: 'The whole hierarchy. Rows may be repeated; an empty list removes all relationships.' },
    ),
  }),
)
export type GroupRelationshipsRequest = Static<typeof GroupRelationshipsRequest>

const amount = (description: string) => integer({ minimum: 0 }, { description, example: 12 })

export const GroupRelationshipsResult = named(
  'GroupRelationshipsResult',
  Type.Object({
    timestamp: timestamp({ description: 'Time of the response.' }),
    groups: amount('Distinct groups in the body, as group or parent.'),
    relationships: amount('Groups with a parent that are now stored.'),
    created: amount('Relationships of groups that had no parent before.'),
    updated: amount('Relationships of groups that had another parent before.'),
    removed: amount('Relationships of groups that no longer have a parent.'),
  }),
)
export type GroupRelationshipsResult = Static<typeof GroupRelationshipsResult>

const replacement = {
  path: '/v1/group-relationships',
  tag: 'submissions',
  roles: ['all-permissions'],
  query: Type.Object({
    force: Type.Optional(
      oneOf(['true', 'false'], { description: 'true: replace even if the import guard of the organization would reject it.' }),
    ),
  }),
  body: GroupRelationshipsRequest,
  response: GroupRelationshipsResult,
  errors: ['import_guard'],
} as const

export const submitGroupRelationships = endpoint({
  ...replacement,
  operation: 'submitGroupRelationships',
  audit: 'hierarchy.replace',
  method: 'POST',
  summary: 'Replace the group hierarchy',
  description:
    'The body is the complete hierarchy: it replaces the stored one as a whole, or changes nothing. Missing groups are created.',
})

export const replaceGroupRelationships = endpoint({
  ...replacement,
  operation: 'replaceGroupRelationships',
  audit: 'hierarchy.replace',
  method: 'PUT',
  summary: 'Replace the group hierarchy (same as POST)',
  description:
    'The body is the complete hierarchy: it replaces the stored one as a whole, or changes nothing. Missing groups are created.',
})
