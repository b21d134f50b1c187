import nunjucks from 'nunjucks'
import { Compile } from 'typebox/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, bearer } from '../packages/server/src/testing/test-service.ts'
import { type Bench, type Office, openBench, openOffice } from '../packages/server/test/attendance/support.ts'
import { publish } from '../packages/server/test/warehouse/support.ts'
import { readManifest, readResources } from './manifests.ts'

let bench: Bench
let office: Office
let userId: string

const DAYS: Record<string, string> = { startDate: '2026-03-01', endDate: '2026-03-31' }

beforeAll(async () => {
  bench = await openBench()
  office = await openOffice(bench)
  const berlin = await office.addLocation()
  userId = await office.addUser(berlin)
  await office.plan(userId, '2026-03-02', 'o', berlin)
  await office.see(userId, berlin, '2026-03-02T08:00:00Z')
  await publish(office)
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const configOf = () => {
  const { id, secret } = office.organization.keys['data-warehouse']
  return { base_url: bench.service.baseUrl, key_id: id, key_secret: secret, start_date: '2026-03-01' }
}

const { definitions, streams } = await readManifest()
const resources = await readResources()

/** As Airbyte fills in what is between braces; Python's join is written another way there. */
const filled = (text: string): string =>
  new nunjucks.Environment(null, { autoescape: false, throwOnUndefined: true }).renderString(
    text.replace("','.join(stream_partition['user_ids'])", "stream_partition['user_ids'] | join(',')"),
    { config: configOf(), stream_partition: { user_ids: [userId] } },
  )

const NOT_EMPTY = ['locations', 'users', 'user_booking_attendance', 'presence', 'headcount', 'calendar', 'user_change_log']

describe('requests as the Airbyte manifest describes them', () => {
  let token: string
  beforeAll(async () => {
    const { token_refresh_endpoint, client_id, client_secret, grant_type } = definitions.authenticator
    const form = Object.entries({ client_id, client_secret, grant_type }).map(([name, value]) => [name, filled(value ?? '')])
    const answer = await fetch(filled(token_refresh_endpoint ?? ''), { method: 'POST', body: new URLSearchParams(form) })
    const body = (await answer.json()) as { access_token: string; expires_in: number }
    expect(body.expires_in).toBeGreaterThan(0)
    token = body.access_token
  })

  test.each(streams)('$name is answered with lines that fit its schema', async ({ name, retriever, ...stream }) => {
    const { url, request_parameters } = retriever.requester
    const { start_time_option, end_time_option } = stream.incremental_sync ?? {}
    const days = [start_time_option, end_time_option].flatMap((option) =>
      option ? [[option.field_name, DAYS[option.field_name] ?? '']] : [],
    )
    const parameters = Object.entries(request_parameters).map(([key, value]) => [key, filled(value)])
    const answer = await fetch(`${filled(url)}?${new URLSearchParams([...parameters, ...days])}`, { headers: bearer(token) })
    expect(answer.status).toBe(200)
    const rows = (await answer.text()).split('\n').filter(Boolean)
    expect(rows.length > 0).toBe(NOT_EMPTY.includes(name))
    const { schema } = stream.schema_loader
    const validator = Compile({ ...schema, additionalProperties: false, required: Object.keys(schema.properties) })
    for (const row of rows) expect(validator.Errors(JSON.parse(row))).toEqual([true, []])
  })
})

describe('requests as the dlt source describes them', () => {
  test.each(resources)('$name is answered with an array of rows that have its key', async ({ name, endpoint, ...keys }) => {
    const { id, secret } = office.organization.keys['data-warehouse']
    const parameters = Object.keys(endpoint.params).map((key) => [key, DAYS[key] ?? userId])
    const url = `${bench.service.baseUrl}/${endpoint.path}?${new URLSearchParams(parameters)}`
    const answer = await fetch(url, { headers: basic({ id, secret }) })
    expect(answer.status).toBe(200)
    const rows = (await answer.json()) as object[]
    expect(rows.length > 0).toBe(NOT_EMPTY.includes(name))
    for (const row of rows) for (const key of keys.primary_key) expect(row).toHaveProperty(key)
  })
})
