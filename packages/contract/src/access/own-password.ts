import Type from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { named } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { ALL_USERS } from '../user-roles.ts'
import { givenPassword, MIN_PASSWORD, password } from './session.ts'

export const PasswordChange = named(
  'PasswordChange',
  Type.Object({
    currentPassword: givenPassword('The current password.'),
    newPassword: password(`At least ${MIN_PASSWORD} characters.`),
  }),
)

export const changePassword = endpoint({
  tag: 'sessions',
  roles: AUTOMATION,
  operation: 'changePassword',
  audit: 'account.password',
  method: 'PUT',
  path: '/api/session/password',
  people: ALL_USERS,
  summary: 'Change your password',
  description: 'All other sessions of the user end.',
  body: PasswordChange,
  response: Done,
  errors: ['sign_in_failed', 'too_many_attempts', 'entity_not_found', 'conflict'],
})
