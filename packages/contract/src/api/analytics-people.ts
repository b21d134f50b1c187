import Type, { type Static } from 'typebox'
import { NO_LOCATION } from '../datasets/attendance.ts'
import { optionalId, optionalName, status } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, id, named, nullable, nullableObject, oneOf, text } from '../schema/atoms.ts'
import { idList } from '../schema/id-list.ts'
import { nextCursor, pageItems, pageQuery } from '../schema/paging.ts'
import { ANALYSTS } from '../user-roles.ts'
import { count, groupIds, period } from './analytics-scope.ts'
import { MAX_PEOPLE_BY_ATTENDANCE_DAYS, PEOPLE_BY, PEOPLE_OUTCOMES, ROW_OUTCOMES } from './day-outcomes.ts'
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
    noShow: count(
      'Days with attendanceType noShow; with by=attendance and locationIds, also those on which they came to another building.',
      3,
    ),
    lastSeenDay: nullable(date({ description: 'Last day of the period on which they were seen; null if none.' })),
  }),
)
export type PersonFigures = Static<typeof PersonFigures>

const Totals = Type.Object({
  people: count('Users on all pages.', 151),
  planned: count('Their planned days, added up.', 149),
  seen: count('The days on which they were seen.', 141),
  noShow: count('The days on which they did not come.', 9),
})
export type PeopleFiguresTotals = Static<typeof Totals>
const totals = nullableObject(Totals, { description: 'All pages together; null on all but the first.' })

export const listPeopleFigures = endpoint({
  operation: 'listPeopleFigures',
  method: 'GET',
  path: '/api/analytics/people',
  tag: 'analytics',
  roles: AUTOMATION,
  people: ANALYSTS,
  summary: 'Attendance by person',
  description: `Ordered by userName, including leavers. Without \`by\`, the filters apply to the current primary location and group, and days in all buildings count; \`${NO_LOCATION}\` means users without a location. With \`by=attendance\`, the list has the people whom getAttendanceFigures counts with the same parameters, and only those days.`,
  query: pageQuery({
    ...period,
    locationIds: Type.Optional(
      idList(
        `Only users whose primary location is one of these now, or, with by=attendance, who came to these or were expected there; \`${NO_LOCATION}\` stands for users without one`,
      ),
    ),
    groupIds,
    by: Type.Optional(
      oneOf(PEOPLE_BY, {
        description: `\`primary\`, which is the default: the filters are about the primary location and group of now. \`attendance\`: they are about each day, as in getAttendanceFigures: people who came are counted by attendanceLocationId, expected people by the building of the booking, else of the plan, else the primary one, and groups are those as of the day. Only users with such a day are listed. A period has at most ${MAX_PEOPLE_BY_ATTENDANCE_DAYS} days then.`,
        example: 'attendance',
      }),
    ),
    status: statusFilter,
    outcome: Type.Optional(
      oneOf(PEOPLE_OUTCOMES, {
        description: `Only users with at least one such day in the period, as counted by the property of this name; \`plannedOrSeen\` with either of the two. ${ROW_OUTCOMES.map((name) => `\`${name}\``).join(', ')} are those of getAttendanceFigures, and need by=attendance.`,
      }),
    ),
    search: searchFilter(
      'Prefix of userName, first name, last name, or first and last name separated by a space, in any letter case, with or without accents.',
      'byr',
    ),
  }),
  response: named('PersonFiguresPage', Type.Object({ items: pageItems(PersonFigures), nextCursor, totals })),
  errors: ['range_too_large'],
})
