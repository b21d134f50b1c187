import Type, { type Static } from 'typebox'
import { POLICY_RESULTS, weekColumns } from '../datasets/policy-weeks.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, flag, list, named, nullable, oneOf } from '../schema/atoms.ts'
import { dayParameter } from '../schema/date-range.ts'
import { userParams } from '../schema/params.ts'
import { ANALYSTS } from '../user-roles.ts'
import { count } from './analytics-scope.ts'

/** The most days for which weeks of a person are listed. */
export const MAX_POLICY_WEEKS_DAYS = 120

export const PolicyWeek = named(
  'PolicyWeek',
  Type.Object({
    ...weekColumns,
    result: oneOf([...POLICY_RESULTS, 'open'], {
      description: 'met, partly, missed or exempt as in the dataset; open until the week is over.',
    }),
    expected: count('Days that will count if the plans come true: those that count already, and office plans to come.', 3),
    days: list(
      Type.Object({
        day: date({ description: 'The local day.' }),
        workday: flag({ description: 'Whether it is a working day of the primary location.' }),
        state: oneOf(['attended', 'planned', 'excused', 'none'], {
          description:
            'attended: it counts. planned: an office plan that may still become attendance. excused: nothing is required. none: it does not count.',
        }),
        excuse: nullable(
          oneOf(['notEmployed', 'closed', 'holiday', 'timeOff', 'outage'], {
            description: 'Why nothing is required; null on other days.',
          }),
        ),
      }),
      {},
      { description: 'The days of the week or month.' },
    ),
  }),
)
export type PolicyWeek = Static<typeof PolicyWeek>

const PolicyWeekList = named(
  'PolicyWeekList',
  Type.Object({ items: list(PolicyWeek, {}, { description: 'The weeks and months.' }) }),
)

export const listUserPolicyWeeks = endpoint({
  operation: 'listUserPolicyWeeks',
  audit: 'person.read',
  method: 'GET',
  path: '/api/users/{userId}/policy-weeks',
  tag: 'planning',
  roles: AUTOMATION,
  params: userParams,
  people: ANALYSTS,
  self: true,
  summary: 'What attendance policies required of a person, by week',
  description: `Weeks that end in the range of at most ${MAX_POLICY_WEEKS_DAYS} days, and the days that counted, the last one first. Weeks without a policy, and those whose presence retention has removed, are absent.`,
  query: Type.Object({ from: dayParameter('First day'), to: dayParameter('Last day') }),
  response: PolicyWeekList,
  errors: ['entity_not_found', 'range_too_large'],
})
