import type { Operation } from '@rollcall/contract'
import { invalidate } from '../../../api/query.ts'

/** What depends on who belongs to which group, and on whose primary group it is. */
const READS: readonly Operation[] = [
  'listUsers',
  'getUser',
  'listGroupMembers',
  'listMemberHistory',
  'listUserGroups',
  'listUserGroupHistory',
  'listPolicies',
]

export const readMembersAgain = () => invalidate(...READS)
