import Type, { type Static } from 'typebox'
import { createdAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { AUTH_METHODS, ROLES } from '../roles.ts'
import { flag, id, integer, list, named, nullable, oneOf, optional, text, timestamp, timestampInput } from '../schema/atoms.ts'
import { dateFilters } from '../schema/date-range.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay, pathId } from '../schema/params.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { MIN_CHANGES, newId } from './entity.ts'

/** Maximum number of days of usage in a response. */
export const MAX_USAGE_DAYS = 366

export const KEY_STATUSES = ['live', 'blocked', 'expired', 'revoked'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]

const name = text(200, { description: 'What the key is for.', example: 'Data team' })
const role = oneOf(ROLES, { description: 'What the key may do. The role never changes.', example: 'data-warehouse' })
const authMethods = (options: { minItems?: number; maxItems?: number }) =>
  list(oneOf(AUTH_METHODS, { description: 'A method.' }), options, {
    description: 'Allowed authentication methods; hmac means bearer tokens.',
  })
const limit = integer({ minimum: 1, maximum: 1_000_000 }, { description: 'Requests per minute; null: no limit.', example: 600 })
const reason = text(500, { description: 'Shown to callers that use the key.', example: 'Polls every second.' })
const expiresAt = (description: string) => timestampInput({ description, example: '2100-01-05T09:00:00.000Z' })

const used = {
  requests: integer({ minimum: 0 }, { description: 'Requests.', example: 42 }),
  rows: integer({ minimum: 0 }, { description: 'Events submitted or rows read.', example: 4200 }),
  bytes: integer({ minimum: 0 }, { description: 'Bytes of bodies, before compression.', example: 420_000 }),
}

const key = {
  keyId: id({ description: 'The key.' }),
  name,
  role,
  authMethods: authMethods({}),
  status: oneOf(KEY_STATUSES, { description: 'Whether the key works.' }),
  blockedReason: nullable(
    text(500, { description: 'Why the key is blocked; null if it is not.', example: 'Polls every second.' }),
  ),
  requestsPerMinute: nullable(limit),
  createdAt,
  expiresAt: nullable(timestamp({ description: 'When the key expires; null: never.' })),
  revokedAt: nullable(timestamp({ description: 'When the key was revoked; null if it was not.' })),
  today: Type.Object(used, { description: 'Usage on the current UTC day.' }),
}

export const Key = named('Key', Type.Object(key))
export type Key = Static<typeof Key>

export const KeyWithSecret = named(
  'KeyWithSecret',
  Type.Object({
    ...key,
    secret: nullable(
      text(100, {
        description: 'The secret. It is shown only once and never stored in readable form. Null if the key already existed.',
        example: 'rc_Xb3cW2v0mJ6u0q6l2nFz7n1K3sYd8yHq1cQ9pLr4t5E',
      }),
    ),
  }),
)
export type KeyWithSecret = Static<typeof KeyWithSecret>

export const KeyCreation = named(
  'KeyCreation',
  Type.Object({
    keyId: newId,
    name,
    role,
    authMethods: authMethods({ minItems: 1, maxItems: AUTH_METHODS.length }),
    requestsPerMinute: optional(limit),
    expiresAt: optional(expiresAt('When the key expires, in the future; absent or null: never.')),
  }),
)
export type KeyCreation = Static<typeof KeyCreation>

export const KeyChanges = named(
  'KeyChanges',
  Type.Object(
    {
      name: Type.Optional(name),
      requestsPerMinute: optional(limit),
      expiresAt: optional(expiresAt('When the key expires, in the future; null: never.')),
      blocked: Type.Optional(flag({ description: 'Whether the key is blocked; true requires a reason.' })),
      reason: Type.Optional(reason),
    },
    MIN_CHANGES,
  ),
)
export type KeyChanges = Static<typeof KeyChanges>

export const KeyRotation = named(
  'KeyRotation',
  Type.Object({ expiresAt: optional(expiresAt('When the new key expires, in the future; absent or null: never.')) }),
)

export const KeyUsage = named(
  'KeyUsage',
  Type.Object({
    items: list(Type.Object({ day: pathDay, ...used }), {}, { description: 'Days on which the key was used, in order.' }),
  }),
)
export type KeyUsage = Static<typeof KeyUsage>

const shared = { tag: 'administration', roles: AUTOMATION, people: GLOBAL_ADMINISTRATORS } as const
const params = Type.Object({ keyId: pathId('The key.') })
const one = { ...shared, path: '/api/keys/{keyId}', params, errors: ['entity_not_found'] } as const

export const listKeys = endpoint({
  ...shared,
  operation: 'listKeys',
  method: 'GET',
  path: '/api/keys',
  summary: 'List the keys',
  description: 'All keys of the organization, oldest first, with their usage of today and without secrets.',
  query: pageQuery({}),
  response: pageOf('KeyPage', Key),
})

export const getKey = endpoint({
  ...one,
  operation: 'getKey',
  method: 'GET',
  summary: 'Get a key',
  description: 'The key with its usage of today and without its secret.',
  response: Key,
})

export const createKey = endpoint({
  ...shared,
  operation: 'createKey',
  audit: 'key.create',
  method: 'POST',
  path: '/api/keys',
  summary: 'Create a key',
  description: 'The secret is shown only in this response. A repeated call with the same keyId creates no second key.',
  body: KeyCreation,
  response: KeyWithSecret,
  status: 201,
  errors: ['conflict'],
})

export const rotateKey = endpoint({
  ...shared,
  operation: 'rotateKey',
  audit: 'key.rotate',
  method: 'POST',
  path: '/api/keys/{keyId}/rotate',
  params,
  summary: 'Rotate a key',
  description:
    'Creates a new key with the same name, role, methods and limit, and a new id and secret. Both keys work until the older one is revoked.',
  body: KeyRotation,
  response: KeyWithSecret,
  status: 201,
  errors: ['entity_not_found', 'conflict', 'key_rotation_limit'],
})

export const updateKey = endpoint({
  ...one,
  operation: 'updateKey',
  audit: 'key.update',
  method: 'PATCH',
  summary: 'Change, block or unblock a key',
  description:
    'Absent fields stay unchanged. All nodes apply the change within five seconds. A block of the operator stays: `conflict`.',
  body: KeyChanges,
  response: Key,
  errors: ['entity_not_found', 'conflict'],
})

export const revokeKey = endpoint({
  ...one,
  operation: 'revokeKey',
  audit: 'key.revoke',
  method: 'DELETE',
  summary: 'Revoke a key permanently',
  description: 'Calls with the key get 401 within five seconds on all nodes. The key stays listed.',
  response: Key,
})

export const getKeyUsage = endpoint({
  ...shared,
  operation: 'getKeyUsage',
  method: 'GET',
  path: '/api/keys/{keyId}/usage',
  params,
  summary: 'Usage of a key per day',
  description: `By UTC day, at most ${MAX_USAGE_DAYS} days. Without endDate the range ends today; without startDate it has 30 days.`,
  query: Type.Object(dateFilters),
  response: KeyUsage,
  errors: ['entity_not_found', 'range_too_large'],
})
