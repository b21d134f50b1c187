import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { list, named, text, timestamp } from '../schema/atoms.ts'

/** Maximum number of users per call (contract §3.6). */
export const MAX_ATTRIBUTE_UPDATES = 1000
/** An item beyond these limits is refused on its own, so that one odd value does not stop a whole export. */
export const MAX_ATTRIBUTES = 100
export const MAX_STORED_ATTRIBUTES = 200
export const MAX_ATTRIBUTE_NAME = 100
export const MAX_ATTRIBUTE_VALUE = 1000

const userName = text(320, { description: 'userName of the user, compared exactly.', example: 'ada.byron@example.com' })

export const UserAttributes = named(
  'UserAttributes',
  Type.Object({
    userName,
    attributes: Type.Unsafe<Record<string, string | null>>({
      type: 'object',
      // The pattern matches every name, even with a line break. `additionalProperties` would do the same but report errors twice.
      patternProperties: { '^': { type: ['string', 'null'], description: 'At most 1,000 characters; null removes.' } },
      description:
        'At most 100 attributes, with names of 1 to 100 characters. Other attributes stay unchanged; a user may have 200 in total.',
      examples: [{ department: 'Engineering', costCentre: null }],
    }),
  }),
)
export type UserAttributes = Static<typeof UserAttributes>

export const UserAttributesRequest = named(
  'UserAttributesRequest',
  Type.Object({
    userAttributes: list(
      UserAttributes,
      { minItems: 1, maxItems: MAX_ATTRIBUTE_UPDATES },
      { description: 'Users, applied in order.' },
    ),
  }),
)

export const UserAttributesResult = named(
  'UserAttributesResult',
  Type.Object({
    userName,
    resultCode: Type.Unsafe<0 | 1 | 3>({
      type: 'integer',
      enum: [0, 1, 3],
      description: '0 stored, 1 user not found, 3 refused: see message.',
      examples: [0],
    }),
    message: Type.String({ description: 'Text for people. Never names a person.', examples: ['Updated'] }),
  }),
)
export type UserAttributesResult = Static<typeof UserAttributesResult>

export const UserAttributesResponse = named(
  'UserAttributesResponse',
  Type.Object({
    timestamp: timestamp({ description: 'Time of the response.' }),
    results: list(UserAttributesResult, {}, { description: 'One per item, in request order.' }),
  }),
)

export const submitUserAttributes = endpoint({
  operation: 'submitUserAttributes',
  method: 'POST',
  path: '/v1/user-attributes',
  tag: 'submissions',
  roles: ['all-permissions'],
  summary: 'Set attributes of users',
  description:
    'Attributes are merged by name; null removes. A mapped attribute makes the user a member of a group, or sets the primary group or location.',
  body: UserAttributesRequest,
  response: UserAttributesResponse,
})
