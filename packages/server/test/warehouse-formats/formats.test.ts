import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { convert } from '../../src/warehouse/formats/format.ts'
import { asCsv, askDuckDb, asParquet, collect, EMPTY, FULL, inFormat, ROW, type Row, readCsv, readParquet } from './support.ts'

const named = (name: string): Row => ({ ...FULL, name })

const ODD_ROWS: Row[] = [
  FULL,
  EMPTY,
  ...[
    '',
    ' ',
    'a,b',
    '"quoted"',
    'two\nlines',
    'two\r\nlines',
    'a\ttab',
    '\u0001',
    '\\',
    "O'Brien",
    'Zoë 🪑 \u2028',
    'null',
    '0',
  ].map(named),
  ...['=1+1', '+49 30', '-5', '@SUM(A1)', '\t=1', '\r=1', '＝1', "'=1", '="x"&","'].map(named),
  { ...FULL, depth: Number.MAX_SAFE_INTEGER, share: -0.1, isPrivate: false },
  { ...FULL, depth: Number.MIN_SAFE_INTEGER, share: 1e-300 },
  { ...FULL, seenAt: '1969-12-31T23:59:59.999Z', day: '0001-01-01', before: { text: 'a "b"\n,{', list: [1, null, true] } },
]

describe('NDJSON', () => {
  it('has each row on a line of its own, and nothing else', async () => {
    const text = (await inFormat('ndjson', ODD_ROWS)).toString()
    expect(text).toBe(ODD_ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''))
  })

  it('without rows is empty', async () => {
    expect(await inFormat('ndjson', [])).toHaveLength(0)
  })

  it('leaves what it reads as it is', async () => {
    const bytes = Buffer.from(`,{"a":1}\n,{"a":2}\n`)
    const before = Buffer.from(bytes)
    const source = async function* () {
      yield bytes
    }
    await collect(convert('ndjson', source(), ROW))
    expect(bytes.equals(before)).toBe(true)
  })
})

describe('CSV', () => {
  it('has a header row in the order of the contract and lines that end as RFC 4180 says', async () => {
    const text = (await inFormat('csv', [FULL, EMPTY])).toString()
    expect(text).toBe(
      [
        'rowId,name,plan,seenAt,day,isPrivate,depth,share,before',
        `${FULL.rowId},Ada,o,2026-01-05T09:00:00.123Z,2026-01-05,true,3,0.5,"{""plan"":""o"",""placeName"":""D-2""}"`,
        `${FULL.rowId},,,,,,,,`,
        '',
      ].join('\r\n'),
    )
  })

  it('without rows is the header row', async () => {
    expect((await inFormat('csv', [])).toString()).toBe('rowId,name,plan,seenAt,day,isPrivate,depth,share,before\r\n')
  })

  it('is read back as what was written', async () => {
    expect(readCsv(await inFormat('csv', ODD_ROWS))).toEqual(ODD_ROWS.map(asCsv))
  })

  it('distinguishes empty text from null', async () => {
    const [text, nothing] = readCsv(await inFormat('csv', [named(''), EMPTY]))
    expect([text?.name, nothing?.name]).toEqual(['', null])
  })

  it.each(['=1+1', '+1', '-1', '@A1', '\t1', '\r1', '\n=1', '  =1', '\u00a0@A1', '\uff1d1'])(
    'puts an apostrophe before %j, which a spreadsheet would compute',
    async (name) => {
      const [row] = readCsv(await inFormat('csv', [named(name)]))
      expect(row?.name).toBe(`'${name}`)
    },
  )

  it('does not change negative numbers', async () => {
    const [row] = readCsv(await inFormat('csv', [{ ...FULL, depth: -3 }]))
    expect(row?.depth).toBe('-3')
  })
})

describe('Parquet', () => {
  it('has a typed column for each column of the contract, in its order', async () => {
    const columns = await askDuckDb(
      await inFormat('parquet', [FULL]),
      'select column_name, column_type from (describe from read_parquet($file))',
    )
    expect(columns.map(({ column_name, column_type }) => [column_name, column_type])).toEqual([
      ['rowId', 'VARCHAR'],
      ['name', 'VARCHAR'],
      ['plan', 'VARCHAR'],
      ['seenAt', 'TIMESTAMP WITH TIME ZONE'],
      ['day', 'DATE'],
      ['isPrivate', 'BOOLEAN'],
      ['depth', 'BIGINT'],
      ['share', 'DOUBLE'],
      ['before', 'VARCHAR'],
    ])
  })

  it('without rows is a file with all columns', async () => {
    const file = await inFormat('parquet', [])
    expect(await readParquet(file)).toEqual([])
    expect(await askDuckDb(file, 'describe from read_parquet($file)')).toHaveLength(9)
  })

  it('is read back as what was written', async () => {
    expect(await readParquet(await inFormat('parquet', ODD_ROWS))).toEqual(ODD_ROWS.map(asParquet))
  })

  it('is compressed by zstd, column by column', async () => {
    const codecs = await askDuckDb(await inFormat('parquet', [FULL]), 'select distinct compression from parquet_metadata($file)')
    expect(codecs).toEqual([{ compression: 'ZSTD' }])
  })

  it('is written by several at once', async () => {
    const files = await Promise.all(Array.from({ length: 5 }, (_, index) => inFormat('parquet', [named(`Row ${index}`)])))
    for (const [index, file] of files.entries()) expect((await readParquet(file))[0]?.name).toBe(`Row ${index}`)
  })
})

it('Wherever the rows are cut, they are the same in every format', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '=1', 'a"b', '\r\n', ',', '},\n{'))
  const row = fc.record({
    name: fc.option(text),
    before: fc.option(fc.dictionary(text, text)),
    isPrivate: fc.option(fc.boolean()),
  })
  const cuts = fc.array(fc.nat(), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), cuts, async (parts, at) => {
      const rows = parts
        .filter(({ name }) => !name?.includes('\0'))
        .map((part): Row => ({ ...EMPTY, ...part, before: part.before && { ...part.before } }))
      expect((await inFormat('ndjson', rows, at)).toString()).toBe(rows.map((each) => `${JSON.stringify(each)}\n`).join(''))
      expect(readCsv(await inFormat('csv', rows, at))).toEqual(rows.map(asCsv))
      expect(await readParquet(await inFormat('parquet', rows, at))).toEqual(rows.map(asParquet))
    }),
    { numRuns: runs(16) },
  )
})
