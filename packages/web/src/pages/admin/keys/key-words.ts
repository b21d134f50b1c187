import type { AuthMethod, Role } from '@rollcall/contract'

/** What keys of a role may do. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  'submitting-events': 'Submits presence, occupancy, credentials, time off and visitors.',
  'visitor-permissions': 'Submits visitors, and nothing else.',
  'data-warehouse': 'Reads the warehouse, personal data included.',
  'all-permissions': 'Everything, administration of the organization included.',
}

export const METHOD_WORDS: Readonly<Record<AuthMethod, { readonly label: string; readonly description: string }>> = {
  hmac: { label: 'Bearer tokens', description: 'From an HMAC, or by OAuth 2.0 client credentials.' },
  basic: { label: 'HTTP Basic', description: 'Id and secret with each call, on paths that end with /basic.' },
}
