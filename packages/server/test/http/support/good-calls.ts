import { ENDPOINTS, type Endpoint, type Operation, type Scheme, type Variant, variants } from '@rollcall/contract'
import { setUpCode } from '../../../src/directory/accounts/set-up.ts'
import { PASSWORD, type SignedIn, type TestOrganization, type TestService } from '../../../src/testing/test-service.ts'
import { ACCOUNTS } from './account-calls.ts'
import { ADMINISTRATION } from './administration-calls.ts'
import { ANALYTICS } from './analytics-calls.ts'
import { CALENDAR } from './calendar-calls.ts'
import { type Headers, hmacBody, type KeyAndSecret, provingHeaders } from './credentials.ts'
import { type DirectoryIds, seedDirectory } from './directory-data.ts'
import { GATHERING } from './gathering-calls.ts'
import { KEEPING } from './keeping-calls.ts'
import { KIOSK, screenHeaders } from './kiosk-calls.ts'
import { PLANNING } from './planning-calls.ts'
import { POLICIES } from './policy-calls.ts'
import { PRIVACY } from './privacy-calls.ts'
import { type Answer, JSON_TYPE, send } from './send.ts'
import { sendForFirstEvent } from './send-stream.ts'
import { TROUBLESHOOTING } from './troubleshooting-calls.ts'
import { VIEWS } from './view-calls.ts'
import { WAREHOUSE } from './warehouse-calls.ts'

export interface Caller {
  service: TestService
  orgId: string
  key: KeyAndSecret
  /** A global administrator. */
  person: SignedIn
  ids: DirectoryIds
}

/** An organization with a directory, seen by its global administrator. */
export const createCaller = async (service: TestService, mark = 'a'): Promise<Caller & { organization: TestOrganization }> => {
  const organization = await service.createOrganization()
  const ids = await seedDirectory(service.database.pool, organization.id, mark)
  const person = await service.signIn(organization.id, ['global-administrator'])
  return { service, organization, orgId: organization.id, key: organization.keys['all-permissions'], person, ids }
}

/** Headers of a good call, by scheme. */
export const goodHeaders = async (caller: Caller): Promise<Record<Scheme, Headers>> => ({
  ...(await provingHeaders(caller.service.baseUrl, caller.key)),
  session: caller.person.headers,
  screen: await screenHeaders(caller),
})

/** Describes calls that succeed for the operations of a part of the API. */
export interface GoodCalls {
  /** Makes the body of each operation that takes one, for every call again so that names are new. */
  readonly bodies?: Partial<Record<Operation, (caller: Caller) => object>>
  /** The query of each operation that has a required parameter. */
  readonly queries?: Partial<Record<Operation, Record<string, string> | ((caller: Caller) => Record<string, string>)>>
  /** The value of each path parameter, by name, or `operation.name` where one operation needs another value. */
  readonly pathValues?: Record<string, (caller: Caller) => string>
  /** Prepares what each call of an operation needs. */
  readonly preparations?: Partial<Record<Operation, (caller: Caller) => Promise<unknown>>>
  /** The headers of operations that need other headers than the rest. */
  readonly headers?: Partial<Record<Operation, (caller: Caller) => Promise<Headers>>>
}

/** The one that `seedDirectory` stores. */
const HIERARCHY = {
  groupRelationships: [{ group: 'Engineering a', groupType: 'team', parent: 'Product a', parentType: 'department' }],
}

const setUpCodes = new WeakMap<Caller, string>()
const NEW_ADMINISTRATOR = { userName: 'first@example.com', password: PASSWORD }

