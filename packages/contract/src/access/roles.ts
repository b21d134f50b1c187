/** The roles of a key (contract §2). A key has exactly one, for its whole life. */
export const ROLES = ['submitting-events', 'visitor-permissions', 'data-warehouse', 'all-permissions'] as const
export type Role = (typeof ROLES)[number]

/** How a key may prove itself: `hmac` stands for all ways to a bearer token, `basic` for HTTP Basic. */
export const AUTH_METHODS = ['hmac', 'basic'] as const
export type AuthMethod = (typeof AUTH_METHODS)[number]

export const ROLE_NAMES: Record<Role, string> = {
  'submitting-events': 'Submitting Events',
  'visitor-permissions': 'Visitor Permissions Only',
  'data-warehouse': 'Data Warehouse',
  'all-permissions': 'All permissions',
}

/** Who may submit sensor, badge and HR events. */
export const SUBMITTERS: readonly Role[] = ['submitting-events', 'all-permissions']
/** Who may read the warehouse, personal data included. */
export const WAREHOUSE_READERS: readonly Role[] = ['data-warehouse', 'all-permissions']
