import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConvertedFormat, convert } from '../../src/warehouse/formats/format.ts'
import { streamRows } from '../../src/warehouse/readers/stream-rows.ts'
import { placeOf } from '../warehouse/support.ts'
import { askDuckDb, collect, cutRows, FULL, ROW } from './support.ts'

// A private folder for temporary files, in which no other process leaves any.
const { TMPDIR } = process.env
beforeAll(async () => {
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'rollcall-test-'))
})
afterAll(async () => {
  await rm(process.env.TMPDIR as string, { recursive: true })
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

const ROWS = 300_000
const BATCH = 1_000
const MIB = 1024 * 1024

const ballast = 'x'.repeat(600)

/** Many rows of 800 bytes each, as the database would send them; `drawn` counts the pieces that were asked for. */
const manyRows = (drawn = { pieces: 0 }): AsyncGenerator<Buffer> =>
  (async function* () {
    for (let first = 0; first < ROWS; first += BATCH) {
      drawn.pieces++
      const rows = Array.from({ length: BATCH }, (_, index) => ({
        ...FULL,
        depth: first + index,
        name: `${first + index} ${ballast}`,
      }))
      yield* cutRows(rows, [7, 70_000, 300_000])
    }
  })()

/** The most memory that is in use beside what was before, while all of it is read. */
const measure = async (bytes: AsyncIterable<Buffer>): Promise<{ size: number; growth: number }> => {
  const before = process.memoryUsage.rss()
  let size = 0
  let growth = 0
  for await (const piece of bytes) {
    size += piece.length
    growth = Math.max(growth, process.memoryUsage.rss() - before)
  }
  return { size, growth }
}

const folders = async (): Promise<string[]> => (await readdir(tmpdir())).filter((name) => name.startsWith('rollcall-rows-'))

describe('300,000 rows', () => {
  it.each<ConvertedFormat>(['ndjson', 'csv'])('are written as %s at flat memory', async (format) => {
    const { size, growth } = await measure(convert(format, manyRows(), ROW))
    expect(size).toBeGreaterThan(200 * MIB)
    expect(growth).toBeLessThan(160 * MIB)
  })

  it('are written as Parquet at flat memory', async () => {
    const { growth } = await measure(convert('parquet', manyRows(), ROW))
    expect(growth).toBeLessThan(200 * MIB)
  })

  it('are written as Parquet in row groups, in their order', async () => {
    const file = await collect(convert('parquet', manyRows(), ROW))
    expect(
      await askDuckDb(
        file,
        'select count(*)::integer as n, bool_and(depth = file_row_number) as ordered from read_parquet($file, file_row_number = true)',
      ),
    ).toEqual([{ n: ROWS, ordered: true }])
    const groups = await askDuckDb(file, 'select distinct row_group_id from parquet_metadata($file)')
    expect(groups.length).toBeGreaterThan(2)
  })
})

describe('a reader that leaves', () => {
  it.each<ConvertedFormat>(['ndjson', 'csv'])('stops the rows of %s', async (format) => {
    const drawn = { pieces: 0 }
    for await (const _ of convert(format, manyRows(drawn), ROW)) break
    expect(drawn.pieces).toBeLessThanOrEqual(1)
  })

  it('in the middle of a Parquet file leaves no file behind', async () => {
    const before = await folders()
    const bytes = convert('parquet', manyRows(), ROW)
    for await (const _ of bytes) {
      expect((await folders()).length).toBe(before.length + 1)
      break
    }
    expect(await folders()).toEqual(before)
  })

  it('before a Parquet file is made leaves no file behind', async () => {
    const before = await folders()
    const bytes = convert('parquet', manyRows(), ROW)[Symbol.asyncIterator]()
    const first = bytes.next()
    await setTimeout(50)
    await Promise.all([first, bytes.return?.()])
    expect(await folders()).toEqual(before)
  })
})

it('Rows that are slow to arrive do not make the reader slow', async () => {
  const slow = async function* () {
    for (const part of ['[', ']']) {
      await setTimeout(120)
      yield Buffer.from(part)
    }
  }
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  const stream = streamRows({ close }, slow(), { place: placeOf({ isWanted: true }), times: { stallMs: 60, wantedMs: 60 } })
  expect((await collect(stream)).toString()).toBe('[]')
  expect(isClosed).toBe(true)
})

describe('rows that fail in the middle', () => {
  const failing = async function* () {
    yield* cutRows([FULL, FULL])
    throw new Error('The connection is gone')
  }

  it.each<ConvertedFormat>(['ndjson', 'csv', 'parquet'])('fail the answer as %s and leave no file behind', async (format) => {
    const before = await folders()
    await expect(collect(convert(format, failing(), ROW))).rejects.toThrow('The connection is gone')
    expect(await folders()).toEqual(before)
  })

  it('as CSV are noticed even if the source only stops', async () => {
    const cut = async function* () {
      yield Buffer.from(',{"rowId":"1"}\n,{"rowId"')
    }
    await expect(collect(convert('csv', cut(), ROW))).rejects.toThrow('middle')
  })
})
