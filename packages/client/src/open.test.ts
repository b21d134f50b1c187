import type { ServerResponse } from 'node:http'
import { expect, expectTypeOf, test } from 'vitest'
import { createClient, type RowsOperation } from './index.ts'
import { type Handler, startPeer } from './testing/peer.ts'

const connect = async (handler: Handler, timeoutMs = 60_000) => {
  const peer = await startPeer(handler)
  const client = createClient({ baseUrl: peer.baseUrl, key: { id: 'k', secret: 's' }, auth: 'basic', backoffMs: 1, timeoutMs })
  return { ...peer, client }
}

const textOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const closingOf = (response: ServerResponse) => new Promise<void>((resolve) => response.on('close', () => resolve()))

test('returns the raw bytes and the metadata of the response', async () => {
  const { client, seen } = await connect((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', etag: '"v1"', 'warehouse-row-count': '2' })
    response.end('userId\r\na\r\nb\r\n')
  })
  const query = { startDate: '2026-01-01', endDate: '2026-01-31', locationId: undefined }
  const { bytes, ...metadata } = await client.open('readAttendance', query, { format: 'csv', headers: { correlationId: 'c1' } })
  expect(metadata).toEqual({ notModified: false, etag: '"v1"', contentType: 'text/csv; charset=utf-8', rowCount: 2 })
  expect(await textOf(bytes)).toBe('userId\r\na\r\nb\r\n')
  expect(seen[0]?.path).toBe('/v1/analytics/user-booking-attendance/basic?startDate=2026-01-01&endDate=2026-01-31')
  expect(seen[0]?.headers).toMatchObject({ accept: 'text/csv', correlationid: 'c1' })
  expect(seen[0]?.headers).not.toHaveProperty('if-none-match')
})

test('unchanged rows are not sent: 304 is a success', async () => {
  const { client, seen } = await connect(({ headers }, response) => {
    response.writeHead(headers['if-none-match'] === '"v1"' ? 304 : 200, { etag: '"v1"' }).end()
  })
  const { notModified, etag, bytes } = await client.open('readUsers', {}, { ifNoneMatch: '"v1"' })
  expect({ notModified, etag, text: await textOf(bytes) }).toEqual({ notModified: true, etag: '"v1"', text: '' })
  expect((await client.open('readUsers', {}, { ifNoneMatch: '"v0"' })).notModified).toBe(false)
  expect(seen).toHaveLength(2)
})

test('for methods that return rows, 304 is an error', async () => {
  const { client } = await connect((_, response) => void response.writeHead(304).end())
  const rows = client.readUsers({}, { headers: { 'if-none-match': '"v1"' } })
  await expect(rows[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 304, code: 'http_304' })
})

test('bytes are returned even without metadata headers', async () => {
  const { client } = await connect((_, response) => void response.end('[]'))
  const { bytes, ...metadata } = await client.open('readUsers')
  expect(metadata).toEqual({ notModified: false, etag: undefined, contentType: '', rowCount: undefined })
  expect(await textOf(bytes)).toBe('[]')
})

test('is retried until the first byte; an error is thrown before any bytes', async () => {
  const { client, seen } = await connect((_, response, count) => {
    if (count === 1) return void response.destroy()
    if (count === 2) return void response.writeHead(503).end()
    if (count === 3) return void response.end('[]')
    response.writeHead(400, { 'content-type': 'application/problem+json' }).end('{"code":"range_too_large"}')
  })
  expect(await textOf((await client.open('readUsers')).bytes)).toBe('[]')
  await expect(client.open('readUsers')).rejects.toMatchObject({ status: 400, code: 'range_too_large' })
  expect(seen).toHaveLength(4)
})

test('a failure midway throws after the received bytes, and is not retried', async () => {
  const { client, seen } = await connect((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('[{"userId":"a"}', () => response.destroy())
  })
  const { bytes } = await client.open('readUsers')
  const came: Uint8Array[] = []
  const reading = (async () => {
    for await (const piece of bytes) came.push(piece)
  })()
  await expect(reading).rejects.toMatchObject({ code: 'truncated_body' })
  expect(Buffer.concat(came).toString()).toBe('[{"userId":"a"}')
  expect(seen).toHaveLength(1)
})

test.each(['before the first piece', 'after it', 'while the next one is waited for'])(
  'returning the bytes early closes the connection: %s',
  async (when) => {
    const closings: Promise<void>[] = []
    const { client } = await connect((_, response) => {
      closings.push(closingOf(response))
      response.writeHead(200)
      response.write('[')
    })
    const { bytes } = await client.open('readUsers')
    if (when !== 'before the first piece') await bytes.next()
    const next = when === 'while the next one is waited for' ? bytes.next() : undefined
    await bytes.return()
    await closings[0]
    expect((await next)?.done ?? true).toBe(true)
    expect(await bytes.next()).toEqual({ done: true, value: undefined })
  },
)

test('leaving a loop early closes the connection', async () => {
  const closings: Promise<void>[] = []
  const { client } = await connect((_, response) => {
    closings.push(closingOf(response))
    response.writeHead(200)
    response.write('[')
  })
  for await (const _ of (await client.open('readUsers')).bytes) break
  await closings[0]
})

test('the caller may abort while waiting for bytes', async () => {
  const { client } = await connect((_, response) => void response.writeHead(200).write('['))
  const controller = new AbortController()
  const { bytes } = await client.open('readUsers', {}, { signal: controller.signal })
  await bytes.next()
  const reason = new Error('enough')
  setTimeout(() => controller.abort(reason), 20)
  await expect(bytes.next()).rejects.toBe(reason)
})

test('the timeout applies to the service, not to the consumer', async () => {
  const slow = () => new Promise((resolve) => setTimeout(resolve, 1_500))
  const { client } = await connect(async (_, response) => {
    response.writeHead(200)
    for (let pieces = 0; pieces < 3; pieces += 1) {
      await new Promise((resolve) => response.write('x', resolve))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }, 1_000)
  const { bytes } = await client.open('readUsers')
  let came = 0
  const reading = (async () => {
    await slow()
    for await (const piece of bytes) {
      came += piece.length
      await slow()
    }
  })()
  await expect(reading).rejects.toMatchObject({ code: 'timeout', message: 'The service did not answer within 1000 ms' })
  expect(came).toBe(3)
})

test('opens only operations with rows', () => {
  expectTypeOf<'readUsers'>().toExtend<RowsOperation>()
  expectTypeOf<'readChanges'>().not.toExtend<RowsOperation>()
})
