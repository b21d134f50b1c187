/** Kinds of entities that an import changes, in the order of reports. */
export const IMPORT_KINDS = [
  'locations',
  'levels',
  'zones',
  'places',
  'spaces',
  'parkingBays',
  'groups',
  'users',
  'memberships',
  'weekPlans',
  'identities',
  'dayPlans',
  'bookings',
  'events',
  'invitations',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
