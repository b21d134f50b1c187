import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  ENDPOINTS,
  type Endpoint,
  FORMAT_TYPES,
  MAX_EVENT_RANGE_DAYS,
  MAX_LISTED_IDS,
  MAX_RANGE_DAYS,
  variants,
} from '../packages/contract/src/index.ts'
import { generatedFiles } from './generated-files.ts'
import { readFileHere, readManifest, readResources } from './manifests.ts'

interface ObjectSchema {
  readonly properties: Record<string, { readonly type?: unknown; readonly format?: string }>
  readonly required?: readonly string[]
}

const DATASETS = Object.values<Endpoint>(ENDPOINTS).filter(({ streamed }) => streamed)

const datasetAt = (path: string): Endpoint => {
  const found = DATASETS.find((each) => variants(each).some((variant) => variant.path === path))
  if (!found) throw new Error(`No dataset at ${path}`)
  return found
}

/** Every parameter exists, and those without which nothing is answered are there. */
const expectParameters = ({ query }: Endpoint, names: readonly string[]): void => {
  const { properties, required = [] } = query as unknown as ObjectSchema
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...names]))
  expect(names).toEqual(expect.arrayContaining([...required]))
}

const rowOf = ({ response }: Endpoint): ObjectSchema => response as unknown as ObjectSchema
const maxDaysOf = ({ operation }: Endpoint): number =>
  operation === 'readEvents' || operation === 'readCalendar' ? MAX_EVENT_RANGE_DAYS : MAX_RANGE_DAYS

test('Python reads the Airbyte manifest as it is meant: YAML 1.1 takes a day without quotes for a date', async () => {
  const text = await readFileHere('airbyte/manifest.yaml')
  expect(parse(text, { version: '1.1' })).toEqual(parse(text))
})

test.each(Object.entries(generatedFiles()))('%s is current: npm run generate', async (file, content) => {
  const written = await readFileHere(file)
  // The formatter has its own way to lay out JSON.
  if (file.endsWith('.json')) expect(JSON.parse(written)).toEqual(JSON.parse(content))
  else expect(written).toBe(content)
})

const BASE_URL = "{{ config['base_url'] }}"
const { definitions, streams } = await readManifest()

test('the manifest has a stream for each dataset', () => {
  const paths = streams.map(({ retriever }) => retriever.requester.url.replace(BASE_URL, ''))
  expect(paths.sort()).toEqual(DATASETS.map(({ path }) => path).sort())
})

test('the manifest asks for a token where the contract gives one, with what the form asks for', () => {
  expect(definitions.authenticator).toMatchObject({
    token_refresh_endpoint: `${BASE_URL}${ENDPOINTS.createToken.path}`,
    grant_type: 'client_credentials',
  })
  expect(ENDPOINTS.createToken.form).toBe(true)
})

describe.each(streams)('the manifest, stream $name', ({ primary_key, retriever, incremental_sync, schema_loader }) => {
  const { url, request_parameters } = retriever.requester
  const endpoint = datasetAt(url.replace(BASE_URL, ''))
  const row = rowOf(endpoint)

  test('is read where bearer tokens are taken, with parameters that exist', () => {
    expect(url).toBe(`${BASE_URL}${endpoint.path}`)
    const days = incremental_sync ? [incremental_sync.start_time_option, incremental_sync.end_time_option] : []
    expectParameters(endpoint, [...Object.keys(request_parameters), ...days.map(({ field_name }) => field_name)])
    expect(Object.keys(FORMAT_TYPES)).toContain(request_parameters.format)
    expect(retriever.partition_router?.group_size ?? 1).toBeLessThanOrEqual(MAX_LISTED_IDS)
  })

  test('asks for as many days at once as the contract takes, by a day that rows have', () => {
    if (!incremental_sync) return expect(endpoint.query?.properties).not.toHaveProperty('startDate')
    expect(incremental_sync).toMatchObject({ step: `P${maxDaysOf(endpoint) + 1}D`, cursor_granularity: 'P1D' })
    expect(row.properties).toHaveProperty(incremental_sync.cursor_field)
  })

  test('has the fields of the contract, and a key of fields that are never null', () => {
    const { properties } = schema_loader.schema
    expect(Object.keys(properties)).toEqual(Object.keys(row.properties))
    for (const [name, { type, format }] of Object.entries(properties)) {
      expect([type].flat().sort(), name).toEqual([row.properties[name]?.type].flat().sort())
      if (format) expect(format).toBe(row.properties[name]?.format)
    }
    for (const name of primary_key) expect(['string', 'integer']).toContain(properties[name]?.type)
  })
})

const resources = await readResources()

test('the dlt source has a resource for each dataset', () => {
  expect(resources.map(({ endpoint }) => `/${endpoint.path}`).sort()).toEqual(DATASETS.map(({ path }) => `${path}/basic`).sort())
})

test.each(resources)('the dlt resource $name is read where Basic is taken, with parameters and keys that exist', (resource) => {
  const endpoint = datasetAt(`/${resource.endpoint.path}`)
  const { properties } = rowOf(endpoint)
  expectParameters(endpoint, Object.keys(resource.endpoint.params))
  for (const name of [...resource.primary_key, ...(resource.merge_key ? [resource.merge_key] : [])]) {
    // dlt makes columns of keys `not null`.
    expect(['string', 'integer'], name).toContain(properties[name]?.type)
  }
})

/** Of a parameter of the query dlt takes text; what is between braces there names a field of another resource. */
test.each(resources)(
  'parameters of the dlt resource $name are text, and what they refer to is a field that is never null',
  ({ endpoint }) => {
    for (const [name, value] of Object.entries(endpoint.params)) {
      expect(value, name).toBeTypeOf('string')
      for (const [, expression] of String(value).matchAll(/\{(.*?)\}/g)) {
        const [context, parent, field, ...rest] = String(expression).split('.')
        expect([context, rest]).toEqual(['resources', []])
        const { path } = resources.find((each) => each.name === parent)?.endpoint ?? {}
        expect(rowOf(datasetAt(`/${path}`)).properties[String(field)]?.type).toBe('string')
      }
    }
  },
)

test('the change log is read in dlt for each of the users', () => {
  const { params } = resources.find(({ name }) => name === 'user_change_log')?.endpoint ?? {}
  expect(params?.userIds).toBe('{resources.users.userId}')
})

test('windows of the dlt script are as long as the contract takes them', async () => {
  expect(await readFileHere('dlt/rollcall.py')).toContain(`WINDOW = timedelta(days=${MAX_RANGE_DAYS + 1})`)
})
