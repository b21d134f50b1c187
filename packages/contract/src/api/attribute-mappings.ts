import Type, { type Static } from 'typebox'
import { ADMINISTRATORS, KEEPERS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, integer, list, named, nullable, oneOf, optional, text } from '../schema/atoms.ts'

const attribute = text(100, { description: 'Name of the attribute.', example: 'department' })
const groupType = text(100, {
  description: 'Each value is a group of this type; null: values make no groups.',
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
      { description: 'What attributes mean, in the order of their names.' },
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
/** Groups that an answer names. */
export const MAX_MAPPING_EXAMPLES = 10

export const MappingEffect = named(
  'MappingEffect',
  Type.Object({
    dryRun: flag({ description: 'Whether it was tried only: then nothing was changed.', example: false }),
    groupsCreated: count('Groups that are new.'),
    membershipsAdded: count('Memberships that began.'),
    membershipsRemoved: count('Memberships that ended.'),
    usersUpdated: count('Users whose primary group or location changed.'),
    groupsLeftEmpty: count('Active groups made by attributes that no active user belongs to any more.'),
    examples: list(
      Type.Object({
        groupName: text(200, { description: 'Name of the group.', example: 'Engineering' }),
        memberCount: count('Active users whose attribute names it.'),
        isNew: flag({ description: 'Whether it did not exist before.' }),
      }),
      { maxItems: MAX_MAPPING_EXAMPLES },
      { description: 'The largest groups that the attribute gives; empty where it gives none.' },
    ),
  }),
)
export type MappingEffect = Static<typeof MappingEffect>

const shared = { tag: 'administration', roles: AUTOMATION } as const
const params = Type.Object({
  attribute: Type.String({ description: 'Name of the attribute, compared exactly.', examples: ['department'] }),
})

const query = Type.Object({
  dryRun: Type.Optional(oneOf(['true', 'false'], { description: 'true: say what would change, and change nothing.' })),
})

export const listAttributeMappings = endpoint({
  ...shared,
  operation: 'listAttributeMappings',
  method: 'GET',
  path: '/api/attribute-mappings',
  people: ADMINISTRATORS,
  summary: 'What user attributes mean',
  description: 'Attributes that give groups, the primary group or the primary location; all others are only stored.',
  response: AttributeMappings,
})

export const setAttributeMapping = endpoint({
  ...shared,
  operation: 'setAttributeMapping',
  method: 'PUT',
  path: '/api/attribute-mappings/{attribute}',
  params,
  query,
  people: KEEPERS,
  summary: 'Give a user attribute a meaning',
  description:
    'Instead of what it meant before, and for all users at once. Try it with dryRun=true first: it does the same and takes it back.',
  body: AttributeMeaning,
  response: MappingEffect,
  errors: ['conflict', 'invalid_request'],
})

export const removeAttributeMapping = endpoint({
  ...shared,
  operation: 'removeAttributeMapping',
  method: 'DELETE',
  path: '/api/attribute-mappings/{attribute}',
  params,
  query,
  people: KEEPERS,
  summary: 'Take the meaning from a user attribute',
  description:
    'What it gave is taken back from all users at once; its values and the groups that it made stay. A group that is empty then can be set inactive.',
  response: MappingEffect,
  errors: ['entity_not_found'],
})
