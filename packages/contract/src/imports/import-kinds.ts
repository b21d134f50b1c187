/** What an import changes, in the order in which it is told. */
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
