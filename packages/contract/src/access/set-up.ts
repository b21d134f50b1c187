import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { flag, named, optionalText, text } from '../schema/atoms.ts'
import { password, Session, userName } from './session.ts'

export const SetUpState = named(
  'SetUpState',
  Type.Object({ isOpen: flag({ description: 'Whether nobody can sign in to this service yet.' }) }),
)

export const SetUp = named(
  'SetUp',
  Type.Object({
    code: text(300, {
      description: 'The code that the service gave at its first start, or when the organization was created.',
      example: 'q0x7bq5vSg9rD1m0bqzKqg',
    }),
    userName,
    password: password('At least 12 characters.'),
    firstName: optionalText(200, { description: 'First name.', example: 'Ada' }),
    lastName: optionalText(200, { description: 'Last name.', example: 'Byron' }),
    organizationName: optionalText(200, { description: 'Name of the organization; absent: as it is.', example: 'Example Ltd' }),
    timeZone: optionalText(100, {
      description: 'IANA time zone where no location says otherwise; absent: as it is.',
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
  summary: 'Whether the service waits for its first administrator',
  description: 'So that a web page can offer to set it up.',
  response: SetUpState,
})

export const setUp = endpoint({
  ...shared,
  operation: 'setUp',
  method: 'POST',
  summary: 'Make the first administrator of an organization',
  description:
    'For an organization in which nobody can sign in yet. Makes the user where there is none of this name, lets them sign in as global administrator, and signs them in: the session cookie is set.',
  body: SetUp,
  response: Session,
  status: 201,
  errors: ['set_up_code_invalid', 'set_up_done', 'name_taken', 'user_inactive', 'blocked'],
})
