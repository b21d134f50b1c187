import Type, { type Static } from 'typebox'
import { ADMINISTRATORS, KEEPERS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, named, nullable, oneOf, optional, text } from '../schema/atoms.ts'
import { MIN_CHANGES } from './entity.ts'

/** Who gets a desk when desks are short (domain §4). */
export const DESK_FAIRNESS = ['most-attended', 'equal-distribution'] as const

const percent = (description: string) => integer({ minimum: 0, maximum: 100 }, { description, example: 20 })
const guards = {
  hierarchyGuardPercent: percent(
    'Most that one hierarchy submission may remove or move of the stored relationships, or set inactive of the groups, in per cent; null: no guard.',
  ),
  importGuardPercent: percent(
    'Most that one import may set inactive, or move, of the stored users, groups and places, in per cent; ten of a kind always may. null: no guard.',
  ),
}

/** Days that personal data is kept at least where it is not kept for ever, and at most. */
export const MIN_RETENTION_DAYS = 31
export const MAX_RETENTION_DAYS = 3660
const retention = (what: string) =>
  integer(
    { minimum: MIN_RETENTION_DAYS, maximum: MAX_RETENTION_DAYS },
    { description: `Days after which ${what}; null: never.`, example: 365 },
  )
const retentions = {
  presenceRetentionDays: retention('presence, plans, bookings and time off lose their person'),
  occupancyRetentionDays: retention('occupancy events are removed'),
  logRetentionDays: retention('the log of user actions loses its people'),
  visitorRetentionDays: retention('visitors lose names and contact'),
}
const fields = {
  organizationName: text(200, { description: 'Name of the organization.', example: 'Example Ltd' }),
  timeZone: text(100, { description: 'IANA time zone where no location says otherwise.', example: 'Europe/Berlin' }),
  deskFairness: oneOf(DESK_FAIRNESS, { description: 'Who gets a desk when desks are short: regulars, or everybody in turn.' }),
  presenceBasedBooking: flag({ description: 'Whether presence at a free desk moves the booking there.' }),
  autoRelease: flag({ description: 'Whether others may book an assigned desk on days when its assignee is not in.' }),
  showTimeOffTypes: flag({
    description:
      'Whether the kind of time off (holiday, sick, …), which is health data, is shown beyond the person and administrators of bookings: in the log that keys and analysts read.',
  }),
  minimumGroupSize: integer(
    { minimum: 1, maximum: 100 },
    { description: 'Analytics withhold figures of fewer people than this; 1 shows all.', example: 5 },
  ),
}

export const Settings = named(
  'Settings',
  Type.Object({
    organizationId: id({ description: 'The organization.' }),
    ...fields,
    hierarchyGuardPercent: nullable(guards.hierarchyGuardPercent),
    importGuardPercent: nullable(guards.importGuardPercent),
    presenceRetentionDays: nullable(retentions.presenceRetentionDays),
    occupancyRetentionDays: nullable(retentions.occupancyRetentionDays),
    logRetentionDays: nullable(retentions.logRetentionDays),
    visitorRetentionDays: nullable(retentions.visitorRetentionDays),
  }),
)
export type Settings = Static<typeof Settings>

export const SettingsChanges = named(
  'SettingsChanges',
  Type.Object(
    {
      organizationName: Type.Optional(fields.organizationName),
      timeZone: Type.Optional(fields.timeZone),
      deskFairness: Type.Optional(fields.deskFairness),
      presenceBasedBooking: Type.Optional(fields.presenceBasedBooking),
      autoRelease: Type.Optional(fields.autoRelease),
      showTimeOffTypes: Type.Optional(fields.showTimeOffTypes),
      minimumGroupSize: Type.Optional(fields.minimumGroupSize),
      hierarchyGuardPercent: optional(guards.hierarchyGuardPercent),
      importGuardPercent: optional(guards.importGuardPercent),
      presenceRetentionDays: optional(retentions.presenceRetentionDays),
      occupancyRetentionDays: optional(retentions.occupancyRetentionDays),
      logRetentionDays: optional(retentions.logRetentionDays),
      visitorRetentionDays: optional(retentions.visitorRetentionDays),
    },
    MIN_CHANGES,
  ),
)
export type SettingsChanges = Static<typeof SettingsChanges>

const shared = { tag: 'administration', roles: AUTOMATION } as const

export const getSettings = endpoint({
  ...shared,
  operation: 'getSettings',
  method: 'GET',
  path: '/api/settings',
  people: ADMINISTRATORS,
  summary: 'Settings of the organization',
  description: 'What applies to all of its locations; each location has further settings of its own.',
  response: Settings,
})

export const updateSettings = endpoint({
  ...shared,
  operation: 'updateSettings',
  method: 'PATCH',
  path: '/api/settings',
  people: KEEPERS,
  summary: 'Change settings of the organization',
  description:
    'They count from the next booking, submission or night on. organizationName, which people may sign in with, and how long personal data is kept are for global administrators.',
  body: SettingsChanges,
  response: Settings,
  errors: ['name_taken'],
})
