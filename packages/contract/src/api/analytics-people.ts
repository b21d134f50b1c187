import Type, { type Static } from 'typebox'
import { NO_LOCATION } from '../datasets/attendance.ts'
import { optionalId, optionalName, status } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, id, named, nullable, oneOf, text } from '../schema/atoms.ts'
import { idList } from '../schema/id-list.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { ANALYSTS } from '../user-roles.ts'
import { count, groupIds, period } from './analytics-scope.ts'
import { DAY_OUTCOMES } from './day-outcomes.ts'
import { searchFilter, statusFilter } from './entity.ts'

export const PersonFigures = named(
  'PersonFigures',
  Type.Object({
    userId: id({ description: 'The user.' }),
    userName: text(320, { description: 'userName.', example: 'ada.byron@example.com' }),
    firstName: optionalName('First name', 'Ada'),
    lastName: optionalName('Last name', 'Byron'),
    status,
    primaryLocationId: optionalId('Primary location'),
    primaryLocationName: optionalName('Name of the primary location', 'Berlin Mitte'),
    primaryGroupId: optionalId('Primary group'),
    primaryGroupName: optionalName('Name of the primary group', 'Engineering'),
    planned: count('Published days of the period with plan o, including weekends.', 41),
    seen: count('Days with attendanceType confirmed or walkIn.', 38),
    noShow: count('Days with attendanceType noShow.', 3),
    lastSeenDay: nullable(date({ description: 'Last day of the period on which they were seen; null if none.' })),
  }),
)
export type PersonFigures = Static<typeof PersonFigures>

export const listPeopleFigures = endpoint({
  operation: 'listPeopleFigures',
  method: 'GET',
  path: '/api/analytics/people',
  tag: 'analytics',
  roles: AUTOMATION,
  people: ANALYSTS,
  summary: 'Attendance by person',
  description: `Ordered by userName, including leavers, across all buildings. The filters apply to the current primary location and group; \`${NO_LOCATION}\` means users without a location.`,
  query: pageQuery({
    ...period,
    locationIds: Type.Optional(
      idList(`Only users whose primary location is one of these now; \`${NO_LOCATION}\` stands for users without one`),
    ),
    groupIds,
    status: statusFilter,
    outcome: Type.Optional(
      oneOf(DAY_OUTCOMES, {
        description:
          'Only users with at least one such day in the period, as counted by the property of this name; `plannedOrSeen` with either of the two.',
      }),
    ),
    search: searchFilter(
      'Prefix of userName, first name, last name, or first and last name separated by a space, in any letter case.',
      'byr',
    ),
  }),
  response: pageOf('PersonFiguresPage', PersonFigures),
  errors: ['range_too_large'],
})
