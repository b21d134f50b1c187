import Type, { type Static } from 'typebox'
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
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'

const shared = { tag: 'people', roles: AUTOMATION, params: userParams, people: GLOBAL_ADMINISTRATORS } as const

export const PersonalData = named(
  'PersonalData',
  Type.Object({
    userId: id({ description: 'The user.' }),
    writtenAt: timestamp({ description: 'The time of the data.' }),
    tables: Type.Unsafe<Record<string, Record<string, unknown>[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
      description:
        'All stored data about the person: the rows of each table that belong or refer to them, without secrets. Tables without such rows are omitted.',
      examples: [{ users: [{ user_name: 'ada.byron@example.com', first_name: 'Ada' }] }],
    }),
  }),
)
export type PersonalData = Static<typeof PersonalData>

export const getPersonalData = endpoint({
  ...shared,
  operation: 'getPersonalData',
  audit: 'person.export',
  method: 'GET',
  path: '/api/users/{userId}/personal-data',
  self: true,
  summary: 'Export the personal data of a user',
  description:
    'One document with all rows of all tables about the person. The warehouse derives from these rows and is not repeated.',
  response: PersonalData,
  errors: ['entity_not_found'],
})

/** The effect of an erasure on a row. */
export const ERASURE_EFFECTS = ['removed', 'changed'] as const

const ErasedRows = named(
  'ErasedRows',
  Type.Object({
    table: text(63, { description: 'The table.', example: 'presence_events' }),
    effect: oneOf(ERASURE_EFFECTS, {
      description: 'Whether the rows are removed, or stay without the values that identify the person.',
    }),
    rows: integer({ minimum: 0 }, { description: 'Number of rows.', example: 412 }),
  }),
)

export const Erasure = named(
  'Erasure',
  Type.Object({
    userId: id({ description: 'The erased user. The id stays and reveals nothing about the person.' }),
    erasedAt: nullable(timestamp({ description: 'When the user was erased; null for a dry run.' })),
    erasedByUserId: nullable(id({ description: 'The user who requested it; null for a key, an operator, or a dry run.' })),
    reason: text(500, { description: 'Why.', example: 'Request of 5 January, ticket 4711' }),
    restatedDays: integer({ minimum: 0 }, { description: 'Days that the next refresh publishes again.', example: 203 }),
    tables: list(ErasedRows, {}, { description: 'Removed or changed rows by table. Tables without such rows are omitted.' }),
  }),
)
export type Erasure = Static<typeof Erasure>

export const ErasureRequest = named(
  'ErasureRequest',
  Type.Object({
    reason: text(500, {
      description: 'Why the person is erased. The reason is stored, so it must not name them.',
      example: 'Request of 5 January, ticket 4711',
    }),
    confirm: optionalText(320, {
      description: 'userName or e-mail of the person, to confirm the right user. Required unless it is a dry run.',
      example: 'ada.byron@example.com',
    }),
    dryRun: optional(flag({ description: 'true: only count what would be removed or changed.' })),
  }),
)
export type ErasureRequest = Static<typeof ErasureRequest>

export const erasePerson = endpoint({
  ...shared,
  operation: 'erasePerson',
  audit: 'person.erase',
  method: 'POST',
  path: '/api/users/{userId}/erasure',
  summary: 'Erase a person',
  description:
    'Permanently removes everything that identifies the user. An inactive, anonymous user remains, so that counts stay correct. The next refresh publishes the days that showed the person again, with reason `erased`. Repeating the call returns the first result.',
  body: ErasureRequest,
  response: Erasure,
  errors: ['entity_not_found', 'last_administrator', 'break_glass_missing'],
})

/** Kinds of data with a configurable retention (domain §11). */
export const RETENTION_KINDS = ['presence', 'occupancy', 'log', 'visitors'] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

const kind = oneOf(RETENTION_KINDS, { description: 'Kind of data.' })
const through = nullable(
  date({
    description:
      'The last anonymized day. Data that arrives later for such days is anonymized by the next run. Null before the first run.',
  }),
)

const Retention = named(
  'Retention',
  Type.Object({
    kind,
    days: nullable(
      integer({ minimum: 1 }, { description: 'Days after which the data is anonymized; null: never.', example: 365 }),
    ),
    through,
  }),
)

const RetentionRun = named(
  'RetentionRun',
  Type.Object({
    runNo: integer({ minimum: 1 }, { description: 'Number of the run, in the order of their starts.', example: 7 }),
    kind,
    startedAt: timestamp({ description: 'When the run started.' }),
    endedAt: nullable(timestamp({ description: 'When the run ended; null while it runs, or if it was stopped.' })),
    through,
    rows: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'Removed or changed rows by table, including rows of days that earlier runs had covered.',
      examples: [{ presence_events: 35012 }],
    }),
    error: nullable(text(1000, { description: 'What went wrong. The next run resumes there.', example: 'lock timeout' })),
  }),
)
export type RetentionRun = Static<typeof RetentionRun>

const PastErasure = named(
  'PastErasure',
  Type.Object({
    userId: id({ description: 'The erased user.' }),
    erasedAt: timestamp({ description: 'When.' }),
    erasedByUserId: Erasure.properties.erasedByUserId,
    reason: Erasure.properties.reason,
  }),
)

/** Maximum number of runs, and of erasures, in a response. */
export const SHOWN_PRIVACY_ITEMS = 50

export const PrivacyStatus = named(
  'PrivacyStatus',
  Type.Object({
    retention: list(Retention, {}, { description: 'Retention by kind of data.' }),
    runs: list(RetentionRun, {}, { description: `The last ${SHOWN_PRIVACY_ITEMS} runs that anonymized data, latest first.` }),
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
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Retention and erasures',
  description:
    'The retention of personal data, what has been anonymized, and the ids of erased users. Retention is configured in the settings.',
  response: PrivacyStatus,
})
