import { AUTOMATION, endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { userParams } from '../schema/params.ts'
import { ADMINISTRATORS } from '../user-roles.ts'
import { Group } from './groups.ts'

export const listUserGroups = endpoint({
  operation: 'listUserGroups',
  audit: { none: 'It shows the groups of the directory, and nothing about what the person does.' },
  method: 'GET',
  path: '/api/users/{userId}/groups',
  tag: 'people',
  roles: AUTOMATION,
  params: userParams,
  people: ADMINISTRATORS,
  self: true,
  summary: 'Groups of a user',
  description: 'Groups with a direct membership of the user, ordered by type, then name.',
  query: pageQuery({}),
  response: pageOf('GroupPage', Group),
  errors: ['entity_not_found'],
})
