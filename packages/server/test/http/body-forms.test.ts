import { randomUUID } from 'node:crypto'
import type { Operation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from './support/expect-problem.ts'
import { APPLICATION, type Caller, createCaller, GOOD_BODIES, label, sendGood, successOf } from './support/good-calls.ts'
import { type Answer, send } from './support/send.ts'

let service: TestService
let caller: Caller

beforeAll(async () => {
  service = await shareTestService()
  caller = await createCaller(service)
})
afterAll(() => service[Symbol.asyncDispose]())

type Body = Record<string, unknown>
interface Field {
  readonly type: string | string[]
  readonly pattern?: string
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const WITH_BODY = APPLICATION.filter(({ endpoint }) => endpoint.body).map((variant) => {
  const operation = variant.endpoint.operation as Operation
  const schema = variant.endpoint.body as unknown as { properties: Record<string, Field>; required?: string[] }
  const optional = Object.entries(schema.properties).filter(([name]) => !schema.required?.includes(name))
  return {
    name: label(variant),
    variant,
    operation,
    ids: optional.filter(([, { pattern }]) => pattern?.startsWith('^$|')).map(([name]) => name),
    nullable: optional.filter(([, { type }]) => type.includes('null')).map(([name]) => name),
    notNullable: optional.filter(([, { type }]) => !type.includes('null')).map(([name]) => name),
  }
})

const good = (operation: Operation): Body => GOOD_BODIES[operation]?.(caller) as Body

/** The good call with another body, which may be made of the good one: some calls prepare what that names. */
const sendWith = async (
  { variant, operation }: (typeof WITH_BODY)[number],
  body: Body | ((usual: Body) => Body),
): Promise<Answer> => {
  const usual = GOOD_BODIES[operation]
  GOOD_BODIES[operation] = (of) => (typeof body === 'function' ? body(usual?.(of) as Body) : body)
  try {
    return await sendGood(variant, caller, caller.person.headers)
  } finally {
    GOOD_BODIES[operation] = usual as NonNullable<typeof usual>
  }
}

const expectSuccess = ({ variant }: (typeof WITH_BODY)[number], { status, text }: Answer) =>
  expect([status, status === successOf(variant) ? '' : text]).toEqual([successOf(variant), ''])

const without = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

describe.each(WITH_BODY)('the body of $name', (each) => {
  const { operation, ids, nullable, notNullable, variant } = each

  it('takes ids in any letter case', async () => {
    const inCapitals = (body: Body) => JSON.parse(JSON.stringify(body).replaceAll(UUID, (id) => id.toUpperCase())) as Body
    expectSuccess(each, await sendWith(each, inCapitals))
  })

  it.each(ids)('may say in three ways that there is no %s', async (name) => {
    // One of the other ids may be the reason to refuse.
    const answers: Answer[] = []
    const rest = () => without(good(operation), ids)
    // A change of nothing at all is refused.
    const absent = Object.keys(rest()).length > 0 ? [{}] : []
    for (const none of [...absent, { [name]: null }, { [name]: '' }]) {
      answers.push(await sendWith(each, { ...rest(), ...none }))
    }
    const outcomes = answers.map(({ status, text }) => (status < 400 ? status : JSON.parse(text).code))
    expect(new Set(outcomes).size, outcomes.join()).toBe(1)
    expect(['internal', 'invalid_body']).not.toContain(outcomes[0])
  })

  if (successOf(variant) === 201 && variant.endpoint.path !== '/api/session')
    it('may have null for every field that may be absent', async () => {
      expect(notNullable).toEqual([])
      const withNulls = (given: Body) => ({ ...Object.fromEntries(nullable.map((name) => [name, null])), ...given })
      expectSuccess(each, await sendWith(each, withNulls))
    })
})

/** Objects of a body that have fields by their schema, each with its pointer. */
const objectsIn = function* (schema: unknown, value: unknown, pointer = ''): Generator<{ pointer: string; object: Body }> {
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown }
  if (items && Array.isArray(value))
    for (const [index, item] of value.entries()) yield* objectsIn(items, item, `${pointer}/${index}`)
  if (!properties || Object.keys(properties).length === 0 || typeof value !== 'object' || value === null) return
  yield { pointer, object: value as Body }
  for (const [name, part] of Object.entries(properties)) yield* objectsIn(part, (value as Body)[name], `${pointer}/${name}`)
}

/** A key of another name than any there is. */
const misspelled = (name: string): string => `${name}x`

describe('a field that is not known', () => {
  it.each(WITH_BODY)('is refused by name wherever it stands in the body of $name, and never acted on', async (each) => {
    const body = structuredClone(good(each.operation))
    const expected = [...objectsIn(each.variant.endpoint.body, body)].map(({ pointer, object }) => {
      const [first = 'field'] = Object.keys(object)
      object[misspelled(first)] = 'x'
      return {
        pointer: `${pointer}/${misspelled(first)}`,
        code: 'unknown_field',
        message: expect.stringMatching(/^is not known/),
      }
    })
    const answer = await sendWith(each, body)
    // A directory file is any document: what of it is ignored is for the import to say.
    if (expected.length === 0) return expect(each.operation).toBe('runImport')
    const { errors } = expectProblem(answer, 'invalid_body')
    expect(errors).toEqual(expect.arrayContaining(expected))
    expect(errors).toHaveLength(expected.length)
  })

  it('is reported with the nearest known name, next to the other errors', async () => {
    const headers = caller.person.headers
    const answer = await send(service.baseUrl, {
      method: 'POST',
      path: '/api/levels',
      headers: { ...headers, 'content-type': 'application/json' },
      body: { levelNam: 'x', locationId: caller.ids.berlin },
    })
    expect(expectProblem(answer, 'invalid_body').errors).toEqual([
      { pointer: '/levelNam', message: 'is not known. Did you mean levelName?', code: 'unknown_field' },
      { pointer: '/levelName', message: 'is required', code: 'required' },
    ])
  })
})

describe('ids in a body', () => {
  const call = (method: string, path: string, body: object) => {
    const variant = APPLICATION.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)
    return sendWith(
      { ...WITH_BODY[0], variant, operation: variant?.endpoint.operation } as (typeof WITH_BODY)[number],
      body as Body,
    )
  }

  it('that name the same in two letter cases are one', async () => {
    const { berlin } = caller.ids
    const days = [
      { weekday: 1, plan: 'o', locationId: berlin },
      { weekday: 2, plan: 'o', locationId: berlin.toUpperCase() },
      { weekday: 3, plan: 'o', locationId: '' },
    ]
    const answer = await call('PUT', '/api/users/{userId}/week-plan', { days })
    const { days: saved } = answer.json<{ days: { locationId: string | null }[] }>()
    expect(saved.slice(0, 3).map(({ locationId }) => locationId)).toEqual([berlin, berlin, null])
  })

  it('that are own ones make a repeat in another letter case the same call', async () => {
    const levelId = randomUUID()
    const body = { levelName: `Level ${levelId}`, locationId: caller.ids.berlin }
    const first = await call('POST', '/api/levels', { ...body, levelId: levelId.toUpperCase() })
    expect(first.json()).toMatchObject({ levelId })
    expect((await call('POST', '/api/levels', { ...body, levelId })).json()).toEqual(first.json())
  })

  it('are not looked for in what is no object or list', async () => {
    for (const days of [null, 'text', [null], [['x']]]) {
      expect((await call('PUT', '/api/users/{userId}/week-plan', { days })).status).toBe(400)
    }
  })
})
