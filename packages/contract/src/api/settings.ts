import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, named, nullable, oneOf, optional, text } from '../schema/atoms.ts'
import { ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { MIN_CHANGES } from './entity.ts'

/** Who gets a desk when there are too few (domain §4). */
export const DESK_FAIRNESS = ['most-attended', 'equal-distribution'] as const

const percent = (description: string) => integer({ minimum: 0, maximum: 100 }, { description, example: 20 })
const guards = {
  hierarchyGuardPercent: percent(
    'Maximum percentage of stored relationships that one hierarchy submission may remove or move, and of groups that it may deactivate; null: no guard.',
  ),
  importGuardPercent: percent(
    'Maximum percentage of stored users, groups and places that one import may deactivate or move. Ten of a kind are always allowed. null: no guard.',
  ),
}

/** Minimum and maximum retention of personal data in days, if it is limited. */
export const MIN_RETENTION_DAYS = 31
export const MAX_RETENTION_DAYS = 3660
const retention = (what: string) =>
  integer(
    { minimum: MIN_RETENTION_DAYS, maximum: MAX_RETENTION_DAYS },
    { description: `Days after which ${what}; null: never.`, example: 365 },
  )
const retentions = {
  presenceRetentionDays: retention('presence, plans, bookings and time off are anonymized'),
  occupancyRetentionDays: retention('occupancy events are removed'),
  logRetentionDays: retention('the log of user actions is anonymized'),
  visitorRetentionDays: retention('names and contact data of visitors are removed'),
  auditRetentionDays: retention('entries of the audit log are deleted'),
  deletedUserRetentionDays: retention('a user whom a provider deleted, and who stayed inactive, is erased'),
}
/** The most days that announcements of time off may reach back. */
export const MAX_TIME_OFF_BACKDATING = 60

const fields = {
  organizationName: text(200, { description: 'Name of the organization.', example: 'Example Ltd' }),
  timeZone: text(100, { description: 'IANA time zone for data without a location.', example: 'Europe/Berlin' }),
  deskFairness: oneOf(DESK_FAIRNESS, {
    description: 'Who gets a desk when there are too few: the most frequent attendees, or everyone equally.',
  }),
  presenceBasedBooking: flag({ description: 'Whether presence at a free desk moves the booking there.' }),
  autoRelease: flag({ description: 'Whether others may book an assigned desk on days when its assignee is not in.' }),
  showTimeOffTypes: flag({
    description:
      'Whether the type of time off (holiday, sick, …), which is health data, also appears in the log that keys and analysts read. The person and bookings administrators always see it.',
  }),
  timeOffBackdating: integer(
    { minimum: 0, maximum: MAX_TIME_OFF_BACKDATING },
    {
      description: 'Days before today that announcements of time off, and their cancellations, may still change; 0: none.',
      example: 7,
    },
  ),
  minimumGroupSize: integer(
    { minimum: 1, maximum: 100 },
    { description: 'Analytics hide figures that cover fewer people than this; 1 shows all.', example: 5 },
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
    auditRetentionDays: nullable(retentions.auditRetentionDays),
    deletedUserRetentionDays: nullable(retentions.deletedUserRetentionDays),
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
      timeOffBackdating: Type.Optional(fields.timeOffBackdating),
      minimumGroupSize: Type.Optional(fields.minimumGroupSize),
      hierarchyGuardPercent: optional(guards.hierarchyGuardPercent),
      importGuardPercent: optional(guards.importGuardPercent),
      presenceRetentionDays: optional(retentions.presenceRetentionDays),
      occupancyRetentionDays: optional(retentions.occupancyRetentionDays),
      logRetentionDays: optional(retentions.logRetentionDays),
      visitorRetentionDays: optional(retentions.visitorRetentionDays),
      auditRetentionDays: optional(retentions.auditRetentionDays),
      deletedUserRetentionDays: optional(retentions.deletedUserRetentionDays),
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
  description: 'Settings that apply to all locations. Each location also has its own settings.',
  response: Settings,
})

export const updateSettings = endpoint({
  ...shared,
  operation: 'updateSettings',
  audit: 'settings.update',
  method: 'PATCH',
  path: '/api/settings',
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Change settings of the organization',
  description:
    'Changes apply from the next booking, submission or nightly run on. Only global administrators may change retention and organizationName, which users may need to sign in.',
  body: SettingsChanges,
  response: Settings,
  errors: ['name_taken'],
})
