import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import {
  ALL_VARIANTS,
  type Caller,
  createCaller,
  GOOD_BODIES,
  goodPath,
  label,
  OWN_HEADERS,
  PREPARATIONS,
} from '../http/support/good-calls.ts'
import { JSON_TYPE, post, send } from '../http/support/send.ts'
import { idPlaces, put } from './support/id-places.ts'
import type { Shape } from './support/schema-values.ts'

/** This mark is in every name of the other organization. */
const MARK = 'victim'

let service: TestService
let attacker: Caller
let victim: Caller
let bearer: string
let before: Record<string, string>

beforeAll(async () => {
  service = await shareTestService()
  attacker = await createCaller(service)
  victim = await createCaller(service, MARK)
  for (const caller of [attacker, victim]) for (const prepare of Object.values(PREPARATIONS)) await prepare(caller)
  const answer = await post(service.baseUrl, '/v1/auth/token', { client_id: attacker.key.id, client_secret: attacker.key.secret })
  bearer = `Bearer ${answer.json().access_token}`
  before = await whenSettled()
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** One of each kind. */
const idsOfVictim = (): string[] => {
  const { berlin, level, deskZone, desk, room, product, ada } = victim.ids
  return [berlin, level, deskZone, desk, room, product, ada]
}

/** MD5 of nothing. */
const EMPTY = 'd41d8cd98f00b204e9800998ecf8427e'

/** Everything that is stored of the victim. */
const storedOfVictim = async (): Promise<Record<string, string>> => {
  const { rows: tables } = await service.database.pool.query<{ table: string }>(
    `select c.table_name as table
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'org_id' and t.table_type = 'BASE TABLE'
     order by 1`,
  )
  const digests = tables.map(async ({ table }) => {
    const text = `select md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest from ${table} t where org_id = $1`
    return [table, (await service.database.pool.query(text, [victim.orgId])).rows[0].digest] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

/** Rows of the caller that name something of the victim. */
const namedByAttacker = async (): Promise<object[]> => {
  const { rows: columns } = await service.database.pool.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column
     from information_schema.columns c
     join information_schema.columns o on o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'org_id'
     join information_schema.tables t on t.table_schema = 'public' and t.table_name = c.table_name
     where c.table_schema = 'public' and c.data_type = 'uuid' and c.column_name <> 'org_id' and t.table_type = 'BASE TABLE'`,
  )
  const ids = Object.values(victim.ids)
  const found = columns.map(async ({ table, column }) => {
    const text = `select count(*)::integer as count from ${table} where org_id = $1 and ${column} = any($2::uuid[])`
    const { rows } = await service.database.pool.query(text, [attacker.orgId, ids])
    return rows[0].count > 0 ? [{ table, column, count: rows[0].count }] : []
  })
  return (await Promise.all(found)).flat()
}

/** The changes of the preparations are rolled up within the next second. */
const whenSettled = async (): Promise<Record<string, string>> => {
  let stored = await storedOfVictim()
  await until(async () => {
    const earlier = stored
    await delay(1_500)
    stored = await storedOfVictim()
    return stored.day_change_ticks === EMPTY && JSON.stringify(stored) === JSON.stringify(earlier)
  }, 60_000)
  return stored
}

const WITH_IDS = ALL_VARIANTS.flatMap((variant) => {
  if (variant.scheme !== 'bearer' && variant.scheme !== 'session') return []
  return idPlaces((variant.endpoint.body ?? {}) as unknown as Shape).map((place) => ({
    name: `${label(variant)}: ${place.steps.join('.')}`,
    variant,
    ...place,
  }))
})

const headersOf = async (operation: Operation, scheme: string): Promise<Record<string, string>> => {
  if (scheme === 'bearer') return { ...JSON_TYPE, authorization: bearer }
  return { ...JSON_TYPE, ...attacker.person.headers, ...(await OWN_HEADERS[operation]?.(attacker)) }
}

describe('an id of another organization in a body', () => {
  it.each(WITH_IDS.filter(({ isNew }) => !isNew))('finds nothing and shows nothing: $name', async ({ variant, steps }) => {
    const operation = variant.endpoint.operation as Operation
    await PREPARATIONS[operation]?.(attacker)
    const headers = await headersOf(operation, variant.scheme)
    for (const id of idsOfVictim()) {
      const sent = { method: variant.endpoint.method, path: goodPath(variant, attacker), headers }
      let answer = await send(service.baseUrl, { ...sent, body: put(GOOD_BODIES[operation]?.(attacker), steps, id) })
      // Only one of several ids may be given here.
      if (answer.status === 400) answer = await send(service.baseUrl, { ...sent, body: put({}, steps, id) })
      // An incomplete body is not refused for its id.
      expect([answer.status, answer.status === 400 ? answer.text : '']).toEqual([answer.status, ''])
      expect(answer.text).not.toContain(MARK)
    }
  })
})

it('None of those calls stored an id of another organization, or changed what it is the id of', async () => {
  expect(await namedByAttacker()).toEqual([])
  expect(await storedOfVictim()).toEqual(before)
})

describe('an id of another organization in a query', () => {
  const queried = ALL_VARIANTS.flatMap((variant) =>
    variant.scheme === 'none' || variant.scheme === 'basic'
      ? []
      : Object.keys(variant.endpoint.query?.properties ?? {})
          .filter((name) => /Ids?$/.test(name))
          .map((parameter) => ({ name: `${label(variant)}?${parameter}`, variant, parameter })),
  )

  it.each(queried)('matches nothing: $name', async ({ variant, parameter }) => {
    const headers = await headersOf(variant.endpoint.operation as Operation, variant.scheme)
    for (const id of idsOfVictim()) {
      const path = goodPath(variant, attacker, { [parameter]: id })
      const { status, text } = await send(service.baseUrl, { path, headers })
      expect([200, 404]).toContain(status)
      expect(text).not.toContain(MARK)
      const others = Object.values(victim.ids).filter((other) => other !== id)
      expect(others.filter((other) => text.includes(other))).toEqual([])
    }
  })
})

it('References of an imported file find nothing of another organization', async () => {
  const { ids } = victim
  const day = '2026-11-24'
  const files: Record<string, object> = {
    '/users/0/primaryLocation': { users: [{ userName: 'new', primaryLocation: ids.berlin }] },
    '/dayPlans/0/user': { dayPlans: [{ user: ids.ada, day, plan: 'r' }] },
    '/dayPlans/0/location': { dayPlans: [{ user: attacker.ids.ada, day, plan: 'o', location: ids.berlin }] },
    '/bookings/0/location': { bookings: [{ user: attacker.ids.ada, day, location: ids.berlin }] },
  }
  for (const [pointer, file] of Object.entries(files)) {
    const answer = await post(service.baseUrl, '/api/imports?dryRun=true', file, attacker.person.headers)
    const { faults } = answer.json<{ faults?: { pointer: string; code: string }[] }>()
    expect(faults?.map((fault) => [fault.pointer.slice(0, pointer.length), fault.code])).toContainEqual([
      pointer,
      'reference_unknown',
    ])
    expect(answer.text).not.toContain(MARK)
  }
})

describe('an own id that another organization has as well', () => {
  it.each(WITH_IDS.filter(({ isNew }) => isNew))('is that of a thing of its own: $name', async ({ variant, steps }) => {
    const operation = variant.endpoint.operation as Operation
    const headers = await headersOf(operation, variant.scheme)
    const keyId = goodPath({ ...variant, path: '/{keyId}' }, victim)
      .slice(1)
      .split('?')[0] as string
    for (const id of [...idsOfVictim(), keyId]) {
      const body = put(GOOD_BODIES[operation]?.(attacker), steps, id)
      const answer = await send(service.baseUrl, {
        method: variant.endpoint.method,
        path: goodPath(variant, attacker),
        headers,
        body,
      })
      // A change of several things at once answers 200, also when some of them are new.
      expect([200, 201, 409]).toContain(answer.status)
      expect(answer.text).not.toContain(MARK)
    }
  })
})

it('After all that the other organization is unchanged', async () => {
  expect(await storedOfVictim()).toEqual(before)
})
