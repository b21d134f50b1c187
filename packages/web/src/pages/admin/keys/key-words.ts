import { t } from '@lingui/core/macro'
import type { AuthMethod, Role } from '@rollcall/contract'

/** The roles of keys. */
export const KEY_ROLE_NAMES: Readonly<Record<Role, string>> = {
  'submitting-events': t`Submitting Events`,
  'visitor-permissions': t`Visitor Permissions Only`,
  'data-warehouse': t`Data Warehouse`,
  provisioning: t`Provisioning`,
  'all-permissions': t`All permissions`,
}

/** Describes the rights of each role. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  'submitting-events': t`Submits presence, occupancy, credentials, time off and visitors.`,
  'visitor-permissions': t`Submits visitors, and nothing else.`,
  'data-warehouse': t`Reads the warehouse, including personal data.`,
  provisioning: t`Provisions people and groups by SCIM, as the directory of your company.`,
  'all-permissions': t`Everything, including administration of the organization.`,
}

export const METHOD_WORDS: Readonly<Record<AuthMethod, { readonly label: string; readonly description: string }>> = {
  hmac: { label: t`Bearer tokens`, description: t`From an HMAC, or by OAuth 2.0 client credentials.` },
  basic: { label: 'HTTP Basic', description: t`Id and secret with each call, on paths that end with /basic.` },
}
