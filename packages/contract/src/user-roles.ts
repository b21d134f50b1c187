/** Roles of a signed-in user (application API). Every user is an employee. */
export const USER_ROLES = [
  'employee',
  'analytics-administrator',
  'bookings-administrator',
  'workplace-administrator',
  'global-administrator',
] as const
export type UserRole = (typeof USER_ROLES)[number]

/** The roles that can be granted. */
export const ADMINISTRATOR_ROLES = USER_ROLES.slice(1) as Exclude<UserRole, 'employee'>[]
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number]

export const USER_ROLE_NAMES: Record<UserRole, string> = {
  employee: 'Employee',
  'analytics-administrator': 'Analytics administrator',
  'bookings-administrator': 'Bookings administrator',
  'workplace-administrator': 'Workplace administrator',
  'global-administrator': 'Global administrator',
}

/** `bookings administrators and global administrators`, joined by "and" or "or". */
export const formatRoles = (roles: readonly UserRole[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat('en', { type }).format(roles.map((role) => `${USER_ROLE_NAMES[role].toLowerCase()}s`))

/** Any signed-in user. */
export const ALL_USERS: readonly UserRole[] = [...USER_ROLES]
/** They see office use by person. */
export const ANALYSTS: readonly UserRole[] = ['analytics-administrator', 'global-administrator']
/** They plan and book for other users. */
export const BOOKINGS_ADMINISTRATORS: readonly UserRole[] = ['bookings-administrator', 'global-administrator']
/** They read the log of plans and bookings of other users. */
export const LOG_READERS: readonly UserRole[] = ['analytics-administrator', 'bookings-administrator', 'global-administrator']
/** They maintain places, people and settings. */
export const WORKPLACE_ADMINISTRATORS: readonly UserRole[] = ['workplace-administrator', 'global-administrator']
/** They grant access. */
export const GLOBAL_ADMINISTRATORS: readonly UserRole[] = ['global-administrator']
/** Administrators of any kind. */
export const ADMINISTRATORS: readonly UserRole[] = [...ADMINISTRATOR_ROLES]
