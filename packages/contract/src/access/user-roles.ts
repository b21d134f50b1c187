/** What a signed-in user may be, besides an employee: everybody is one (application API). */
export const USER_ROLES = [
  'employee',
  'analytics-administrator',
  'bookings-administrator',
  'workplace-administrator',
  'global-administrator',
] as const
export type UserRole = (typeof USER_ROLES)[number]

/** The roles that somebody can be given. */
export const ADMINISTRATOR_ROLES = USER_ROLES.slice(1) as Exclude<UserRole, 'employee'>[]
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number]

export const USER_ROLE_NAMES: Record<UserRole, string> = {
  employee: 'Employee',
  'analytics-administrator': 'Analytics administrator',
  'bookings-administrator': 'Bookings administrator',
  'workplace-administrator': 'Workplace administrator',
  'global-administrator': 'Global administrator',
}

/** `bookings administrators and global administrators`, or with another word between them. */
export const rolesInWords = (roles: readonly UserRole[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat('en', { type }).format(roles.map((role) => `${USER_ROLE_NAMES[role].toLowerCase()}s`))

/** Everybody who is signed in. */
export const EVERYBODY: readonly UserRole[] = [...USER_ROLES]
/** Who sees how the offices are used, person by person. */
export const ANALYSTS: readonly UserRole[] = ['analytics-administrator', 'global-administrator']
/** Who plans and books for others. */
export const BOOKERS: readonly UserRole[] = ['bookings-administrator', 'global-administrator']
/** Who sees what was done to the plans and bookings of others. */
export const LOG_READERS: readonly UserRole[] = ['analytics-administrator', 'bookings-administrator', 'global-administrator']
/** Who keeps places, people and settings. */
export const KEEPERS: readonly UserRole[] = ['workplace-administrator', 'global-administrator']
/** Who gives access. */
export const OWNERS: readonly UserRole[] = ['global-administrator']
/** Administrators of any kind. */
export const ADMINISTRATORS: readonly UserRole[] = [...ADMINISTRATOR_ROLES]
