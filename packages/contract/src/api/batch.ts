import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { changedAmenities } from '../entities/amenities.ts'
import { flag, integer, list, named, oneOf, optional, optionalUuidInput, timestampInput, uuidInput } from '../schema/atoms.ts'
import { ADMINISTRATOR_ROLES, GLOBAL_ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { MAX_CHANGED_AT_ONCE } from './batch-limits.ts'
import { changedStatus, Deactivation, MIN_CHANGES } from './entity.ts'

const HOW = { ...MIN_CHANGES, description: 'What all of them become; absent fields stay unchanged.' }

/** The ids of a call that changes several entities in the same way. */
const idsOf = (what: string) =>
  list(
    uuidInput({ description: `One of the ${what}.` }),
    { minItems: 1, maxItems: MAX_CHANGED_AT_ONCE },
    { description: `The ${what} to change; an id that is given twice counts once.` },
  )

const dryRun = Type.Optional(oneOf(['true', 'false'], { description: 'true: only report what would change.' }))

export const BatchOutcome = named(
  'BatchOutcome',
  Type.Object({
    dryRun: flag({ description: 'Whether this was a dry run, which changes nothing.', example: false }),
    changedCount: integer(
      { minimum: 0 },
      { description: 'How many differ now; the others were like this already.', example: 12 },
    ),
    ...Deactivation.properties,
  }),
)
export type BatchOutcome = Static<typeof BatchOutcome>

const ALL_OR_NONE = `Up to ${MAX_CHANGED_AT_ONCE} at once, all or none: if some cannot be changed, nothing is, and \`errors\` points to each of them with its reason. A repeated call changes nothing more. As for one, only the given fields are set, so a call overwrites no other change.`
const TRY_FIRST = 'Try it with dryRun=true first, which runs the same change and rolls it back.'

export const PlacesChange = named(
  'PlacesChange',
  Type.Object({
    ids: idsOf('desks'),
    changes: Type.Object(
      {
        zoneId: Type.Optional(uuidInput({ description: 'Another zone of the same building: the desks move there today.' })),
        ...changedAmenities,
        status: changedStatus,
      },
      HOW,
    ),
  }),
)
export type PlacesChange = Static<typeof PlacesChange>

export const updatePlaces = endpoint({
  operation: 'updatePlaces',
  tag: 'places',
  roles: AUTOMATION,
  audit: 'place.update',
  method: 'PATCH',
  path: '/api/batch/places',
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Change several desks',
  description: `${ALL_OR_NONE} What follows for bookings is the same as for one desk. ${TRY_FIRST}`,
  query: Type.Object({ dryRun }),
  body: PlacesChange,
  response: BatchOutcome,
  errors: ['entity_not_found', 'name_taken'],
})

export const UsersChange = named(
  'UsersChange',
  Type.Object({
    ids: idsOf('users'),
    changes: Type.Object(
      {
        status: changedStatus,
        joinGroupId: optionalUuidInput({ description: 'A group of which all become members.' }),
        leaveGroupId: optionalUuidInput({ description: 'A group of which none stays a member.' }),
        roles: optional(
          list(
            oneOf(ADMINISTRATOR_ROLES, { description: 'A role.', example: 'bookings-administrator' }),
            { maxItems: ADMINISTRATOR_ROLES.length },
            { description: 'Roles besides employee, which replace the current ones. All users need an account.' },
          ),
        ),
        signOut: optional(flag({ description: 'true: ends all sessions.' })),
      },
      HOW,
    ),
  }),
)
export type UsersChange = Static<typeof UsersChange>

export const updateUsers = endpoint({
  operation: 'updateUsers',
  tag: 'people',
  roles: AUTOMATION,
  audit: 'user.update',
  method: 'PATCH',
  path: '/api/batch/users',
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Change several users',
  description: `${ALL_OR_NONE} Users who become inactive are signed out and lose bookings after today. Only global administrators may set roles, sign users out, and change the status of administrators. ${TRY_FIRST}`,
  query: Type.Object({ dryRun }),
  body: UsersChange,
  response: BatchOutcome,
  errors: [
    'entity_not_found',
    'user_inactive',
    'last_administrator',
    'break_glass_missing',
    'user_erased',
    'user_origin',
    'group_origin',
  ],
})

export const KeysChange = named(
  'KeysChange',
  Type.Object({
    ids: idsOf('keys'),
    changes: Type.Object(
      {
        expiresAt: optional(
          timestampInput({
            description: 'When the keys expire, in the future; null: never.',
            example: '2100-01-05T09:00:00.000Z',
          }),
        ),
        revoked: Type.Optional(Type.Literal(true, { description: 'Revokes the keys permanently.', examples: [true] })),
      },
      HOW,
    ),
  }),
)
export type KeysChange = Static<typeof KeysChange>

export const updateKeys = endpoint({
  operation: 'updateKeys',
  tag: 'administration',
  roles: AUTOMATION,
  audit: 'key.update',
  method: 'PATCH',
  path: '/api/batch/keys',
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Revoke several keys, or change when they expire',
  description: `${ALL_OR_NONE} All nodes apply it within five seconds. A revoked key cannot get another expiry.`,
  body: KeysChange,
  response: named(
    'KeysChanged',
    Type.Object({ changedCount: integer({ minimum: 0 }, { description: 'How many keys differ now.', example: 12 }) }),
  ),
  errors: ['entity_not_found', 'conflict'],
})
