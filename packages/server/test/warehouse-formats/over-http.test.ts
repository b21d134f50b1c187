import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { FORMAT_TYPES, type Format, typedColumnsOf, type Variant } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { createPrivateFolder } from '../../src/warehouse/formats/parquet-file.ts'
import type { Headers } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { ALL_VARIANTS, type Caller, createCaller, goodHeaders, goodPath, sendGood } from '../http/support/good-calls.ts'
import { type Answer, send } from '../http/support/send.ts'
import { askDuckDb, readCsv, readParquet } from './support.ts'

let service: TestService
let caller: Caller
let key: Headers

beforeAll(async () => {
  service = await shareTestService()
  caller = await createCaller(service)
  const good = await goodHeaders(caller)
  key = good.basic
  // Presence and attendance on the days of the good calls, and what a good call of each dataset needs.
  const isPresence = ({ endpoint, scheme }: Variant) => endpoint.operation === 'submitPresence' && scheme === 'basic'
  for (const variant of [...ALL_VARIANTS.filter(isPresence), ...DATASETS]) await sendGood(variant, caller, key)
})
afterAll(() => service[Symbol.asyncDispose]())

const DATASETS = ALL_VARIANTS.filter(({ endpoint, scheme }) => endpoint.streamed && scheme === 'basic')
const hasDay = ({ endpoint }: Variant): boolean => typedColumnsOf(endpoint.response).some(({ name }) => name === 'day')
const FORMATS = Object.keys(FORMAT_TYPES) as Format[]
const USERS = '/v1/analytics/users/basic'

const get = (path: string, headers?: Headers): Promise<Answer> => send(service.baseUrl, { path, headers: { ...key, ...headers } })

/** A value of a row in JSON, as Parquet has it in a column of a kind. */
const asParquet = (kind: string, value: unknown): unknown => {
  if (value === null) return null
  if (kind === 'integer') return BigInt(value as number)
  if (kind === 'timestamp' || kind === 'date') return new Date(value as string)
  return value
}

const fromParquet = (kind: string, value: unknown): unknown =>
  kind === 'json' && value !== null ? JSON.parse(value as string) : value

const asCsv = (value: unknown): unknown => {
  if (value === null) return null
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

describe.each(DATASETS.map((variant) => ({ path: variant.endpoint.path, variant })))('GET $path', ({ variant }) => {
  const read = (format: Format) => get(goodPath(variant, caller, { format }))
  const columns = typedColumnsOf(variant.endpoint.response)

  it('has the same rows and names in each format', async () => {
    const rows = (await read('json')).json<Record<string, unknown>[]>()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(Object.keys(row)).toEqual(columns.map(({ name }) => name))
    const lines = (await read('ndjson')).text.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows)
    expect(readCsv((await read('csv')).body)).toEqual(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asCsv(value)]))),
    )
    const stored = await readParquet((await read('parquet')).body)
    const each = (row: Record<string, unknown>, change: (kind: string, value: unknown) => unknown) =>
      Object.fromEntries(columns.map(({ name, kind }) => [name, change(kind, row[name])]))
    expect(stored.map((row) => each(row, fromParquet))).toEqual(rows.map((row) => each(row, asParquet)))
  })

  it('has another ETag in each format, which confirms a copy in that format only', async () => {
    const tags = await Promise.all(FORMATS.map(async (format) => (await read(format)).headers.etag as string))
    expect(new Set(tags).size).toBe(FORMATS.length)
    for (const [index, format] of FORMATS.entries()) {
      const path = goodPath(variant, caller, { format })
      const answers = await Promise.all(tags.map(async (tag) => (await get(path, { 'if-none-match': tag })).status))
      expect(answers).toEqual(FORMATS.map((_, at) => (at === index ? 304 : 200)))
    }
  })

  it('says how many rows there are, whatever the format', async () => {
    const counts = await Promise.all(FORMATS.map(async (format) => (await read(format)).headers['warehouse-row-count']))
    expect(new Set(counts).size).toBe(1)
  })
})

describe('a day in Parquet', () => {
  it.each(DATASETS.filter(hasDay).map((variant) => ({ variant })))('is a date: $variant.endpoint.path', async ({ variant }) => {
    const { body } = await get(goodPath(variant, caller, { format: 'parquet' }))
    const types = await askDuckDb(body, 'select distinct typeof(day) as type from read_parquet($file)')
    expect(types).toEqual([{ type: 'DATE' }])
  })

  it('joins with other datasets in a session west of UTC', async () => {
    const days = 'startDate=2026-01-05&endDate=2026-01-06&format=parquet'
    const [seen, presence] = [
      await get(`/v1/analytics/user-booking-attendance/basic?${days}`),
      await get(`/v1/analytics/presence/basic?${days}`),
    ]
    await using folder = await createPrivateFolder()
    await writeFile(join(folder.path, 'presence.parquet'), presence.body)
    const joined = await askDuckDb(
      seen.body,
      `set TimeZone = 'America/Los_Angeles';
       select distinct a.day::varchar as day
       from read_parquet($file) a
       join read_parquet('${join(folder.path, 'presence.parquet')}') p on p.day = a.day and p."userId" = a."userId"`,
    )
    const rows = (await get(`/v1/analytics/presence/basic?${days.replace('parquet', 'json')}`)).json<{ day: string }[]>()
    expect(rows.length).toBeGreaterThan(0)
    expect(joined).toEqual([...new Set(rows.map(({ day }) => day))].map((day) => ({ day })))
  })
})

