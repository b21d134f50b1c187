import { AUDIT_ACTIONS, isApplication, type Operation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SampleSource } from '../../src/operations/sample/sample-source.ts'
import { PASSWORD, PASSWORD_HASH, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { provingHeaders } from '../http/support/credentials.ts'
import {
  ALL,
  ALL_VARIANTS,
  type Caller,
  createCaller,
  goodPath,
  label,
  PREPARATIONS,
  sendGood,
  successOf,
} from '../http/support/good-calls.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { type Entry, readEntries } from './support.ts'

const name = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`
const AUDITED = ALL_VARIANTS.filter(({ endpoint, scheme }) => typeof endpoint.audit === 'string' && scheme !== 'basic')

describe('the endpoint table', () => {
  it('names the act of each operation of the application API that changes something, or says why it is none', () => {
    const changing = ALL.filter((endpoint) => isApplication(endpoint) && endpoint.method !== 'GET')
    expect(changing.filter(({ audit }) => audit === undefined).map(name)).toEqual([])
  })

  it('does the same for reads about one person, and for rows that people may read', () => {
    const aboutOne = ALL.filter(({ method, path, people }) => method === 'GET' && people && path.includes('{userId}'))
    const rows = ALL.filter(({ viewers }) => viewers)
    expect([...aboutOne, ...rows].filter(({ audit }) => audit === undefined).map(name)).toEqual([])
  })

  it('uses every action, except those of commands', () => {
    const used = new Set(ALL.map(({ audit }) => audit))
    const unused = Object.keys(AUDIT_ACTIONS).filter((action) => !used.has(action as keyof typeof AUDIT_ACTIONS))
    expect(unused).toEqual([
      'session.refuse',
      'organization.create',
      'organization.link',
      'organization.block',
      'organization.unblock',
      'organization.move',
      'account.reset-request',
      'identity-link.create',
      'provisioning.apply',
      'identity.give',
      'retention.run',
      'lake.export',
    ])
  })
})

const HIERARCHY = { groupRelationships: [{ group: 'Sales', groupType: 'team', parent: null, parentType: null }] }

/** Bodies for operations whose usual good call changes nothing, which is no act. */
const CHANGES: Partial<Record<Operation, (caller: Caller) => object>> = {
  updateLocation: () => ({ bookingWindowDays: 30 }),
  updateLevel: () => ({ ordinal: 7 }),
  updateZone: () => ({ zoneName: 'Another zone' }),
  updatePlace: () => ({ placeName: 'Another desk' }),
  updatePlaces: ({ ids }) => ({ ids: [ids.desk], changes: { status: 'inactive' } }),
  updateSpace: () => ({ spaceName: 'Another space' }),
  updateParkingBay: () => ({ bayName: 'Another bay' }),
  updateUser: () => ({ firstName: 'Augusta' }),
  updateUsers: ({ ids }) => ({ ids: [ids.ada], changes: { status: 'inactive' } }),
  updateProfile: () => ({ visibility: 'nobody' }),
  updateGroup: () => ({ groupName: 'Another group' }),
  updateCalendar: () => ({ workingDays: [1, 2, 3, 4] }),
  updateSettings: () => ({ minimumGroupSize: 7 }),
  submitGroupRelationships: () => HIERARCHY,
  replaceGroupRelationships: () => HIERARCHY,
  erasePerson: () => ({ reason: 'asked', confirm: 'ada.a@example.com' }),
}

/** Operations of which a good call changes nothing unless it is prepared so. */
const PREPARED: Partial<Record<Operation, (caller: Caller) => Promise<unknown>>> = {
  removeGroupMember: ({ service, orgId, ids }) =>
    service.database.pool.query(
      'insert into group_members (org_id, group_id, user_id) values ($1, $2, $3) on conflict do nothing',
      [orgId, ids.product, ids.ada],
    ),
  makeSampleCompany: ({ service, orgId }) =>
    service.database.pool.query(`insert into sample_companies (org_id, state, until) values ($1, 'failed', '2026-01-05')`, [
      orgId,
    ]),
}

/** A company of nothing. */
const sampleSource: SampleSource = () => ({
  file: {},
  sourceIds: [],
  until: '2026-01-05',
  async sendHistory() {},
  async sendUntilNow() {},
})

/** The secrets of keys and sessions of an organization, and those that a response shows. */
const secretsOf = ({ organization, person }: Awaited<ReturnType<typeof createCaller>>, answer: string): string[] => [
  ...Object.values(organization.keys).map(({ secret }) => secret),
  ...Object.values(person.headers).map((value) => value.replace('rollcall_session=', '')),
  ...[...answer.matchAll(/"(?:secret|csrfToken)":"([^"]+)"/g)].map(([, secret]) => secret as string),
]

describe('each operation that is an act', () => {
  let service: TestService
  let caller: Awaited<ReturnType<typeof createCaller>>
  /** Every secret that the calls had or got. */
  const secrets = new Set<string>([PASSWORD, PASSWORD_HASH])
  beforeAll(async () => {
    service = await startTestService({ sampleSource })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const entriesAfter = async (at: Date): Promise<Entry[]> => (await readEntries(service)).filter((entry) => entry.at >= at)

  it.each(AUDITED.map((variant) => ({ variant, what: `${label(variant)} (${variant.endpoint.operation})` })))(
    '$what has its row',
    async ({ variant }) => {
      const { endpoint, scheme } = variant
      caller = await createCaller(service)
      await PREPARED[endpoint.operation as Operation]?.(caller)
      if (CHANGES[endpoint.operation as Operation]) await PREPARATIONS[endpoint.operation as Operation]?.(caller)
      const before = new Date()
      const viewed = scheme === 'bearer' && endpoint.method === 'GET'
      const headers =
        scheme === 'none'
          ? {}
          : scheme === 'session' || viewed
            ? caller.person.headers
            : (await provingHeaders(service.baseUrl, caller.key)).bearer
      const marked = { ...headers, 'user-agent': 'walk', 'x-request-id': `walk-${endpoint.operation}` }
      const body = CHANGES[endpoint.operation as Operation]?.(caller)
      const answer = body
        ? await send(service.baseUrl, {
            method: endpoint.method,
            path: goodPath(variant, caller),
            body,
            headers: { ...JSON_TYPE, ...marked },
          })
        : await sendGood(variant, caller, marked)
      expect(answer.status, answer.body.toString()).toBe(successOf(variant))
      for (const secret of secretsOf(caller, answer.body.toString())) secrets.add(secret)
      const rows = await entriesAfter(before)
      expect(rows.map(({ action }) => action)).toContain(endpoint.audit)
      const row = rows.find(({ action }) => action === endpoint.audit) as Entry
      expect(row).toMatchObject({ address: '127.0.0.1', userAgent: 'walk', requestId: `walk-${endpoint.operation}` })
      expect(['user', 'key', 'provider']).toContain(row.actorType)
    },
  )

  it('leaves no secret in any row', async () => {
    const { rows } = await service.database.pool.query<{ text: string }>('select to_jsonb(e)::text as text from audit_log e')
    expect(rows.length).toBeGreaterThan(AUDITED.length)
    expect(secrets.size).toBeGreaterThan(AUDITED.length)
    const found = [...secrets].filter((secret) => rows.some(({ text }) => text.includes(secret)))
    expect(found).toEqual([])
  })
})
