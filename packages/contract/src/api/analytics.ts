import Type, { type Static } from 'typebox'
import { optionalId } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import { date, id, integer, list, named, nullable, text } from '../schema/atoms.ts'
import { AttendanceKpis, attendanceKpis, kpi } from './analytics-kpis.ts'
import {
  amount,
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
    hidden,
    days: list(
      Type.Object({
        day: date({ description: 'The local calendar day.' }),
        planned: count('Rows with plan o.', 512),
        remote: count('Rows with plan r.', 240),
        away: count('Rows with plan a.', 61),
        confirmed: count('Rows with attendanceType confirmed.', 455),
        noShow: count('Rows with attendanceType noShow.', 44),
        unconfirmed: count('Rows with attendanceType unconfirmed.', 13),
        walkIn: count('Rows with attendanceType walkIn.', 31),
        seen: count('confirmed and walkIn.', 486),
        booked: count('Rows with a booking.', 498),
      }),
      {},
      { description: 'Every published day of the period, weekends included; none where hidden.' },
    ),
    kpis: AttendanceKpis,
    previous: Type.Object(
      {
        from: date({ description: 'Its first day.' }),
        to: date({ description: 'Its last day.' }),
        kpis: AttendanceKpis,
      },
      { description: 'The period of the same length right before.' },
    ),
    weekdays: list(
      Type.Object({
        weekday,
        averageSeen: amount('Mean of seen over the published days of the period that are this weekday.', 486.2),
        averagePlanned: amount('The same of planned.', 512.4),
        rate: nullable(amount('averageSeen / people; null where there are none.', 0.71)),
      }),
      {},
      { description: 'By weekday; those without a published day are left out, and all where hidden.' },
    ),
    locations: list(
      Type.Object({ ...ofLocation, hidden, kpis: AttendanceKpis }),
      {},
      { description: 'Building by building, in the order of names; last the rows of people without any.' },
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
    'Exactly the numbers of the warehouse: each is a count of rows of user-booking-attendance. A row belongs to the location of its booking, else of its attendance, else the primary one, and to the primary group as of the day.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: AttendanceFigures,
  errors: ['range_too_large'],
})

export const HourFigures = named(
  'HourFigures',
  Type.Object({
    hidden,
    hours: list(
      Type.Object({
        weekday,
        hour: integer({ minimum: 0, maximum: 23 }, { description: 'Hour of local time in the building.', example: 9 }),
        averagePeople: amount('Mean over the published days of this weekday of the people with presence in the hour.', 312.4),
        peakPeople: count('Most of these on one day.', 377),
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
    'From presence and occupancy events of published days. A space is occupied from a report that it is to its next report on that day; without a further one in the hour of the report.',
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
        hidden,
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
    'Each group with all below it, by the primary group as of the day. Groups of fewer people than minimumGroupSize are hidden, and others where they would tell of these by subtraction. With groupIds only these and all below them are listed.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: GroupFigures,
  errors: ['range_too_large'],
})
