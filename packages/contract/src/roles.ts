/** The roles of a key (contract §2). A key has exactly one, and it never changes. */
export const ROLES = ['submitting-events', 'visitor-permissions', 'data-warehouse', 'provisioning', 'all-permissions'] as const
export type Role = (typeof ROLES)[number]

/** Authentication methods of a key: `hmac` covers all ways to get a bearer token, `basic` is HTTP Basic. */
export const AUTH_METHODS = ['hmac', 'basic'] as const
export type AuthMethod = (typeof AUTH_METHODS)[number]

export const ROLE_NAMES: Record<Role, string> = {
  'submitting-events': 'Submitting Events',
  'visitor-permissions': 'Visitor Permissions Only',
  'data-warehouse': 'Data Warehouse',
  provisioning: 'Provisioning',
  'all-permissions': 'All permissions',
}

/** What is entered in a provider that can be configured with one secret only, for a key of the role provisioning. */
export const bearerSecret = (keyId: string, secret: string): string => `${keyId}.${secret}`

/** Roles that may submit sensor, badge and HR events. */
export const SUBMITTERS: readonly Role[] = ['submitting-events', 'all-permissions']
/** Roles that may read the warehouse, including personal data. */
export const WAREHOUSE_READERS: readonly Role[] = ['data-warehouse', 'all-permissions']
