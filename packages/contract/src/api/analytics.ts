import Type, { type Static } from 'typebox'
import { optionalId } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import { date, id, integer, list, named, nullable, text } from '../schema/atoms.ts'
import { AttendanceKpis, attendanceKpis, kpi } from './analytics-kpis.ts'
import {
  amount,
  compared,
  count,
  forAdministrators,
  freshness,
  groupIds,
  hidden,
  locationIds,
  ofLocation,
  period,
} from './analytics-scope.ts'

const weekday = integer({ minimum: 1, maximum: 7 }, { description: 'Monday 1 to Sunday 7.', example: 2 })

export const AttendanceFigures = named(
  'AttendanceFigures',
  Type.Object({
    ...hidden,
    days: list(
      Type.Object({
        day: date({ description: 'The local calendar day.' }),
        planned: count('Expected: rows with plan o whose planned building is in scope.', 512),
        remote: count('Rows with plan r, by primary building.', 240),
        away: count('Rows with plan a, by primary building.', 61),
        confirmed: nullable(
          count('Came as expected: rows with attendanceType confirmed; null where it is not known who came.', 455),
        ),
        noShow: nullable(
          count(
            'Expected and did not come: rows with attendanceType noShow; with locationIds also people who came to another building. Null where it is not known who came.',
            44,
          ),
        ),
        unconfirmed: count('Expected where no presence was reported: it is not known whether they came.', 13),
        walkIn: nullable(
          count('Came without being expected there: rows with attendanceType walkIn; null where it is not known who came.', 31),
        ),
        seen: nullable(count('Came: confirmed and walkIn; null where no building in scope reported presence.', 486)),
        booked: count('Rows with a booking in scope.', 498),
        elsewhere: count('Expected, and seen only in another building: part of planned.', 3),
      }),
      {},
      { description: 'Every published day of the period, weekends included; none where hidden.' },
    ),
    kpis: AttendanceKpis,
    previous: Type.Object(
      { ...compared, kpis: AttendanceKpis, current: AttendanceKpis },
      {
        description:
          'The comparison with the same weekdays before: `current` has the KPIs of the days compared, `kpis` those of the days daysBack earlier.',
      },
    ),
    weekdays: list(
      Type.Object({
        weekday,
        averageSeen: nullable(
          amount('Mean of seen over the published days of the period that are this weekday; null where it is not known.', 486.2),
        ),
        averagePlanned: amount('The same of planned.', 512.4),
        rate: nullable(amount('The attendance rate of these days; null where there is none.', 0.71)),
      }),
      {},
      { description: 'By weekday; those without a published day are left out, and all where hidden.' },
    ),
    locations: list(
      Type.Object({ ...ofLocation, ...hidden, kpis: AttendanceKpis }),
      {},
      {
        description:
          'Building by building, in the order of names: who came there by where they were seen, who was expected there by booking or plan. Last the plans of people without any.',
      },
    ),
    ...freshness,
  }),
)
export type AttendanceFigures = Static<typeof AttendanceFigures>

export const getAttendanceFigures = endpoint({
  ...forAdministrators,
  operation: 'getAttendanceFigures',
  path: '/api/analytics/attendance',
  summary: 'Attendance of a period',
  description:
    'Counts of the rows of user-booking-attendance. Who came goes by attendanceLocationId; who was expected by the planned building: of the booking, else of the plan, else the primary one. A person who is booked in one building and seen only in another came to that one and is a no-show of the first. Groups are the primary ones as of the day.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: AttendanceFigures,
  errors: ['range_too_large'],
})

export const HourFigures = named(
  'HourFigures',
  Type.Object({
    ...hidden,
    hours: list(
      Type.Object({
        weekday,
        hour: integer({ minimum: 0, maximum: 23 }, { description: 'Hour of local time in the building.', example: 9 }),
        averagePeople: nullable(
          amount(
            'Mean over the published days of this weekday of the people present in the hour: between the first and the last time they were seen in the building that day. Null where no presence was reported.',
            312.4,
          ),
        ),
        peakPeople: nullable(count('Most of these on one day; null where no presence was reported.', 377)),
        averageSpacesOccupied: nullable(
          amount('Mean of the spaces occupied at some moment of the hour; null where groupIds are given.', 14.5),
        ),
      }),
      {},
      {
        description: 'Hours with anybody or anything in them; none where hidden. Who is seen in two buildings counts in both.',
      },
    ),
    ...freshness,
  }),
)
export type HourFigures = Static<typeof HourFigures>

export const getHourFigures = endpoint({
  ...forAdministrators,
  operation: 'getHourFigures',
  path: '/api/analytics/hours',
  summary: 'People and spaces by hour of the week',
  description:
    'From presence and occupancy events of published days. A person is present in all hours from the first to the last time they were seen in a building on a day. A space is occupied from a report that it is to its next report on that day; without a further one in the hour of the report.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: HourFigures,
  errors: ['range_too_large'],
})

export const GroupFigures = named(
  'GroupFigures',
  Type.Object({
    groups: list(
      Type.Object({
        groupId: id({ description: 'The group.' }),
        groupName: text(200, { description: 'Its name.', example: 'Engineering' }),
        groupType: text(100, { description: 'Kind of group.', example: 'department' }),
        parentId: optionalId('The group above'),
        ...hidden,
        members: count('Active users in scope whose primary group is this one or below it. Shown whether hidden or not.', 48),
        ...attendanceKpis,
        togetherness: kpi('togetherness'),
        recommendedDesks: kpi('recommendedDesks'),
        allocatedDesks: count(
          'Active desks and capacity of neighborhoods in the zones of the group and of those below it, each zone once.',
          52,
        ),
      }),
      {},
      { description: 'Active groups, those below included in each, in the order of type and name.' },
    ),
    ...freshness,
  }),
)
export type GroupFigures = Static<typeof GroupFigures>

export const getGroupFigures = endpoint({
  ...forAdministrators,
  operation: 'getGroupFigures',
  path: '/api/analytics/groups',
  summary: 'Attendance group by group',
  description:
    'Each group with all below it, by the primary group as of the day. Groups of which fewer people than minimumGroupSize had a plan, a booking or presence in the period are hidden, and others where they would tell of these by subtraction. With groupIds only these and all below them are listed.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: GroupFigures,
  errors: ['range_too_large'],
})
