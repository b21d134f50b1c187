import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { list, named, nullable, oneOf, optional, optionalText, text, timestamp } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { userParams } from '../schema/params.ts'
import { ADMINISTRATOR_ROLES, GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { password, Session, userName } from './session.ts'

/** How long a link to choose a password works. */
export const ACCOUNT_LINK_HOURS = 24

export const ACCOUNT_LINK_KINDS = ['invitation', 'reset'] as const
export type AccountLinkKind = (typeof ACCOUNT_LINK_KINDS)[number]

/** How a link reaches the person. */
export const DELIVERIES = ['mail', 'copy'] as const

const CODE_EXAMPLE = 'bxwPDm0rTUOfDA0Hto86IcSJ0m9yXn4w9Qb0kq1uY2l6b3c4ZGVmZ2hpamtsbW5v'
const code = text(200, { description: 'The code of the link, which is what follows the #.', example: CODE_EXAMPLE })
const kind = oneOf(ACCOUNT_LINK_KINDS, {
  description: '`invitation`: the account has no password yet; `reset`: a new password replaces the one that it has.',
})

export const AccountLinkRequest = named(
  'AccountLinkRequest',
  Type.Object({
    delivery: oneOf(DELIVERIES, {
      description: '`mail`: the link is mailed to the person; `copy`: the response has its code, for you to pass on.',
      example: 'copy',
    }),
    roles: optional(
      list(
        oneOf(ADMINISTRATOR_ROLES, { description: 'A role.', example: 'bookings-administrator' }),
        { maxItems: ADMINISTRATOR_ROLES.length },
        { description: 'Roles of a new account besides employee; an existing account keeps its roles.' },
      ),
    ),
  }),
)
export type AccountLinkRequest = Static<typeof AccountLinkRequest>

export const AccountLink = named(
  'AccountLink',
  Type.Object({
    kind,
    delivery: oneOf(DELIVERIES, { description: 'How the link reaches the person.' }),
    address: nullable(text(500, { description: 'Where it is mailed to; null: nowhere.', example: 'ada.byron@example.com' })),
    code: nullable(
      text(200, {
        description:
          'The code: the link is the address of the web app followed by `/account-link#` and the code; null: it is mailed.',
        example: CODE_EXAMPLE,
      }),
    ),
    expiresAt: nullable(
      timestamp({ description: `When the link stops working; null: ${ACCOUNT_LINK_HOURS} hours after the mail is sent.` }),
    ),
  }),
)
export type AccountLink = Static<typeof AccountLink>

export const createAccountLink = endpoint({
  operation: 'createAccountLink',
  audit: 'account.link',
  method: 'POST',
  path: '/api/users/{userId}/account/link',
  tag: 'sessions',
  roles: AUTOMATION,
  params: userParams,
  people: GLOBAL_ADMINISTRATORS,
  summary: 'Invite a user, or let them choose a new password',
  description:
    'Creates the account if the user has none, without a password. The link works once, for 24 hours, and lets its holder choose the password. No password passes through the hands of an administrator.',
  body: AccountLinkRequest,
  response: AccountLink,
  status: 201,
  errors: ['entity_not_found', 'user_inactive', 'conflict', 'mail_unavailable', 'single_sign_on_required'],
})

export const PasswordResetRequest = named(
  'PasswordResetRequest',
  Type.Object({
    userName: text(320, { description: 'userName or e-mail address of the user.', example: 'ada.byron@example.com' }),
    organization: optionalText(200, {
      description: 'Name of the organization; absent: every one that has such a user.',
      example: 'Example Ltd',
    }),
  }),
)
export type PasswordResetRequest = Static<typeof PasswordResetRequest>

export const requestPasswordReset = endpoint({
  operation: 'requestPasswordReset',
  audit: {
    none: 'The caller is unknown. If there is such an account, its organization has an entry of its own (account.reset-request).',
  },
  method: 'POST',
  path: '/api/password-reset',
  tag: 'sessions',
  roles: 'public',
  summary: 'Ask for a link to choose a new password',
  description:
    'The response is the same whether or not there is such an account. If there is, and it has an e-mail address, a link is mailed to that address, at most three times in an hour.',
  body: PasswordResetRequest,
  response: Done,
  errors: ['mail_unavailable', 'too_many_attempts'],
})

export const AccountLinkCode = named('AccountLinkCode', Type.Object({ code }))

export const AccountLinkDetails = named(
  'AccountLinkDetails',
  Type.Object({
    kind,
    userName,
    organizationName: text(200, { description: 'Name of the organization.', example: 'Example Ltd' }),
    expiresAt: timestamp({ description: 'When the link stops working.' }),
  }),
)
export type AccountLinkDetails = Static<typeof AccountLinkDetails>

export const readAccountLink = endpoint({
  operation: 'readAccountLink',
  audit: { none: 'It shows the holder of the link whom it is for, and changes nothing.' },
  method: 'POST',
  path: '/api/account-link/details',
  tag: 'sessions',
  roles: 'public',
  summary: 'Whom a link is for',
  description: 'Lets a web page show name and organization before a password is chosen. The link stays as it is.',
  body: AccountLinkCode,
  response: AccountLinkDetails,
  errors: ['account_link_invalid', 'blocked', 'single_sign_on_required'],
})

export const AccountLinkUse = named('AccountLinkUse', Type.Object({ code, password: password('At least 12 characters.') }))
export type AccountLinkUse = Static<typeof AccountLinkUse>

export const useAccountLink = endpoint({
  operation: 'useAccountLink',
  audit: 'account.link-use',
  method: 'POST',
  path: '/api/account-link',
  tag: 'sessions',
  roles: 'public',
  summary: 'Choose a password with a link',
  description:
    'Sets the password, ends all sessions of the user and all links of the account, and signs the user in by setting the session cookie.',
  body: AccountLinkUse,
  response: Session,
  status: 201,
  errors: ['account_link_invalid', 'blocked', 'sign_in_failed', 'single_sign_on_required'],
})
