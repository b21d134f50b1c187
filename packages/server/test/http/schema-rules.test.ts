import { ENDPOINTS, type Endpoint, openApiDocument, variants } from '@rollcall/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import type { Headers } from './support/credentials.ts'
import { assertDocumented } from './support/documented.ts'
import { ALL, ALL_VARIANTS, type Caller, createCaller, goodHeaders, label, sendGood, successOf } from './support/good-calls.ts'
import { allSchemas, isCompound, ROOTS, type Schema } from './support/schemas.ts'

const faults = (schema: Schema | TSchema, value: unknown) =>
  [...Compile(schema as TSchema).Errors(value)].map(({ instancePath, message }) => `${instancePath} ${message}`)

describe('every schema of the API', () => {
  it('describes each property', () => {
    const bare = allSchemas().filter(({ schema, isProperty }) => isProperty && !schema.description?.trim())
    expect(bare.map(({ path }) => path)).toEqual([])
  })

  it('gives an example of each property that is not made of others', () => {
    const bare = allSchemas().filter(({ schema, isProperty }) => {
      const ownOrOfItems = schema.examples ?? schema.items?.examples ?? []
      return isProperty && !isCompound(schema) && ownOrOfItems.length === 0
    })
    expect(bare.map(({ path }) => path)).toEqual([])
  })

  it('has only examples that it accepts itself', () => {
    const wrong = allSchemas().flatMap(({ path, schema }) =>
      (schema.examples ?? []).flatMap((example) => faults(schema, example).map((fault) => `${path}: ${fault}`)),
    )
    expect(wrong).toEqual([])
  })

  it('has a name that no other schema has', () => {
    const titled = allSchemas().flatMap(({ path, schema }) => (typeof schema.title === 'string' ? [{ path, schema }] : []))
    const byTitle = Map.groupBy(titled, ({ schema }) => schema.title)
    for (const [, same] of byTitle) {
      for (const { schema } of same) expect(schema).toEqual(same[0]?.schema)
    }
  })

  it('is named where it is a whole body or row, so that generated clients have a type for it', () => {
    const unnamed = ROOTS.filter(({ name, schema }) => !/(params|query)$/.test(name) && schema.type === 'object' && !schema.title)
    expect(unnamed.map(({ name }) => name)).toEqual([])
  })
})

