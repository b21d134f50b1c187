import Type from 'typebox'
import { AttendanceRow } from '../datasets/attendance.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { list, named } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { userParams } from '../schema/params.ts'
import { ANALYSTS } from '../user-roles.ts'

export const UserAttendance = named(
  'UserAttendance',
  Type.Object({
    items: list(AttendanceRow, {}, { description: 'One per day with a plan, a booking or presence, in order.' }),
  }),
)

export const listUserAttendance = endpoint({
  operation: 'listUserAttendance',
  audit: 'person.read',
  method: 'GET',
  path: '/api/users/{userId}/attendance',
  tag: 'planning',
  roles: AUTOMATION,
  params: userParams,
  people: ANALYSTS,
  self: true,
  summary: 'Attendance of a user',
  description: `Computed from current data, whether published or not. The last day is at most ${MAX_RANGE_DAYS} days after the first.`,
  query: Type.Object(dateRange),
  response: UserAttendance,
  errors: ['entity_not_found', 'range_too_large'],
})
