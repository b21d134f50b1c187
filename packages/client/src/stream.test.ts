import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClient } from './index.ts'
import { answer, startPeer } from './testing/peer.ts'

const KEY = { id: 'k', secret: 's' }
const clientOf = (baseUrl: string) => createClient({ baseUrl, key: KEY, auth: 'basic', backoffMs: 1 })

const collect = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

const bytesOf = (rows: unknown[]) => Buffer.from(`[${rows.map((row) => JSON.stringify(row)).join('\n,')}\n]`)

test('rows arrive whole over any chunk borders, those within a character included', async () => {
  let chunks: Buffer[] = []
  const { baseUrl } = await startPeer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (const chunk of chunks) await new Promise<unknown>((resolve) => response.write(chunk, resolve))
    response.end()
  })
  const client = clientOf(baseUrl)
  const rows = fc.array(fc.record({ userName: fc.string({ unit: 'grapheme' }), n: fc.integer() }))
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.nat(), { maxLength: 8 }), async (expected, cuts) => {
      const bytes = bytesOf(expected)
      const borders = [0, ...cuts.map((n) => n % bytes.length).sort((a, b) => a - b), bytes.length]
      chunks = borders.slice(1).map((end, i) => bytes.subarray(borders[i], end))
      expect(await collect(client.readUsers())).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('a body that ends early, or a connection that breaks, throws after the rows that came', async () => {
  const { baseUrl } = await startPeer((_, response, count) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('[{"userId":"a"}\n,{"userId":"b"}\n,', () => (count === 1 ? response.end() : response.destroy()))
  })
  const client = clientOf(baseUrl)
  for (const _ of ['ended', 'broken']) {
    const seen: string[] = []
    const reading = (async () => {
      for await (const row of client.readUsers()) seen.push(row.userId)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'truncated_body' })
    expect(seen).toEqual(['a', 'b'])
  }
})

test('the start of a stream is retried; what is no array is an invalid answer', async () => {
  const { baseUrl } = await startPeer((_, response, count) => {
    if (count === 1) answer(response, 503, {})
    else answer(response, 200, count === 2 ? [{ userId: 'a' }] : { no: 'array' })
  })
  expect(await collect(clientOf(baseUrl).readUsers())).toEqual([{ userId: 'a' }])
  await expect(collect(clientOf(baseUrl).readUsers())).rejects.toMatchObject({ code: 'invalid_answer' })
})

test('a reader that stops early closes the connection', async () => {
  let closed: () => void = () => {}
  const closing = new Promise<void>((resolve) => {
    closed = resolve
  })
  const { baseUrl } = await startPeer((_, response) => {
    response.on('close', closed)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('[{"userId":"a"}\n,{"userId":"b"}\n,')
  })
  for await (const _ of clientOf(baseUrl).readUsers()) break
  await closing
})
