import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { flag, named, optionalText, text } from '../schema/atoms.ts'
import { password, Session, userName } from './session.ts'

export const SetUpState = named(
  'SetUpState',
  Type.Object({ isOpen: flag({ description: 'Whether the service has no account yet, so that set-up is open.' }) }),
)

export const SetUp = named(
  'SetUp',
  Type.Object({
    code: text(300, {
      description: 'The code that the service printed at its first start, or when the organization was created.',
      example: 'q0x7bq5vSg9rD1m0bqzKqg',
    }),
    userName,
    password: password('At least 12 characters.'),
    firstName: optionalText(200, { description: 'First name.', example: 'Ada' }),
    lastName: optionalText(200, { description: 'Last name.', example: 'Byron' }),
    organizationName: optionalText(200, { description: 'Name of the organization; absent: unchanged.', example: 'Example Ltd' }),
    timeZone: optionalText(100, {
      description: 'Default IANA time zone of locations; absent: unchanged.',
      example: 'Europe/Berlin',
    }),
  }),
)
export type SetUp = Static<typeof SetUp>

const shared = { path: '/api/set-up', tag: 'sessions', roles: 'public' } as const

export const getSetUp = endpoint({
  ...shared,
  operation: 'getSetUp',
  method: 'GET',
  summary: 'Whether the service needs its first administrator',
  description: 'Lets a web page offer the set-up.',
  response: SetUpState,
})

export const setUp = endpoint({
  ...shared,
  operation: 'setUp',
  audit: 'organization.set-up',
  method: 'POST',
  summary: 'Create the first administrator of an organization',
  description:
    'For an organization without any account. Creates the user if none has this name, makes them a global administrator, and signs them in by setting the session cookie.',
  body: SetUp,
  response: Session,
  status: 201,
  errors: ['set_up_code_invalid', 'set_up_done', 'name_taken', 'user_inactive', 'blocked'],
})
