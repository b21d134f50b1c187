import Type from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { Done } from '../schema/done.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { IdentityProvider, IdentityProviderChanges, IdentityProviderCreation } from './identity-provider-fields.ts'

const shared = { tag: 'administration', roles: AUTOMATION, people: GLOBAL_ADMINISTRATORS } as const
const params = Type.Object({ providerId: pathId('The identity provider.') })
const one = { ...shared, path: '/api/identity-providers/{providerId}', params } as const

export const listIdentityProviders = endpoint({
  ...shared,
  operation: 'listIdentityProviders',
  method: 'GET',
  path: '/api/identity-providers',
  summary: 'List the identity providers',
  description: 'With which people of the organization sign in by OpenID Connect, ordered by label and without secrets.',
  query: pageQuery({}),
  response: pageOf('IdentityProviderPage', IdentityProvider),
})

export const getIdentityProvider = endpoint({
  ...one,
  operation: 'getIdentityProvider',
  method: 'GET',
  summary: 'Get an identity provider',
  description: 'Without its secret.',
  response: IdentityProvider,
  errors: ['entity_not_found'],
})

export const createIdentityProvider = endpoint({
  ...shared,
  operation: 'createIdentityProvider',
  audit: 'identity-provider.create',
  method: 'POST',
  path: '/api/identity-providers',
  summary: 'Add an identity provider',
  description: 'It is not contacted: test it afterwards.',
  body: IdentityProviderCreation,
  response: IdentityProvider,
  status: 201,
  errors: ['name_taken', 'break_glass_missing'],
})

export const updateIdentityProvider = endpoint({
  ...one,
  operation: 'updateIdentityProvider',
  audit: 'identity-provider.update',
  method: 'PATCH',
  summary: 'Change an identity provider',
  description:
    'Absent fields stay unchanged. The issuer cannot be changed, because people are linked by what it calls them: add another provider. An inactive provider ends the sessions of its people. A required one ends those that began without a provider, except those of break-glass accounts.',
  body: IdentityProviderChanges,
  response: IdentityProvider,
  errors: ['entity_not_found', 'name_taken', 'break_glass_missing'],
})

export const removeIdentityProvider = endpoint({
  ...one,
  operation: 'removeIdentityProvider',
  audit: 'identity-provider.remove',
  method: 'DELETE',
  summary: 'Remove an identity provider',
  description: 'Ends the sessions of people who signed in with it, and removes their links. The people stay.',
  response: Done,
  errors: ['entity_not_found'],
})
