import Type, { type Static } from 'typebox'
import { optionalId, optionalName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, named, nullable, oneOf, text } from '../schema/atoms.ts'
import { dayParameter } from '../schema/date-range.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay } from '../schema/params.ts'
import { ALL_USERS } from '../user-roles.ts'
import { PLANS } from './user-days.ts'

const person = {
  userId: id({ description: 'The colleague.' }),
  userName: text(320, { description: 'userName.', example: 'ada.byron@example.com' }),
  firstName: optionalName('First name', 'Ada'),
  lastName: optionalName('Last name', 'Byron'),
  primaryGroupId: optionalId('Primary group'),
  primaryGroupName: optionalName('Name of the primary group', 'Engineering'),
}

export const Colleague = named(
  'Colleague',
  Type.Object({
    ...person,
    primaryLocationId: optionalId('Primary location'),
    primaryLocationName: optionalName('Name of the primary location', 'Berlin Mitte'),
  }),
)
export type Colleague = Static<typeof Colleague>

const search = Type.Optional(
  text(100, {
    description:
      'Prefix of userName, first name, last name, or first and last name separated by a space, in any letter case, with or without accents.',
    example: 'ada',
  }),
)
const filterId = (description: string) =>
  Type.Optional(text(100, { description, example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' }))

const shared = { tag: 'planning', roles: AUTOMATION, people: ALL_USERS } as const

export const listColleagues = endpoint({
  ...shared,
  operation: 'listColleagues',
  method: 'GET',
  path: '/api/colleagues',
  summary: 'Find colleagues',
  description: 'Active users, ordered by userName.',
  query: pageQuery({
    search,
    groupId: filterId('Only members of this group.'),
  }),
  response: pageOf('ColleaguePage', Colleague),
})

export const ColleagueDay = named(
  'ColleagueDay',
  Type.Object({
    ...person,
    day: pathDay,
    plan: nullable(oneOf(PLANS, { description: 'o office, r remote, a away; null without a plan.' })),
    locationId: optionalId('Building of an office day'),
    locationName: optionalName('Its name', 'Berlin Mitte'),
    zoneId: optionalId('Zone booked'),
    zoneName: optionalName('Its name', '2 North'),
    placeId: optionalId('Desk booked'),
    placeName: optionalName('Its name', 'D-2-014'),
  }),
)
export type ColleagueDay = Static<typeof ColleagueDay>

export const listColleagueDays = endpoint({
  ...shared,
  operation: 'listColleagueDays',
  method: 'GET',
  path: '/api/colleague-days',
  summary: 'Who is where on a day',
  description:
    'Active users with a plan for the day, ordered by userId. Beyond the booking horizon, only users who planned that specific day. Users who hide themselves are omitted, except for themselves.',
  query: pageQuery({
    day: dayParameter('The local calendar day'),
    groupId: filterId('Only members of this group.'),
    locationId: filterId('Only users who plan an office day in this building.'),
    search,
  }),
  response: pageOf('ColleagueDayPage', ColleagueDay),
})
