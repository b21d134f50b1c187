import Type, { type Static } from 'typebox'
import { createdAt, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, integer, named, nullable, OTHER_UUID_EXAMPLE, oneOf, text, timestamp } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { idFilter, MIN_CHANGES } from './entity.ts'

const count = (description: string) => integer({ minimum: 0 }, { description, example: 120 })
const providerId = id({ description: 'The provider: the id of its first key.' })
const providerName = text(200, { description: 'Name of the provider.', example: 'Entra ID' })
const groupType = text(100, { description: 'Type of the groups that the provider sends.', example: 'group' })

const sync = {
  startedAt: timestamp({ description: 'The first call.' }),
  lastCallAt: timestamp({ description: 'The last call.' }),
  calls: count('Calls, and operations of bulk calls.'),
  created: count('Users and groups created.'),
  changed: count('Users and groups changed or deleted.'),
  unchanged: count('Calls that found everything as they wanted it.'),
  refused: count('Calls that were refused.'),
}

export const ProvisioningSync = named(
  'ProvisioningSync',
  Type.Object(sync, { description: 'Calls of a provider with pauses of less than 20 minutes between them.' }),
)
export type ProvisioningSync = Static<typeof ProvisioningSync>

export const ProvisioningProvider = named(
  'ProvisioningProvider',
  Type.Object({
    providerId,
    name: providerName,
    groupType,
    users: count('Users that the provider owns, including leavers.'),
    groups: count('Groups that the provider owns.'),
    conflicts: count('Users and groups of which another source wanted something different.'),
    lastSync: nullable(Type.Object(sync, { description: 'The last sync; null if the provider has not called yet.' })),
    createdAt,
    updatedAt,
  }),
)
export type ProvisioningProvider = Static<typeof ProvisioningProvider>

export const ProvisioningProviderChanges = named(
  'ProvisioningProviderChanges',
  Type.Object({ name: Type.Optional(providerName), groupType: Type.Optional(groupType) }, MIN_CHANGES),
)
export type ProvisioningProviderChanges = Static<typeof ProvisioningProviderChanges>

export const CONFLICT_SOURCES = ['provider', 'import', 'attributes'] as const

export const ProvisioningConflict = named(
  'ProvisioningConflict',
  Type.Object({
    providerId,
    providerName,
    source: oneOf(CONFLICT_SOURCES, { description: 'Who wanted what was refused.' }),
    subjectId: id({ description: 'The user or group.', example: OTHER_UUID_EXAMPLE }),
    subjectType: oneOf(['user', 'group'], { description: 'What the conflict is about.' }),
    subjectName: nullable(text(320, { description: 'Name of the user or group.', example: 'ada.byron@example.com' })),
    detail: text(1000, { description: 'What was refused.', example: 'An import wants other values: email.' }),
    firstAt: timestamp({ description: 'When it was refused for the first time.' }),
    lastAt: timestamp({ description: 'When it was refused for the last time.' }),
    occurrences: integer({ minimum: 1 }, { description: 'How often it was refused.', example: 3 }),
  }),
)
export type ProvisioningConflict = Static<typeof ProvisioningConflict>

const shared = { tag: 'administration', roles: AUTOMATION, people: GLOBAL_ADMINISTRATORS } as const
const params = Type.Object({ providerId: pathId('The provider.') })

export const listProvisioningProviders = endpoint({
  ...shared,
  operation: 'listProvisioningProviders',
  method: 'GET',
  path: '/api/provisioning-providers',
  summary: 'List the providers of people and groups',
  description:
    'Each family of keys with the role provisioning is a provider, which calls SCIM at /scim/v2. Ordered by name. Counts of syncs are a few seconds old.',
  query: pageQuery({}),
  response: pageOf('ProvisioningProviderPage', ProvisioningProvider),
})

export const updateProvisioningProvider = endpoint({
  ...shared,
  operation: 'updateProvisioningProvider',
  audit: 'provider.update',
  method: 'PATCH',
  path: '/api/provisioning-providers/{providerId}',
  params,
  summary: 'Change a provider',
  description: 'Its groups get the new group type at once. 409 if attributes are mapped to that type.',
  body: ProvisioningProviderChanges,
  response: ProvisioningProvider,
  errors: ['entity_not_found', 'name_taken', 'conflict'],
})

export const listProvisioningSyncs = endpoint({
  ...shared,
  operation: 'listProvisioningSyncs',
  method: 'GET',
  path: '/api/provisioning-providers/{providerId}/syncs',
  params,
  summary: 'Syncs of a provider',
  description: 'What its calls of the last 90 days did, latest first.',
  query: pageQuery({}),
  response: pageOf('ProvisioningSyncPage', ProvisioningSync),
  errors: ['entity_not_found'],
})

export const listProvisioningConflicts = endpoint({
  ...shared,
  operation: 'listProvisioningConflicts',
  method: 'GET',
  path: '/api/provisioning-conflicts',
  summary: 'Conflicts between providers and other sources',
  description: 'The newest conflict of each user and group, latest first.',
  query: pageQuery({ providerId: idFilter('Only conflicts with this provider.') }),
  response: pageOf('ProvisioningConflictPage', ProvisioningConflict),
})
