import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, named, OTHER_UUID_EXAMPLE, text, timestamp } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'

const shared = { tag: 'administration', roles: AUTOMATION, people: GLOBAL_ADMINISTRATORS } as const
const params = Type.Object({ providerId: pathId('The identity provider.') })

export const IdentityLink = named(
  'IdentityLink',
  Type.Object({
    userId: id({ description: 'The user.', example: OTHER_UUID_EXAMPLE }),
    userName: text(320, { description: 'userName of the user.', example: 'ada.byron@example.com' }),
    subject: text(500, { description: 'What the provider calls the person.', example: '248289761001' }),
    linkedAt: timestamp({ description: 'When the person first signed in with it.' }),
    lastSignInAt: timestamp({ description: 'When the person last signed in with it.' }),
  }),
)
export type IdentityLink = Static<typeof IdentityLink>

export const listIdentityLinks = endpoint({
  ...shared,
  operation: 'listIdentityLinks',
  method: 'GET',
  path: '/api/identity-providers/{providerId}/people',
  params,
  summary: 'People who are linked with an identity provider',
  description: 'Ordered by userName.',
  query: pageQuery({}),
  response: pageOf('IdentityLinkPage', IdentityLink),
  errors: ['entity_not_found'],
})

export const removeIdentityLink = endpoint({
  ...shared,
  operation: 'removeIdentityLink',
  audit: 'identity-link.remove',
  method: 'DELETE',
  path: '/api/identity-providers/{providerId}/people/{personId}',
  params: Type.Object({ providerId: pathId('The identity provider.'), personId: pathId('The user.') }),
  summary: 'Unlink a person from an identity provider',
  description:
    'For a person who got another identity at the provider. Ends the sessions of the person with it. The next sign-in links again.',
  response: Done,
  errors: ['entity_not_found'],
})
