import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChunkForm,
  compressChunk,
  countRowsOf,
  type Outgoing,
  OwnBytes,
  type Piece,
  packedAs,
  rowBytes,
} from '../chunks/chunk.ts'
import { type Encoding, encodeJson } from './json-encodings.ts'

const DECODE: Record<Encoding, (bytes: Buffer) => Buffer> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

const formOf = (encoding: Encoding): ChunkForm => (encoding === 'gzip' ? 'deflated' : 'zstandard')

const bytesOf = async function* (parts: AsyncIterable<Outgoing>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield part instanceof OwnBytes ? part.bytes : part
}

const row = fc
  .record({ name: fc.string({ unit: 'binary', maxLength: 40 }), count: fc.integer() })
  .map((value) => JSON.stringify(value))
/** Returns rows as a chunk, or as bytes that are split anywhere. */
const group = fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 20 }), cuts: fc.option(fc.array(fc.nat(500))) })

const piecesOf = async function* (
  groups: readonly { rows: string[]; cuts: number[] | null }[],
  form: ChunkForm = 'zstandard',
): AsyncGenerator<Piece> {
  for (const { rows, cuts } of groups) {
    const text = Buffer.from(rows.map((each) => `,${each}\n`).join(''))
    if (!cuts) {
      yield packedAs(form, await compressChunk(text.subarray(1), rows.length))
      continue
    }
    const places = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length]
    for (const [index, place] of places.slice(1).entries()) {
      if (place > (places[index] as number)) yield Buffer.from(text.subarray(places[index], place))
    }
  }
}

const expected = (groups: readonly { rows: string[] }[]): string =>
  `[${groups
    .flatMap(({ rows }) => rows)
    .map((each) => `${each}\n`)
    .join(',')}]\n`

describe.each(['identity', 'gzip', 'zstd'] as const)('rows in %s', (encoding) => {
  it('are one JSON array, whether they come as chunks or as bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(group, { maxLength: 8 }), async (groups) => {
        const sent = DECODE[encoding](await buffer(bytesOf(encodeJson(encoding, piecesOf(groups, formOf(encoding))))))
        expect(sent.toString()).toBe(expected(groups))
      }),
      { numRuns: 60 },
    )
  })

  it('fail where a piece fails, and not before', async () => {
    const failing = async function* () {
      yield* piecesOf([{ rows: ['{"a":1}'], cuts: null }], formOf(encoding))
      throw new Error('The database is away.')
    }
    await expect(buffer(bytesOf(encodeJson(encoding, failing())))).rejects.toThrow('The database is away.')
  })

  it('take no more pieces than a few ahead of the reader', async () => {
    let taken = 0
    const chunk = packedAs(formOf(encoding), await compressChunk(randomBytes(1 << 20), 1))
    const endless = async function* () {
      for (; taken < 1000; taken++) yield chunk
    }
    const bytes = encodeJson(encoding, endless())[Symbol.asyncIterator]()
    for (let reads = 0; reads < 3; reads++) await bytes.next()
    await bytes.return?.()
    expect(taken).toBeLessThan(12)
  })
})

it('Rows as bytes begin with a comma each, and are counted by their ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(group, { maxLength: 8 }), async (groups) => {
      let count = 0
      const counting = async function* () {
        for await (const piece of piecesOf(groups)) {
          count += countRowsOf(piece)
          yield piece
        }
      }
      const rows = groups.flatMap((each) => each.rows)
      expect((await buffer(rowBytes(counting()))).toString()).toBe(rows.map((each) => `,${each}\n`).join(''))
      expect(count).toBe(rows.length)
    }),
    { numRuns: 60 },
  )
})
