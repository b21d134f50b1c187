import Type, { type Static } from 'typebox'
import { OWNERS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import {
  date,
  flag,
  id,
  integer,
  list,
  named,
  nullable,
  oneOf,
  optional,
  optionalText,
  text,
  timestamp,
} from '../schema/atoms.ts'
import { userParams } from '../schema/params.ts'

const shared = { tag: 'people', roles: AUTOMATION, params: userParams, people: OWNERS } as const

export const PersonalData = named(
  'PersonalData',
  Type.Object({
    userId: id({ description: 'Whose data it is.' }),
    writtenAt: timestamp({ description: 'The moment that all of it shows.' }),
    tables: Type.Unsafe<Record<string, Record<string, unknown>[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
      description:
        'Everything that is kept about the person: the rows of each table that are theirs or refer to them, without secrets. Tables without any are left out.',
      examples: [{ users: [{ user_name: 'ada.byron@example.com', first_name: 'Ada' }] }],
    }),
  }),
)
export type PersonalData = Static<typeof PersonalData>

export const getPersonalData = endpoint({
  ...shared,
  operation: 'getPersonalData',
  method: 'GET',
  path: '/api/users/{userId}/personal-data',
  self: true,
  summary: 'Everything that is kept about a person',
  description:
    'One document with all rows of all tables that are about the person. What the warehouse publishes is made of these rows and is not repeated.',
  response: PersonalData,
  errors: ['entity_not_found'],
})

/** What erasing does to a row. */
export const ERASURE_EFFECTS = ['removed', 'changed'] as const

const ErasedRows = named(
  'ErasedRows',
  Type.Object({
    table: text(63, { description: 'The table.', example: 'presence_events' }),
    effect: oneOf(ERASURE_EFFECTS, {
      description: 'Whether rows go, or stay without what names the person.',
    }),
    rows: integer({ minimum: 0 }, { description: 'How many of them.', example: 412 }),
  }),
)

export const Erasure = named(
  'Erasure',
  Type.Object({
    userId: id({ description: 'Who is erased. The id stays, and says nothing about the person.' }),
    erasedAt: nullable(timestamp({ description: 'When; null of a dry run.' })),
    erasedByUserId: nullable(id({ description: 'Who did it; null for a key, an operator, or a dry run.' })),
    reason: text(500, { description: 'Why.', example: 'Request of 5 January, ticket 4711' }),
    restatedDays: integer({ minimum: 0 }, { description: 'Days that the next refresh publishes again.', example: 203 }),
    tables: list(ErasedRows, {}, { description: 'What is removed or changed, by table; tables without such rows are left out.' }),
  }),
)
export type Erasure = Static<typeof Erasure>

export const ErasureRequest = named(
  'ErasureRequest',
  Type.Object({
    reason: text(500, {
      description: 'Why the person is erased. It is kept, so it must not name them.',
      example: 'Request of 5 January, ticket 4711',
    }),
    confirm: optionalText(320, {
      description: 'userName or e-mail of the person, as proof that it is the right one; needed unless it is a dry run.',
      example: 'ada.byron@example.com',
    }),
    dryRun: optional(flag({ description: 'Only counts what would be removed or changed.' })),
  }),
)
export type ErasureRequest = Static<typeof ErasureRequest>

export const erasePerson = endpoint({
  ...shared,
  operation: 'erasePerson',
  method: 'POST',
  path: '/api/users/{userId}/erasure',
  summary: 'Erase a person',
  description:
    'Removes everything that says who the user is, for good. The user stays as an inactive one whom nobody knows, so that counts stay right. Days that showed the person are published again by the next refresh, with the reason erased. Repeating the call answers what was done.',
  body: ErasureRequest,
  response: Erasure,
  errors: ['entity_not_found', 'last_administrator'],
})

/** Of what it can be said how long it is kept (domain §11). */
export const RETENTION_KINDS = ['presence', 'occupancy', 'log', 'visitors'] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

const kind = oneOf(RETENTION_KINDS, { description: 'What is kept.' })
const through = nullable(
  date({
    description:
      'Up to which day it was made anonymous; what came for such days later is by the next run. Null where nothing is yet.',
  }),
)

const Retention = named(
  'Retention',
  Type.Object({
    kind,
    days: nullable(integer({ minimum: 1 }, { description: 'Days after which it is anonymised; null: never.', example: 365 })),
    through,
  }),
)

const RetentionRun = named(
  'RetentionRun',
  Type.Object({
    runNo: integer({ minimum: 1 }, { description: 'Runs are numbered as they begin.', example: 7 }),
    kind,
    startedAt: timestamp({ description: 'When it began.' }),
    endedAt: nullable(timestamp({ description: 'When it ended; null while it runs, or where it was stopped.' })),
    through,
    rows: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'How many rows were removed or changed, by table; those of days that earlier runs had passed included.',
      examples: [{ presence_events: 35012 }],
    }),
    error: nullable(text(1000, { description: 'What went wrong; the next run goes on there.', example: 'lock timeout' })),
  }),
)
export type RetentionRun = Static<typeof RetentionRun>

const PastErasure = named(
  'PastErasure',
  Type.Object({
    userId: id({ description: 'Who was erased.' }),
    erasedAt: timestamp({ description: 'When.' }),
    erasedByUserId: Erasure.properties.erasedByUserId,
    reason: Erasure.properties.reason,
  }),
)

/** Runs, and erasures, that one answer tells. */
export const SHOWN_PRIVACY_ITEMS = 50

export const PrivacyStatus = named(
  'PrivacyStatus',
  Type.Object({
    retention: list(Retention, {}, { description: 'How long what is kept.' }),
    runs: list(
      RetentionRun,
      {},
      { description: `The last ${SHOWN_PRIVACY_ITEMS} runs that anonymised something, latest first.` },
    ),
    erasures: list(PastErasure, {}, { description: `The last ${SHOWN_PRIVACY_ITEMS} erasures, latest first.` }),
  }),
)
export type PrivacyStatus = Static<typeof PrivacyStatus>

export const getPrivacy = endpoint({
  operation: 'getPrivacy',
  method: 'GET',
  path: '/api/privacy',
  tag: 'administration',
  roles: AUTOMATION,
  people: OWNERS,
  summary: 'What was anonymised and erased',
  description:
    'How long personal data is kept, what was anonymised because of that, and who was erased, by id. The settings say how long.',
  response: PrivacyStatus,
})
