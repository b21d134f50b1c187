import { expect, test } from 'vitest'
import { createChunkCache, type PlacedRows } from './chunk-cache.ts'

const read = Buffer.alloc(65_536, 'x')
const chunk = (from: number): PlacedRows => ({
  ...{ locationId: 'hq', rowCount: 1, size: 40, crc32: 7 },
  bytes: read.subarray(from, from + 50),
})

test('a remembered chunk keeps no more bytes than are counted', () => {
  const cache = createChunkCache(10_000)
  cache.set('a day', [chunk(0), chunk(50)])
  const chunks = cache.get('a day') ?? []
  expect(chunks).toEqual([chunk(0), chunk(50)])
  expect(new Set(chunks.map(({ bytes }) => bytes.buffer.byteLength))).toEqual(new Set([50]))
})

test('evicts the least recently used chunk first', () => {
  const cache = createChunkCache(2_000)
  for (const key of ['one', 'two', 'three', 'four']) cache.set(key, [chunk(0)])
  expect(cache.get('one')).toBeUndefined()
  expect(cache.get('four')).toHaveLength(1)
})