/** A body that is accepted, for each operation that takes one. */
export const GOOD_BODIES: NonNullable<GoodCalls['bodies']> = {
  ...ACCOUNTS.bodies,
  ...ADMINISTRATION.bodies,
  ...KEEPING.bodies,
  ...KIOSK.bodies,
  ...PLANNING.bodies,
  ...GATHERING.bodies,
  ...CALENDAR.bodies,
  ...POLICIES.bodies,
  ...ANALYTICS.bodies,
  ...VIEWS.bodies,
  ...PRIVACY.bodies,
  authenticate: ({ key }) => hmacBody(key),
  createToken: ({ key }) => ({ client_id: key.id, client_secret: key.secret }),
  setUp: (caller) => ({ ...NEW_ADMINISTRATOR, code: setUpCodes.get(caller) }),
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
  submitTimeOff: ({ ids }) => ({
    timeOffEvents: [{ eventId: 't1', uid: ids.ada, eventType: 'scheduled', startDate: '2026-01-05', endDate: '2026-01-09' }],
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

/** The value of each path parameter, by name. */
export const PATH_VALUES: NonNullable<GoodCalls['pathValues']> = {
  ...ACCOUNTS.pathValues,
  ...ADMINISTRATION.pathValues,
  ...KEEPING.pathValues,
  ...KIOSK.pathValues,
  ...PLANNING.pathValues,
  ...GATHERING.pathValues,
  ...CALENDAR.pathValues,
  ...POLICIES.pathValues,
  ...ANALYTICS.pathValues,
  ...VIEWS.pathValues,
  userId: ({ ids }) => ids.ada,
}

/** Prepares what each call of an operation needs. */
export const PREPARATIONS: NonNullable<GoodCalls['preparations']> = {
  ...ACCOUNTS.preparations,
  ...ADMINISTRATION.preparations,
  ...KEEPING.preparations,
  ...KIOSK.preparations,
  ...PLANNING.preparations,
  ...GATHERING.preparations,
  ...CALENDAR.preparations,
  ...TROUBLESHOOTING.preparations,
  ...WAREHOUSE.preparations,
  ...POLICIES.preparations,
  ...ANALYTICS.preparations,
  ...VIEWS.preparations,
  // This needs its own organization, in which no one can sign in yet.
  setUp: async (caller) => {
    const { id } = await caller.service.createOrganization()
    setUpCodes.set(caller, setUpCode(caller.service.sealer, id))
  },
  removeAccount: ({ service, orgId, ids }) => service.signIn(orgId, [], ids.ada),
  setAccount: ({ service, orgId, ids }) => service.signIn(orgId, [], ids.ada),
  getAccount: ({ service, orgId, ids }) => service.signIn(orgId, [], ids.ada),
}

/** The headers of operations that need other headers than the rest. */
export const OWN_HEADERS: NonNullable<GoodCalls['headers']> = {
  ...ACCOUNTS.headers,
  ...ADMINISTRATION.headers,
  ...GATHERING.headers,
  ...VIEWS.headers,
  getMetrics: async ({ service }) => ({ authorization: `Bearer ${service.metricsToken}` }),
  // The session that signs out is gone afterwards.
  signOut: async ({ service, orgId }) => (await service.signIn(orgId)).headers,
}

/** A query that is accepted, for each operation that has a required parameter. */
export const GOOD_QUERIES: NonNullable<GoodCalls['queries']> = {
  ...ACCOUNTS.queries,
  ...ADMINISTRATION.queries,
  ...ANALYTICS.queries,
  ...KEEPING.queries,
  ...PLANNING.queries,
  ...GATHERING.queries,
  ...TROUBLESHOOTING.queries,
  ...WAREHOUSE.queries,
  ...POLICIES.queries,
}

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
  const given = GOOD_QUERIES[endpoint.operation as Operation]
  const query = new URLSearchParams({ ...(typeof given === 'function' ? given(caller) : given), ...extra }).toString()
  const located = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = PATH_VALUES[`${endpoint.operation}.${name}`] ?? PATH_VALUES[name]
    if (!value) throw new Error(`Give the path parameter ${name} a value in pathValues of a file of ${import.meta.dirname}`)
    return value(caller)
  })
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
  if (endpoint.mediaType === 'text/event-stream') return sendForFirstEvent(caller.service.baseUrl, path, { ...headers, ...own })
  return send(caller.service.baseUrl, { method: endpoint.method, path, body, headers: { ...type, ...headers, ...own } })
}
