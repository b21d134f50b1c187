import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, integer, list, named, nullable, oneOf, optional, text } from '../schema/atoms.ts'
import { ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'

const attribute = text(100, { description: 'Name of the attribute.', example: 'department' })
const groupType = text(100, {
  description: 'Each value becomes a group of this type; null: values create no groups.',
  example: 'department',
})
const isPrimaryGroup = flag({ description: 'Whether that group is the primary group.' })
const isPrimaryLocation = flag({ description: 'Whether the value names the primary location, by id or name.' })

export const AttributeMappings = named(
  'AttributeMappings',
  Type.Object({
    items: list(
      Type.Object({ attribute, groupType: nullable(groupType), isPrimaryGroup, isPrimaryLocation }),
      {},
      { description: 'The mappings, ordered by attribute name.' },
    ),
  }),
)

export const AttributeMeaning = named(
  'AttributeMeaning',
  Type.Object({
    groupType: optional(groupType),
    isPrimaryGroup: optional(isPrimaryGroup),
    isPrimaryLocation: optional(isPrimaryLocation),
  }),
)

const count = (description: string) => integer({ minimum: 0 }, { description, example: 12 })
/** Maximum number of groups in a response. */
export const MAX_MAPPING_EXAMPLES = 10

export const MappingEffect = named(
  'MappingEffect',
  Type.Object({
    dryRun: flag({ description: 'Whether this was a dry run, which changes nothing.', example: false }),
    groupsCreated: count('New groups.'),
    membershipsAdded: count('New memberships.'),
    membershipsRemoved: count('Removed memberships.'),
    usersUpdated: count('Users whose primary group or location changed.'),
    groupsLeftEmpty: count('Active groups created by attributes that no longer have an active member.'),
    examples: list(
      Type.Object({
        groupName: text(200, { description: 'Name of the group.', example: 'Engineering' }),
        memberCount: count('Active users with this attribute value.'),
        isNew: flag({ description: 'Whether the group is new.' }),
      }),
      { maxItems: MAX_MAPPING_EXAMPLES },
      { description: 'The largest groups that the attribute creates; empty if it creates none.' },
    ),
  }),
)
export type MappingEffect = Static<typeof MappingEffect>

const shared = { tag: 'administration', roles: AUTOMATION } as const
const params = Type.Object({
  attribute: Type.String({ description: 'Name of the attribute, compared exactly.', examples: ['department'] }),
})

const query = Type.Object({
  dryRun: Type.Optional(oneOf(['true', 'false'], { description: 'true: only report what would change.' })),
})

export const listAttributeMappings = endpoint({
  ...shared,
  operation: 'listAttributeMappings',
  method: 'GET',
  path: '/api/attribute-mappings',
  people: ADMINISTRATORS,
  summary: 'List attribute mappings',
  description: 'Attributes that define groups, the primary group or the primary location. All others are only stored.',
  response: AttributeMappings,
})

export const setAttributeMapping = endpoint({
  ...shared,
  operation: 'setAttributeMapping',
  audit: 'attribute-mapping.set',
  method: 'PUT',
  path: '/api/attribute-mappings/{attribute}',
  params,
  query,
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Map a user attribute',
  description:
    'Replaces the previous mapping of the attribute, for all users at once. Try it with dryRun=true first, which runs the same change and rolls it back.',
  body: AttributeMeaning,
  response: MappingEffect,
  errors: ['conflict', 'invalid_request'],
})

export const removeAttributeMapping = endpoint({
  ...shared,
  operation: 'removeAttributeMapping',
  audit: 'attribute-mapping.remove',
  method: 'DELETE',
  path: '/api/attribute-mappings/{attribute}',
  params,
  query,
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Remove the mapping of a user attribute',
  description:
    'Its effects are removed from all users at once. Its values and the groups it created stay; a group that becomes empty can be set inactive.',
  response: MappingEffect,
  errors: ['entity_not_found'],
})
