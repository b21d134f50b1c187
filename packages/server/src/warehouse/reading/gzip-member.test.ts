import { crc32, deflateRawSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deflateChunk } from '../chunks/chunk.ts'
import { combineCrc32, GZIP_HEADER, gzipTrailer, rawFrame, storedBlock } from './gzip-member.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))

it('the checksum of two texts is that of one after the other', () => {
  fc.assert(
    fc.property(bytes(5_000), bytes(5_000), (first, second) => {
      expect(combineCrc32(crc32(first), crc32(second), second.length)).toBe(crc32(Buffer.concat([first, second])))
    }),
  )
})

it.each([0, 1, 2 ** 16, 2 ** 24 + 1, 2 ** 27])('the checksum of %i zeros after a text is right', (length) => {
  const zeros = Buffer.alloc(length)
  expect(combineCrc32(crc32(Buffer.from('rows')), crc32(zeros), length)).toBe(crc32(zeros, crc32(Buffer.from('rows'))))
})

it('a checksum goes on beyond 4 GiB, as lengths in a gzip member do modulo 2^32', () => {
  // The CRC of 2^32 zeros, doubled step by step from a single one, and then once more.
  let crc = crc32(Buffer.alloc(1))
  for (let length = 1; length < 2 ** 32; length *= 2) crc = combineCrc32(crc, crc, length)
  const half = crc32(Buffer.alloc(1 << 20))
  let stepwise = half
  for (let steps = 1; steps < 4096; steps++) stepwise = combineCrc32(stepwise, half, 1 << 20)
  expect(crc).toBe(stepwise)
  expect(gzipTrailer(0, 2 ** 32 + 7).readUInt32LE(9)).toBe(7)
})

it('deflated pieces and stored bytes in a row are one gzip member', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ text: bytes(3_000), isStored: fc.boolean() })), async (parts) => {
      let crc = 0
      let size = 0
      const sent: Buffer[] = [GZIP_HEADER]
      for (const { text, isStored } of parts) {
        sent.push(isStored ? storedBlock(text) : await deflateChunk(text))
        crc = combineCrc32(crc, crc32(text), text.length)
        size += text.length
      }
      const whole = Buffer.concat(parts.map(({ text }) => text))
      expect(gunzipSync(Buffer.concat([...sent, gzipTrailer(crc, size)])).equals(whole)).toBe(true)
    }),
  )
})

it('a stored block is what zlib makes at level 0', () => {
  const text = Buffer.from(']\n')
  expect(storedBlock(text).subarray(1)).toEqual(deflateRawSync(text, { level: 0 }).subarray(1))
})

it.each([1, 2, 31, 32, 255])('a raw frame of %i bytes is one that zstd reads', (length) => {
  const text = Buffer.alloc(length, 'x')
  expect(zstdDecompressSync(rawFrame(text)).equals(text)).toBe(true)
})
