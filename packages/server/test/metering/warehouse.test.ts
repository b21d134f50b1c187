import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basic, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { readAsKey } from '../parking/support.ts'

const USERS = 40_000
/** A row takes at most this many bytes in any format. */
const ROW_BYTES = 1_200
const TAKEN_BYTES = 1_000_000
const PATH = '/v1/analytics/users/basic'

let service: TestService
let org: TestOrganization

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
})

const addUsers = (count: number) =>
  service.database.pool.query(
    `insert into users (org_id, id, user_name, first_name)
     select $1, gen_random_uuid(), 'user' || i, repeat(md5(i::text), 20)
     from generate_series(1, $2) i`,
    [org.id, count],
  )

/** Returns the usage of the reading key once that many requests are recorded: a test may begin on one day and end on the next. */
const used = async (requests: number) => {
  const usage = async () => {
    const { rows } = await service.database.pool.query<{ requests: number; rows: number; bytes: number }>(
      `select sum(requests)::int as requests, sum(rows)::int as rows, sum(bytes)::int as bytes
       from key_usage
       where key_id = $1
       group by key_id`,
      [org.keys['data-warehouse'].id],
    )
    return rows[0]
  }
  await until(async () => (await usage())?.requests === requests)
  return usage()
}

describe('what a key reads of the warehouse is metered:', () => {
  it.each(['json', 'ndjson', 'csv', 'parquet'])('rows and bytes of %s', async (format) => {
    await addUsers(3)
    const { body, status } = await readAsKey(service, org, `${PATH}?format=${format}`)
    expect(status).toBe(200)
    expect(await used(1)).toEqual({ requests: 1, rows: 3, bytes: body.length })
  })

  it.each(['gzip', 'zstd'])('bytes as they are before compression, with %s', async (encoding) => {
    await addUsers(3)
    const plain = await readAsKey(service, org, PATH)
    await readAsKey(service, org, PATH, { 'accept-encoding': encoding })
    expect(await used(2)).toEqual({ requests: 2, rows: 6, bytes: 2 * plain.body.length })
  })

  it('no rows where there are none, where nothing has changed, and for HEAD', async () => {
    const empty = await readAsKey(service, org, PATH)
    await addUsers(3)
    const { etag } = (await readAsKey(service, org, PATH)).headers
    const { rows, bytes } = (await used(2)) ?? {}
    expect(rows).toBe(3)
    expect((await readAsKey(service, org, PATH, { 'if-none-match': etag })).status).toBe(304)
    const head = await fetch(service.baseUrl + PATH, { method: 'HEAD', headers: basic(org.keys['data-warehouse']) })
    expect(head.status).toBe(200)
    expect(await used(4)).toEqual({ requests: 4, rows: 3, bytes })
    expect(empty.body.length).toBeLessThan(bytes ?? 0)
  })

  it.each(['json', 'csv'])('of %s that the reader leaves midway, what was taken so far', async (format) => {
    await addUsers(USERS)
    const outgoing = request(new URL(`${PATH}?format=${format}`, service.baseUrl), {
      headers: basic(org.keys['data-warehouse']),
      agent: false,
    })
    outgoing.on('error', () => {})
    outgoing.end()
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    incoming.on('error', () => {})
    let taken = 0
    for await (const part of incoming) {
      taken += (part as Buffer).length
      if (taken > TAKEN_BYTES) break
    }
    const { rows = 0, bytes = 0 } = (await used(1)) ?? {}
    expect(rows).toBeGreaterThan(TAKEN_BYTES / ROW_BYTES)
    expect(rows).toBeLessThan(USERS)
    expect(bytes).toBeGreaterThan(TAKEN_BYTES)
    expect(bytes).toBeLessThan(USERS * ROW_BYTES)
  })
})
