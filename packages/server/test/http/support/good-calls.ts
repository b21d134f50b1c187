import { ENDPOINTS, type Endpoint, type Operation, type Variant, variants } from '@rollcall/contract'
import type { TestService } from '../../../src/testing/test-service.ts'
import { type Headers, hmacBody, type KeyAndSecret } from './credentials.ts'
import type { DirectoryIds } from './directory-data.ts'
import { type Answer, JSON_TYPE, send } from './send.ts'

export interface Caller {
  service: TestService
  key: KeyAndSecret
  ids: DirectoryIds
}

/** The one that `seedDirectory` stores. */
const HIERARCHY = {
  groupRelationships: [{ group: 'Engineering a', groupType: 'team', parent: 'Product a', parentType: 'department' }],
}

/** A body that is accepted, for each operation that takes one. */
export const GOOD_BODIES: Partial<Record<Operation, (caller: Caller) => object>> = {
  authenticate: ({ key }) => hmacBody(key),
  createToken: ({ key }) => ({ client_id: key.id, client_secret: key.secret }),
  submitPresence: ({ ids }) => ({
    sourceId: 'badges',
    presenceEvents: [
      { timestamp: '2026-01-05T09:00:00Z', locationId: ids.desk, locationType: 'place', eventId: 'p1', userId: ids.ada },
    ],
  }),
  submitOccupancy: ({ ids }) => ({
    sourceId: 'sensors',
    occupancyEvents: [
      { timestamp: '2026-01-05T09:00:00Z', locationId: ids.room, locationType: 'space', eventId: 'o1', occupancy: 3 },
    ],
  }),
  submitUserAttributes: () => ({ userAttributes: [{ userName: 'ada.a@example.com', attributes: { costCentre: '4711' } }] }),
  submitGroupRelationships: () => HIERARCHY,
  replaceGroupRelationships: () => HIERARCHY,
  submitVisitorArrival: ({ ids }) => ({
    sourceId: 'reception',
    visitorEvents: [
      {
        eventId: 'v1',
        timestamp: '2026-01-05T09:00:00Z',
        eventType: 'arrived',
        locationId: ids.berlin,
        visitorName: 'Alan',
        hostUserId: ids.ada,
      },
    ],
  }),
  submitAccessCredentials: () => ({
    data: [
      {
        username: 'ada.a@example.com',
        updateId: 'u1',
        credentials: [{ active: true, cardNumber: '4711', facilityCode: '12', credentialType: 'badge' }],
      },
    ],
  }),
}

/** A query that is accepted, for each operation that has a required parameter. */
export const GOOD_QUERIES: Partial<Record<Operation, Record<string, string>>> = {}

export const ALL: Endpoint[] = Object.values(ENDPOINTS)
export const ALL_VARIANTS: Variant[] = ALL.flatMap(variants)
export const PROTECTED: Variant[] = ALL_VARIANTS.filter(({ scheme }) => scheme !== 'none')
/** The status of an answer to a good call. */
export const successOf = ({ endpoint }: Variant): number => endpoint.status ?? 200

export const label = ({ endpoint, path }: Variant): string => `${endpoint.method} ${path}`

/** Path and query of a good call. */
export const goodPath = ({ endpoint, path }: Variant, extra: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...GOOD_QUERIES[endpoint.operation as Operation], ...extra }).toString()
  return query ? `${path}?${query}` : path
}

/** A call that would be accepted with the right headers. */
export const sendGood = (variant: Variant, caller: Caller, headers: Headers = {}, path = goodPath(variant)): Promise<Answer> => {
  const body = GOOD_BODIES[variant.endpoint.operation as Operation]?.(caller)
  const own = variant.endpoint.operation === 'getMetrics' ? { authorization: `Bearer ${caller.service.metricsToken}` } : {}
  const type = body ? JSON_TYPE : {}
  return send(caller.service.baseUrl, { method: variant.endpoint.method, path, body, headers: { ...type, ...own, ...headers } })
}
