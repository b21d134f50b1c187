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

test('rows are complete across any chunk borders, even within a character', async () => {
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

test('a truncated body or a broken connection throws after the received rows', async () => {
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

test('the start of a stream is retried; a body that is not an array is an invalid answer', async () => {
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

test('the timeout applies to the service, not to the consumer of rows', async () => {
  const { baseUrl } = await startPeer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('[{"userId":"a"}\n,')
    setTimeout(() => response.write('{"userId":"b"}\n,'), 20)
  })
  const client = createClient({ baseUrl, key: KEY, auth: 'basic', timeoutMs: 1_000 })
  const seen: string[] = []
  const reading = (async () => {
    for await (const row of client.readUsers()) {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      seen.push(row.userId)
    }
  })()
  await expect(reading).rejects.toMatchObject({ code: 'timeout' })
  expect(seen).toEqual(['a', 'b'])
})

test('rows that are not UTF-8 or JSON are an invalid answer after the rows before them', async () => {
  const bodies = [Buffer.from([0x7b, 0x22, 0xff]), Buffer.from('nonsense]')]
  const { baseUrl } = await startPeer((_, response, count) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('[{"userId":"a"},', () => response.end(bodies[count - 1]))
  })
  for (const _ of bodies) {
    const seen: string[] = []
    const reading = (async () => {
      for await (const row of clientOf(baseUrl).readUsers()) seen.push(row.userId)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'invalid_answer' })
    expect(seen).toEqual(['a'])
  }
})

test('an error thrown by the consumer is not changed', async () => {
  const { baseUrl } = await startPeer((_, response) => answer(response, 200, [{ userId: 'a' }]))
  const bug = new TypeError('mine')
  const reading = (async () => {
    for await (const _ of clientOf(baseUrl).readUsers()) throw bug
  })()
  await expect(reading).rejects.toBe(bug)
})
