import { ENDPOINTS, type Endpoint, type Operation, type Scheme, type Variant, variants } from '@rollcall/contract'
import { PASSWORD, type SignedIn, type TestOrganization, type TestService } from '../../../src/testing/test-service.ts'
import { type Headers, hmacBody, type KeyAndSecret, provingHeaders } from './credentials.ts'
import { type DirectoryIds, seedDirectory } from './directory-data.ts'
import { type Answer, JSON_TYPE, send } from './send.ts'

export interface Caller {
  service: TestService
  orgId: string
  key: KeyAndSecret
  /** A global administrator. */
  person: SignedIn
  ids: DirectoryIds
}

/** An organisation with a directory, seen by its global administrator. */
export const createCaller = async (service: TestService, mark = 'a'): Promise<Caller & { organization: TestOrganization }> => {
  const organization = await service.createOrganization()
  const ids = await seedDirectory(service.database.pool, organization.id, mark)
  const person = await service.signIn(organization.id, ['global-administrator'])
  return { service, organization, orgId: organization.id, key: organization.keys['all-permissions'], person, ids }
}

/** Headers of a good call, by scheme. */
export const goodHeaders = async ({ service, key, person }: Caller): Promise<Record<Scheme, Headers>> => ({
  ...(await provingHeaders(service.baseUrl, key)),
  session: person.headers,
})

/** The one that `seedDirectory` stores. */
const HIERARCHY = {
  groupRelationships: [{ group: 'Engineering a', groupType: 'team', parent: 'Product a', parentType: 'department' }],
}

/** A body that is accepted, for each operation that takes one. */
export const GOOD_BODIES: Partial<Record<Operation, (caller: Caller) => object>> = {
  authenticate: ({ key }) => hmacBody(key),
  createToken: ({ key }) => ({ client_id: key.id, client_secret: key.secret }),
  signIn: ({ person }) => ({ userName: person.userName, password: PASSWORD }),
  changePassword: () => ({ currentPassword: PASSWORD, newPassword: PASSWORD }),
  setAccount: () => ({ roles: ['analytics-administrator'] }),
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

/** What stands for a parameter of a path, by its name. */
export const PATH_VALUES: Record<string, (caller: Caller) => string> = {
  userId: ({ ids }) => ids.ada,
}

/** What has to be there before an operation is called, each time. */
export const PREPARATIONS: Partial<Record<Operation, (caller: Caller) => Promise<unknown>>> = {
  removeAccount: ({ service, orgId, ids }) => service.signIn(orgId, [], ids.ada),
  setAccount: ({ service, orgId, ids }) => service.signIn(orgId, [], ids.ada),
}

/** Headers for operations that cannot do with those of everybody. */
const OWN_HEADERS: Partial<Record<Operation, (caller: Caller) => Promise<Headers>>> = {
  getMetrics: async ({ service }) => ({ authorization: `Bearer ${service.metricsToken}` }),
  // The session that signs out is gone afterwards.
  signOut: async ({ service, orgId }) => (await service.signIn(orgId)).headers,
}

/** A query that is accepted, for each operation that has a required parameter. */
export const GOOD_QUERIES: Partial<Record<Operation, Record<string, string>>> = {}

export const ALL: Endpoint[] = Object.values(ENDPOINTS)
export const ALL_VARIANTS: Variant[] = ALL.flatMap(variants)
/** Operations that only keys may call. */
export const PROTECTED: Variant[] = ALL_VARIANTS.filter(({ scheme }) => scheme === 'bearer' || scheme === 'basic')
/** Operations of the application API. */
export const APPLICATION: Variant[] = ALL_VARIANTS.filter(({ scheme }) => scheme === 'session')
/** The status of an answer to a good call. */
export const successOf = ({ endpoint }: Variant): number => endpoint.status ?? 200

export const label = ({ endpoint, path }: Variant): string => `${endpoint.method} ${path}`

/** Path and query of a good call. */
export const goodPath = ({ endpoint, path }: Variant, caller: Caller, extra: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...GOOD_QUERIES[endpoint.operation as Operation], ...extra }).toString()
  const located = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PATH_VALUES[name]?.(caller) ?? name)
  return query ? `${located}?${query}` : located
}

/** A call that would be accepted with the right headers. */
export const sendGood = async (
  variant: Variant,
  caller: Caller,
  headers: Headers = {},
  path = goodPath(variant, caller),
): Promise<Answer> => {
  const { endpoint, scheme } = variant
  const operation = endpoint.operation as Operation
  await PREPARATIONS[operation]?.(caller)
  const body = GOOD_BODIES[operation]?.(caller)
  const isKnown = scheme !== 'session' || headers['x-csrf-token'] !== undefined
  const own = isKnown ? await OWN_HEADERS[operation]?.(caller) : {}
  const type = body ? JSON_TYPE : {}
  return send(caller.service.baseUrl, { method: endpoint.method, path, body, headers: { ...type, ...headers, ...own } })
}