describe('every operation', () => {
  it('has a summary in a few words and a description in sentences', () => {
    for (const { operation, summary, description } of ALL) {
      expect(summary, operation).toMatch(/^[A-Z].{3,80}[^.]$/)
      expect(description, operation).toMatch(/^[A-Z0-9`].{10,}\.$/s)
    }
  })
})

interface Operation {
  operationId: string
  tags: string[]
  parameters: { name: string; in: string }[]
  responses: Record<string, unknown>
}

interface Document {
  info: { description: string; contact: { name: string } }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

describe('the OpenAPI document', () => {
  const document = openApiDocument('1.2.3') as unknown as Document
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

  it('has each variant of each operation, under a name of its own', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(ALL_VARIANTS.length)
    for (const { endpoint, path } of ALL_VARIANTS) expect(document.paths[path]).toHaveProperty(endpoint.method.toLowerCase())
  })

  it('declares and describes each tag that its operations have, and no other', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags))
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
    for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].{10,}\.$/)
  })

  it('starts with an introduction: how to authenticate, formats, errors and retries, and where the guides are', () => {
    const { description, contact } = document.info
    const headings = [...description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Authentication', 'Formats', 'Errors and retries', 'Guides'])
    expect(contact.name).toBeTruthy()
  })

  it('refers only to components that it has, and has none that nothing refers to', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    expect([...new Set(refs)].sort()).toEqual(Object.keys(document.components.schemas).sort())
    expect(JSON.stringify(document).match(/\$ref/g)?.length).toBe(refs.length)
  })

  it('says of each operation what it answers when it succeeds and when it does not', () => {
    for (const { operationId, responses } of operations)
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['400', '500', '503']))
    for (const { path, endpoint } of ALL_VARIANTS) {
      const { operationId = '', responses = {} } = document.paths[path]?.[endpoint.method.toLowerCase()] ?? {}
      // A submission is never refused for what it accepts.
      expect('406' in responses, operationId).toBe(endpoint.method === 'GET')
      expect(
        ['200', '201', '202'].filter((status) => status in responses),
        operationId,
      ).toHaveLength(1)
    }
    for (const { path, scheme, endpoint } of ALL_VARIANTS.filter((variant) => variant.scheme !== 'none')) {
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
      expect(Object.keys(operation?.responses ?? {}), `${scheme} ${path}`).toEqual(expect.arrayContaining(['401', '403', '429']))
    }
  })

  it('says for each operation that changes data in a session which header it needs', () => {
    for (const { path, scheme, endpoint } of ALL_VARIANTS) {
      const { parameters = [] } = document.paths[path]?.[endpoint.method.toLowerCase()] ?? {}
      const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
      const needed = [
        ...(scheme === 'session' && endpoint.method !== 'GET' ? ['X-CSRF-Token'] : []),
        ...((endpoint as Endpoint).conditional ? ['If-Match'] : []),
      ]
      expect(names, path).toEqual(needed)
    }
    expect(JSON.stringify(document.components)).toContain('__Host-rollcall_session')
  })

  it('lists that parameters can be wrong where there are any, and nowhere else', () => {
    for (const { path, endpoint } of ALL_VARIANTS) {
      const { responses } = document.paths[path]?.[endpoint.method.toLowerCase()] ?? {}
      const hasAny = path.includes('{day}') || Object.keys(endpoint.query?.properties ?? {}).length > 0
      // The cursor of a replay comes in its body.
      if (endpoint.operation !== 'replayQuarantine')
        expect(JSON.stringify(responses).includes('invalid_parameter'), path).toBe(hasAny)
    }
  })

  it('lists every code that refusals use: another code fails the test that receives it', () => {
    const refusal = (status: number, code: string) => ({ status, text: JSON.stringify({ code }) })
    const path = '/api/users/me/days/2026-01-05/plan/?x=1'
    expect(() => assertDocumented('PUT', path, refusal(409, 'user_inactive'))).not.toThrow()
    expect(() => assertDocumented('PUT', path, refusal(409, 'desk_taken'))).toThrow('409 desk_taken')
    expect(() => assertDocumented('PUT', path, refusal(404, 'user_inactive'))).toThrow('404 user_inactive')
    expect(() => assertDocumented('PUT', '/api/nothing', refusal(404, 'not_found'))).not.toThrow()
  })

  it('documents 431 everywhere, as any request can have too large headers', () => {
    for (const { operationId, responses } of operations) expect(Object.keys(responses), operationId).toContain('431')
  })

  it('says of each body whether unknown fields are rejected', () => {
    for (const { endpoint, path } of ALL_VARIANTS.filter(({ endpoint }) => endpoint.body)) {
      const { title = '', properties = {} } = endpoint.body as { title?: string; properties?: object }
      if (Object.keys(properties).length === 0) continue
      const component = document.components.schemas[title] as { additionalProperties?: boolean }
      expect(component.additionalProperties, path).toBe(path.startsWith('/api/') ? false : undefined)
    }
  })

  it('is plain JSON: nothing in it is lost on the way', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })
})

/** Fields that are there only where a service has several databases, as cells/door.test.ts shows. */
const OF_SEVERAL_CELLS: Record<string, string[]> = { 'GET /readyz': ['cells'] }

describe('a real answer', () => {
  let service: TestService
  let caller: Caller
  let headers: Record<string, Headers>

  beforeAll(async () => {
    service = await shareTestService()
    caller = await createCaller(service)
    headers = await goodHeaders(caller)
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it.each(ALL_VARIANTS.map((variant) => ({ variant, name: label(variant) })))(
    'of $name fits its schema',
    async ({ variant, name }) => {
      const { response, streamed, mediaType } = variant.endpoint
      const answer = await sendGood(variant, caller, headers[variant.scheme])
      expect(answer.status).toBe(successOf(variant))
      expect(answer.headers['content-type']).toMatch(new RegExp(`^${mediaType ?? 'application/json'}(;|$)`))
      const value = mediaType ? answer.text : answer.json<unknown>()
      const values = streamed ? (value as unknown[]) : [value]
      expect(values.length).toBeGreaterThan(0)
      expect(values.flatMap((each) => faults(response, each))).toEqual([])
      const properties = Object.keys((response as unknown as Schema).properties ?? {})
      const known = properties.filter((field) => service.cells.size > 1 || !OF_SEVERAL_CELLS[name]?.includes(field))
      if (known.length > 0) for (const each of values) expect(Object.keys(each as object).sort()).toEqual(known.sort())
    },
  )

  it('comes from a table in which no two operations share method and path', () => {
    const served = (Object.values(ENDPOINTS) as Endpoint[]).flatMap(variants).map((variant) => label(variant))
    expect(new Set(served).size).toBe(served.length)
  })
})
