import { authenticate, createToken } from './access/auth.ts'
import { changePassword, getSession, removeAccount, setAccount, signIn, signOut } from './access/session.ts'
import { readDesks } from './datasets/desks.ts'
import { readGroups } from './datasets/groups.ts'
import { readLocations } from './datasets/locations.ts'
import { readSpaces } from './datasets/spaces.ts'
import { readUsers } from './datasets/users.ts'
import { getChangelog, getHealth, getMetrics, getOpenApi, getReadiness } from './discovery/discovery.ts'
import type { Endpoint } from './endpoint.ts'
import { submitAccessCredentials } from './ingest/access-credentials.ts'
import { replaceGroupRelationships, submitGroupRelationships } from './ingest/group-relationships.ts'
import { submitOccupancy } from './ingest/occupancy.ts'
import { submitPresence } from './ingest/presence.ts'
import { submitUserAttributes } from './ingest/user-attributes.ts'
import { submitVisitorArrival } from './ingest/visitors.ts'

/** The whole API. What is not in this table does not exist; what is in it is served, documented and tested. */
export const ENDPOINTS = {
  authenticate,
  createToken,
  submitPresence,
  submitOccupancy,
  submitAccessCredentials,
  submitUserAttributes,
  submitGroupRelationships,
  replaceGroupRelationships,
  submitVisitorArrival,
  readUsers,
  readGroups,
  readLocations,
  readDesks,
  readSpaces,
  signIn,
  getSession,
  signOut,
  changePassword,
  setAccount,
  removeAccount,
  getHealth,
  getReadiness,
  getOpenApi,
  getChangelog,
  getMetrics,
} as const satisfies Record<string, Endpoint>

export type Operation = keyof typeof ENDPOINTS
