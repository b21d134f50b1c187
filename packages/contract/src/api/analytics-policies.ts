import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { date, id, integer, list, named, nullable, text } from '../schema/atoms.ts'
import { count, forAdministrators, freshness, groupIds, hidden, locationIds, period } from './analytics-scope.ts'

/** Weeks that forecasts look ahead: the current week and the next one. */
export const POLICY_FORECAST_WEEKS = 2

const results = {
  people: count('People with a policy.', 24),
  required: count('Days required of all of them.', 60),
  attended: count('Days that counted.', 52),
  met: count('People who met it.', 18),
  partly: count('People who met a part of it.', 4),
  missed: count('People who met nothing of it.', 1),
  exempt: count('People with nothing required.', 1),
}

const PolicyCounts = Type.Object({
  week: text(10, { description: 'The ISO week.', example: '2026-W02' }),
  day: date({ description: 'Its Sunday.', example: '2026-01-11' }),
  ...results,
})

export const PolicyFigures = named(
  'PolicyFigures',
  Type.Object({
    groups: list(
      Type.Object({
        groupId: id({ description: 'The group.' }),
        groupName: text(200, { description: 'Its name.', example: 'Engineering' }),
        groupType: text(100, { description: 'Kind of group.', example: 'department' }),
        parentId: nullable(id({ description: 'The group above it; null at the top.' })),
        ...hidden,
        weeks: list(PolicyCounts, {}, { description: 'Published weeks in which anyone had a policy; empty if hidden.' }),
        forecast: list(
          Type.Object({
            week: text(10, { description: 'The ISO week.', example: '2026-W03' }),
            day: date({ description: 'Its Sunday.', example: '2026-01-18' }),
            people: count('People with required days.', 23),
            metAlready: count('People who have met it already.', 3),
            expected: count('People who will have met it if the plans come true, those who have already included.', 17),
          }),
          {},
          { description: 'The current week and the next one, by presence so far and office plans; empty if hidden.' },
        ),
      }),
      {},
      { description: 'Groups with a policy in the period, with the groups below them, ordered by type and name.' },
    ),
    ...freshness,
    minimumGroupSize: integer({ minimum: 1 }, { description: 'Figures of fewer people are hidden.', example: 5 }),
  }),
)
export type PolicyFigures = Static<typeof PolicyFigures>

export const getPolicyFigures = endpoint({
  ...forAdministrators,
  operation: 'getPolicyFigures',
  path: '/api/analytics/policy',
  summary: 'Attendance policies by group and week',
  description:
    'How many people of each group and the groups below it met their policy in the weeks that end in the period, and how many are expected to meet it this week and the next. Numbers only: groups of too few people are hidden, and no person is named or ranked.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: PolicyFigures,
  errors: ['range_too_large'],
})