describe('the format', () => {
  it.each(FORMATS)('%s may be asked for by its name or its media type', async (format) => {
    const named = await get(`${USERS}?format=${format}`)
    const accepted = await get(USERS, { accept: FORMAT_TYPES[format] })
    expect(named.headers['content-type']).toBe(FORMAT_TYPES[format] + (format === 'parquet' ? '' : '; charset=utf-8'))
    expect(accepted.headers['content-type']).toBe(named.headers['content-type'])
    expect(accepted.headers.etag).toBe(named.headers.etag)
    expect(named.headers.vary).toMatch(/\baccept\b(?!-)/)
    if (format !== 'parquet') expect(accepted.body.equals(named.body)).toBe(true)
  })

  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/html, application/xml;q=0.9, */*;q=0.8', 'json'],
    ['application/*', 'json'],
    ['text/*', 'csv'],
    ['text/csv; header=present; charset="utf-8"', 'csv'],
    ['application/json;charset=utf-8', 'json'],
    ['application/json;q=0.5, application/x-ndjson', 'ndjson'],
    ['application/vnd.apache.parquet, */*;q=0.1', 'parquet'],
  ] as const)('is, with Accept: %s, %s', async (accept, format) => {
    const { headers } = await get(USERS, accept && { accept })
    expect(headers['content-type']).toContain(FORMAT_TYPES[format])
  })

  it.each(['text/html', 'image/png', '*/*;q=0'])('that is named wins over Accept: %s', async (accept) => {
    const { status, headers } = await get(`${USERS}?format=csv`, { accept })
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  })

  it('that is not known is a 400 which names those that are', async () => {
    for (const accept of ['application/json', 'text/html']) {
      const answer = await get(`${USERS}?format=xlsx`, { accept })
      expectProblem(answer, 'invalid_parameter')
      expect(answer.json<{ errors: object[] }>().errors).toMatchObject([
        { pointer: '/format', message: 'must be one of json, ndjson, csv, parquet' },
      ])
    }
    expectProblem(await get(`${USERS}?format=`), 'invalid_parameter')
    expectProblem(await get(`${USERS}?format=csv&format=json`), 'invalid_parameter')
  })

  it('that cannot be had is a 406 which names those that can', async () => {
    const answer = await get(USERS, { accept: 'text/html' })
    expectProblem(answer, 'not_acceptable')
    for (const type of Object.values(FORMAT_TYPES)) expect(answer.json<{ detail: string }>().detail).toContain(type)
  })

  it('gives files that are kept a name', async () => {
    const nameOf = async (path: string) => (await get(path)).headers['content-disposition']
    const days = 'startDate=20260105&endDate=2026-01-06T09:00:00Z'
    expect(await nameOf(`${USERS}?format=csv`)).toBe('attachment; filename="users.csv"')
    expect(await nameOf(`/v1/parking-bookings/basic/?${days}&format=parquet`)).toBe(
      'attachment; filename="parking-bookings_2026-01-05_2026-01-06.parquet"',
    )
    expect(await nameOf(`${USERS}?format=ndjson`)).toBeUndefined()
    expect(await nameOf(USERS)).toBeUndefined()
  })

  it('is the same by HEAD as by GET, without rows', async () => {
    for (const format of FORMATS) {
      const path = `${USERS}?format=${format}`
      const [whole, head] = [await get(path), await send(service.baseUrl, { method: 'HEAD', path, headers: key })]
      expect([head.status, head.body.length]).toEqual([200, 0])
      for (const name of ['content-type', 'content-disposition', 'etag', 'warehouse-row-count']) {
        expect(head.headers[name]).toEqual(whole.headers[name])
      }
    }
  })

  it('is compressed where that is of use', async () => {
    for (const format of ['ndjson', 'csv'] as const) {
      const [plain, compressed] = [
        await get(`${USERS}?format=${format}`),
        await get(`${USERS}?format=${format}`, { 'accept-encoding': 'gzip' }),
      ]
      expect(compressed.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true)
    }
    const parquet = await get(`${USERS}?format=parquet`, { 'accept-encoding': 'gzip, zstd' })
    expect(parquet.headers['content-encoding']).toBeUndefined()
    expect(parquet.body.subarray(0, 4).toString()).toBe('PAR1')
  })
})
