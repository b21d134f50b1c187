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
        plannedMeasured: nullable(
          count('The part of planned in buildings that reported presence; null if attendance is unknown.', 499),
        ),
        remote: count('Rows with plan r, by primary building.', 240),
        away: count('Rows with plan a, by primary building.', 61),
        confirmed: nullable(count('Came as expected: rows with attendanceType confirmed; null if attendance is unknown.', 455)),
        noShow: nullable(
          count(
            'Expected but did not come: rows with attendanceType noShow; with locationIds, also people who came to another building. Null if attendance is unknown.',
            44,
          ),
        ),
        unconfirmed: count('Expected where no presence was reported: whether they came is unknown.', 13),
        walkIn: nullable(
          count('Came without being expected: rows with attendanceType walkIn; null if attendance is unknown.', 31),
        ),
        seen: nullable(count('Came: confirmed and walkIn; null if no building in scope reported presence.', 486)),
        booked: count('Rows with a booking in scope.', 498),
        elsewhere: count('Expected, but seen only in another building; part of planned.', 3),
        released: count(
          'Bookings in scope that were released because no one checked in, by the building of the booking; not part of booked.',
          12,
        ),
      }),
      {},
      { description: 'Every published day of the period, including weekends; empty when hidden.' },
    ),
    kpis: AttendanceKpis,
    previous: Type.Object(
      { ...compared, kpis: AttendanceKpis, current: AttendanceKpis },
      {
        description:
          'The comparison with the same weekdays of an earlier period: `current` has the KPIs of the compared days, `kpis` those of the days daysBack earlier.',
      },
    ),
    weekdays: list(
      Type.Object({
        weekday,
        averageSeen: nullable(
          amount('Mean of seen over the published days of the period with this weekday; null if unknown.', 486.2),
        ),
        averagePlanned: amount('The same for planned.', 512.4),
        rate: nullable(amount('The attendance rate of these days; null if there is none.', 0.71)),
      }),
      {},
      { description: 'By weekday; weekdays without a published day are omitted. Empty when hidden.' },
    ),
    locations: list(
      Type.Object({
        ...{ ...ofLocation, ...hidden },
        kpis: AttendanceKpis,
        released: nullable(count('Bookings of the building that were released because no one checked in; null when hidden.', 84)),
      }),
      {},
      {
        description:
          'By building, ordered by name: people who came are counted where they were seen, people who were expected by booking or plan. The last item has the plans of people without a building.',
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
    'Counts of rows of user-booking-attendance. People who came are counted by attendanceLocationId; expected people by the building of the booking, else of the plan, else the primary one. A person booked in one building and seen only in another came to the second and is a no-show of the first. Groups are the primary groups as of the day.',
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
            'Mean number of people present in the hour, over the published days of this weekday. A person is present from the first to the last time they were seen in the building that day. Null if no presence was reported.',
            312.4,
          ),
        ),
        peakPeople: nullable(count('The highest number on one day; null if no presence was reported.', 377)),
        averageSpacesOccupied: nullable(
          amount('Mean number of spaces occupied at any time in the hour; null with groupIds.', 14.5),
        ),
      }),
      {},
      {
        description: 'Hours with presence or occupancy; empty when hidden. A person seen in two buildings counts in both.',
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
    'From presence and occupancy events of published days. A person is present in all hours from the first to the last time they were seen in a building on a day. A space is occupied from a report of occupancy to its next report on that day, or for the hour of the report if none follows.',
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
        members: count('Active users in scope whose primary group is this one or a descendant. Always shown.', 48),
        ...attendanceKpis,
        togetherness: kpi('togetherness'),
        recommendedDesks: kpi('recommendedDesks'),
        allocatedDesks: count(
          'Active desks and neighborhood capacity in the zones of the group and its descendants, each zone once.',
          52,
        ),
      }),
      {},
      { description: 'Active groups, each including its descendants, ordered by type and name.' },
    ),
    ...freshness,
  }),
)
export type GroupFigures = Static<typeof GroupFigures>

export const getGroupFigures = endpoint({
  ...forAdministrators,
  operation: 'getGroupFigures',
  path: '/api/analytics/groups',
  summary: 'Attendance by group',
  description:
    'Each group with its descendants, by the primary group as of the day. A group is hidden if fewer of its people than minimumGroupSize had a plan, a booking or presence in the period, or if its figures would reveal such a group by subtraction. With groupIds, only these groups and their descendants are listed.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: GroupFigures,
  errors: ['range_too_large'],
})
