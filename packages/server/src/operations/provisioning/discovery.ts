import type { Json } from '../../gate/scim/matches.ts'
import { ENTERPRISE_URN, GROUP, GROUP_URN, type Schema, USER, USER_URN } from '../../gate/scim/schema.ts'
import { MAX_BULK_BYTES, MAX_BULK_OPERATIONS } from './bulk.ts'
import { MAX_RESULTS } from './list-resources.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

const meta = (resourceType: string, location: string): Json => ({ meta: { resourceType, location } })

/** Says what of the standard the service supports (RFC 7643 §5). */
export const serviceProviderConfig = (baseUrl: string): Json => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  documentationUri: `${baseUrl.replace(/\/scim\/v2$/, '')}/guide/administrators/provisioning`,
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_BULK_OPERATIONS, maxPayloadSize: MAX_BULK_BYTES },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer secret',
      description: 'The bearer secret of a key of the role provisioning.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
    {
      type: 'httpbasic',
      name: 'HTTP Basic',
      description: 'The id and the secret of a key of the role provisioning.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc7617',
    },
  ],
  ...meta('ServiceProviderConfig', `${baseUrl}/ServiceProviderConfig`),
})

/** Lists the kinds of resources (RFC 7643 §6). */
export const resourceTypes = (baseUrl: string): Json[] => [
  {
    schemas: [`${CORE}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: USER.core.description,
    schema: USER_URN,
    schemaExtensions: [{ schema: ENTERPRISE_URN, required: false }],
    ...meta('ResourceType', `${baseUrl}/ResourceTypes/User`),
  },
  {
    schemas: [`${CORE}:ResourceType`],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: GROUP.core.description,
    schema: GROUP_URN,
    ...meta('ResourceType', `${baseUrl}/ResourceTypes/Group`),
  },
]

/** Lists the schemas with their attributes (RFC 7643 §7). */
export const schemas = (baseUrl: string): Json[] =>
  [USER.core, ...USER.extensions, GROUP.core].map((schema: Schema) => ({
    schemas: [`${CORE}:Schema`],
    ...schema,
    ...meta('Schema', `${baseUrl}/Schemas/${schema.id}`),
  }))
