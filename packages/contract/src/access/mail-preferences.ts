import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, list, named, nullable, oneOf, optional, text } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { userParams } from '../schema/params.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { MAIL_KIND_NAMES, MAIL_KINDS, MAIL_LANGUAGES } from './mail-kinds.ts'
import { PUSH_KIND_NAMES, PUSH_KINDS } from './push-kinds.ts'

const kind = oneOf(MAIL_KIND_NAMES, { description: 'What it is about.' })
const pushKind = oneOf(PUSH_KIND_NAMES, { description: 'What it is about.' })
const language = oneOf(MAIL_LANGUAGES, {
  description: 'The language of mail and notifications; null: the default, English.',
  example: 'en',
})

export const MailPreferences = named(
  'MailPreferences',
  Type.Object({
    language: nullable(language),
    kinds: list(
      Type.Object({
        kind,
        about: text(200, { description: 'What it is about.', example: MAIL_KINDS['new-sign-in'].about }),
        isNecessary: flag({ description: 'Whether it is always sent.', example: false }),
        isWanted: flag({ description: 'Whether it is sent.' }),
      }),
      {},
      { description: 'Every kind of mail.' },
    ),
    pushKinds: list(
      Type.Object({
        kind: pushKind,
        about: text(200, { description: 'What it is about.', example: PUSH_KINDS['booking-lost'].about }),
        isWanted: flag({ description: 'Whether the devices of the user are notified.' }),
      }),
      {},
      { description: 'Every kind of notification on devices.' },
    ),
  }),
)
export type MailPreferences = Static<typeof MailPreferences>

const ofPerson = { tag: 'sessions', roles: AUTOMATION, params: userParams, people: GLOBAL_ADMINISTRATORS, self: true } as const

export const getMailPreferences = endpoint({
  ...ofPerson,
  operation: 'getMailPreferences',
  audit: { none: 'It shows which mail a person wants, and nothing about what the person does.' },
  method: 'GET',
  path: '/api/users/{userId}/mail-preferences',
  summary: 'Which mail and notifications a user wants',
  description: 'People read and change their own.',
  response: MailPreferences,
  errors: ['entity_not_found'],
})

export const MailPreferencesChange = named(
  'MailPreferencesChange',
  Type.Object({
    language: optional(
      oneOf(MAIL_LANGUAGES, { description: 'The language of mail and notifications. Absent: unchanged.', example: 'en' }),
    ),
    refusedKinds: optional(
      list(
        kind,
        { maxItems: MAIL_KIND_NAMES.length },
        { description: 'Kinds not to mail; they replace the current ones. Absent: unchanged.' },
      ),
    ),
    refusedPushKinds: optional(
      list(
        pushKind,
        { maxItems: PUSH_KIND_NAMES.length },
        { description: 'Kinds not to send to devices; they replace the current ones. Absent: unchanged.' },
      ),
    ),
  }),
)
export type MailPreferencesChange = Static<typeof MailPreferencesChange>

export const setMailPreferences = endpoint({
  ...ofPerson,
  operation: 'setMailPreferences',
  audit: 'mail.preferences',
  method: 'PATCH',
  path: '/api/users/{userId}/mail-preferences',
  summary: 'Choose which mail and notifications to get',
  description: 'Necessary mail cannot be refused.',
  body: MailPreferencesChange,
  response: MailPreferences,
  errors: ['entity_not_found'],
})

export const unsubscribe = endpoint({
  operation: 'unsubscribe',
  audit: { none: 'People refuse mail to themselves, with the link in it.' },
  method: 'POST',
  path: '/api/mail-unsubscribe',
  tag: 'sessions',
  roles: 'public',
  summary: 'Unsubscribe with the link of a mail',
  description:
    'Refuses the kind of mail that has the link. Mail programs call it by the headers of RFC 8058. Repeating it is harmless.',
  query: Type.Object({
    code: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The code of the link.',
      examples: ['q0x7bq5vSg9rD1m0bqzKqg'],
    }),
  }),
  response: Done,
  errors: ['unsubscribe_link_invalid'],
})
