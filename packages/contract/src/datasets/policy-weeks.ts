import Type, { type Static } from 'typebox'
import { date, flag, id, integer, named, nullable, oneOf, text } from '../schema/atoms.ts'
import { optionalId, optionalName } from './columns.ts'
import { count, dailyDataset } from './daily.ts'

/** What a policy can require. */
export const POLICY_KINDS = ['daysPerWeek', 'weekdays', 'daysPerMonth'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]
export const POLICY_RESULTS = ['met', 'partly', 'missed', 'exempt'] as const
export type PolicyResult = (typeof POLICY_RESULTS)[number]

export const isoWeekday = integer({ minimum: 1, maximum: 7 }, { description: 'ISO weekday: Monday 1 to Sunday 7.', example: 2 })
export const policyDays = integer({ minimum: 1, maximum: 31 }, { description: 'How many days it requires.', example: 3 })

/** The columns of a week or month of a person, in the order of the row. */
export const weekColumns = {
  week: text(10, { description: 'The ISO week.', example: '2026-W02' }),
  firstDay: date({ description: 'First day that is judged: the Monday, or the first of the month.', example: '2026-01-05' }),
  lastDay: date({ description: 'Last day that is judged: the Sunday, or the last of the month.', example: '2026-01-11' }),
  primaryLocationId: optionalId('Primary location on the first day'),
  primaryLocationName: optionalName('Its name', 'Berlin Mitte'),
  primaryGroupId: id({ description: 'Primary group on the first day.' }),
  primaryGroupName: text(200, { description: 'Its name.', example: 'Platform' }),
  policyGroupId: id({ description: 'The group whose policy counts: the primary group, or one above it.' }),
  policyGroupName: text(200, { description: 'Its name.', example: 'Engineering' }),
  policyKind: oneOf(POLICY_KINDS, {
    description: 'daysPerWeek: any days of the week. weekdays: the named ones. daysPerMonth: any days of the month.',
  }),
  policyDays: nullable(policyDays),
  policyWeekdays: nullable(
    text(20, {
      description: 'ISO numbers of the named weekdays, Monday 1 to Sunday 7; null for a number of days.',
      example: '2,4',
    }),
  ),
  workdays: count('Working days of the primary location in the week or month.', 5),
  excusedDays: count(
    'Those on which nothing is required: time off, holidays, closures, outages without presence, days before joining or after leaving.',
    1,
  ),
  required: count('Days required: those of the policy, reduced in proportion by the excused days and rounded down.', 2),
  attended: count('Days that count: seen at any location, or planned where presence is not reported.', 2),
} as const

export const PolicyWeekRow = named(
  'PolicyWeekRow',
  Type.Object({
    day: date({ description: 'The Sunday on which the week ends.', example: '2026-01-11' }),
    userId: id({ description: 'The user.' }),
    ...weekColumns,
    met: nullable(flag({ description: 'Whether what was required was met; null if nothing was.' })),
    result: oneOf(POLICY_RESULTS, {
      description: 'met: all required days. partly: some of them. missed: none. exempt: nothing was required.',
    }),
  }),
)
export type PolicyWeekRow = Static<typeof PolicyWeekRow>

export const readPolicyWeeks = dailyDataset({
  operation: 'readPolicyWeeks',
  dataset: 'policy-weeks',
  audit: 'dataset.read',
  summary: 'Attendance policies by person and week',
  description:
    'One row per person with an attendance policy and week that is over; a policy by month has one row, in the week in which the last day of the month is. A row belongs to the Sunday of its week and to the primary location. Rows of one day and building are ordered by userId.',
  row: PolicyWeekRow,
})
