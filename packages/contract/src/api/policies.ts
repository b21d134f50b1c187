import Type, { type Static } from 'typebox'
import { isoWeekday, POLICY_KINDS, policyDays } from '../datasets/policy-weeks.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, flag, id, list, named, nullable, nullableObject, oneOf, text } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathDay, pathId } from '../schema/params.ts'
import { WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { count } from './analytics-scope.ts'

/** How many days before today a policy may begin: weeks that were published are restated from then on. */
export const MAX_POLICY_AGE_DAYS = 1100

/** What a policy can be: also none, which frees a group from the policy of a group above. */
export const SET_POLICY_KINDS = ['none', ...POLICY_KINDS] as const

const weekdays = list(
  isoWeekday,
  { minItems: 1, maxItems: 7 },
  { description: 'The required weekdays; only with the kind weekdays.' },
)
const kind = oneOf(SET_POLICY_KINDS, {
  description:
    'daysPerWeek and daysPerMonth require a number of days, weekdays the named ones; none requires nothing, whatever groups above require.',
  example: 'daysPerWeek',
})

export const AttendancePolicy = named(
  'AttendancePolicy',
  Type.Object({
    groupId: id({ description: 'The group that has it.' }),
    groupName: text(200, { description: 'Its name.', example: 'Engineering' }),
    validFrom: date({ description: 'The first day on which it counts.' }),
    kind,
    days: nullable(policyDays),
    weekdays: nullable(weekdays),
  }),
)
export type AttendancePolicy = Static<typeof AttendancePolicy>

export const GroupPolicies = named(
  'GroupPolicies',
  Type.Object({
    groupId: id({ description: 'The group.' }),
    groupName: text(200, { description: 'Its name.', example: 'Engineering' }),
    groupType: text(100, { description: 'Kind of group.', example: 'department' }),
    parentGroupId: nullable(id({ description: 'The group above it; null at the top.' })),
    members: count('Active people whose primary group it is.', 12),
    otherMembers: count('Active members who have another primary group, or none: its policy does not count for them.', 2),
    policies: list(AttendancePolicy, {}, { description: 'Its own policies, the latest first.' }),
    current: nullableObject(Type.Object(AttendancePolicy.properties), {
      description: 'The policy that counts today: its own, or that of the nearest group above; null if there is none.',
    }),
    inherited: flag({ description: 'Whether the current one comes from a group above.', example: false }),
  }),
)
export type GroupPolicies = Static<typeof GroupPolicies>

export const SetPolicy = named(
  'SetPolicy',
  Type.Object({ kind, days: Type.Optional(nullable(policyDays)), weekdays: Type.Optional(nullable(weekdays)) }),
)
export type SetPolicy = Static<typeof SetPolicy>

const shared = { tag: 'people', roles: AUTOMATION, people: WORKPLACE_ADMINISTRATORS } as const
const GroupPolicyList = named('GroupPolicyList', Type.Object({ items: list(GroupPolicies, {}, { description: 'The groups.' }) }))

const policyParams = Type.Object({
  groupId: pathId('The group.'),
  day: { ...pathDay, description: 'The first day on which the policy counts, YYYY-MM-DD.' },
})

export const listPolicies = endpoint({
  ...shared,
  operation: 'listPolicies',
  method: 'GET',
  path: '/api/attendance-policies',
  summary: 'Attendance policies of all groups',
  description: 'Active groups, ordered by type and name, each with its policies and the one that counts today.',
  response: GroupPolicyList,
})

export const setPolicy = endpoint({
  ...shared,
  operation: 'setPolicy',
  audit: 'policy.set',
  method: 'PUT',
  path: '/api/groups/{groupId}/policies/{day}',
  params: policyParams,
  summary: 'Set the attendance policy of a group from a day on',
  description: `It counts for the group and the groups below that have none of their own, for weeks and months that begin on the day or later, until a later policy of the group. The day is at most ${MAX_POLICY_AGE_DAYS} days ago; published weeks since then are restated.`,
  body: SetPolicy,
  response: AttendancePolicy,
  errors: ['entity_not_found'],
})

export const removePolicy = endpoint({
  ...shared,
  operation: 'removePolicy',
  audit: 'policy.remove',
  method: 'DELETE',
  path: '/api/groups/{groupId}/policies/{day}',
  params: policyParams,
  summary: 'Remove an attendance policy',
  description:
    'As if it had never been: published weeks are restated. To end a policy, set one of the kind none from a day on instead.',
  response: Done,
  errors: ['entity_not_found'],
})
