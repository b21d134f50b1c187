import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ATTENDANCE, DIRECTORY } from '../../src/datasets/datasets.ts'
import { createRowFile } from '../../src/source/row-file.ts'
import { createRowReader } from '../../src/source/row-reader.ts'
import { newFolder } from './support.ts'

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('}\n]', '"day":"2026-01-05', '},{', ']', '\\', '[{"a":1}]'),
  fc.array(fc.record({ a: fc.string(), b: fc.array(fc.integer()) }), { maxLength: 3 }),
)
const row = fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 6 }), value, { minKeys: 1, maxKeys: 4 })
const rows = fc.array(row, { maxLength: 6 })

const json = (given: readonly object[]) => given.map((each) => JSON.stringify(each))
const FORMS: Record<string, (given: readonly object[]) => string> = {
  'commas before': (given) => (given.length > 0 ? `[${json(given).join('\n,')}\n]\n` : '[]\n'),
  'commas after': (given) => `[\n${json(given).join(',\n')}\n]\n`,
  'closed on the last line': (given) => `[${json(given).join(',\n')}]`,
  'one line': (given) => `[${json(given).join(',')}]`,
  'carriage returns': (given) => `[\r\n${json(given).join(',\r\n')}\r\n]\r\n`,
  indented: (given) => JSON.stringify(given, null, 2),
  'with spaces': (given) =>
    `[${given.map((each) => ` ${JSON.stringify(each, null, 1).replaceAll(/\n\s*/g, ' ')} `).join('\n,')}\n]`,
}

const read = (bytes: Buffer, cuts: readonly number[] = []): string[] => {
  const found: string[] = []
  const reader = createRowReader((piece, start, end) => void found.push(piece.toString('utf8', start, end)))
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  // Copies each chunk, because its buffer is reused.
  for (const [index, end] of borders.slice(1).entries()) reader.push(Buffer.from(bytes.subarray(borders[index], end)))
  reader.end()
  return found
}

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each(Object.keys(FORMS))('rows of an array are found, for any chunk borders: %s', (form) => {
  fc.assert(
    fc.property(rows, fc.array(fc.nat(), { maxLength: 8 }), (given, cuts) => {
      const found = read(Buffer.from(FORMS[form]?.(given) ?? ''), cuts)
      expect(found.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(given)))
      if (form !== 'with spaces') expect(found).toEqual(json(given))
    }),
    { numRuns: 200 },
  )
})

test.each(Object.keys(FORMS))('a truncated array is never accepted as complete: %s', (form) => {
  fc.assert(
    fc.property(rows, (given) => {
      const bytes = Buffer.from((FORMS[form]?.(given) ?? '').trimEnd())
      for (let length = 0; length < bytes.length; length++) {
        expect(['truncated_body', 'invalid_answer']).toContain(codeOf(() => read(bytes.subarray(0, length), [length >> 1])))
      }
    }),
    { numRuns: 60 },
  )
})

test.each([
  '[{"a":1}\n{"a":2}\n]',
  '[{"a":1}\n,,{"a":2}\n]',
  '[{"a":1}\n,\n]',
  '[,{"a":1}\n]',
  '[{"a":1}\n]\n{"a":2}\n',
  '[{"a":1}\n,[1]\n]',
  '{"a":1}\n',
  '[1,2]',
  '[9007199254740993]',
  '[{"a":1},null]',
  '<html>\n</html>',
])('what is no array of objects is refused: %j', (text) => {
  expect(['invalid_answer', 'truncated_body']).toContain(codeOf(() => read(Buffer.from(text))))
})

test.each(Object.keys(FORMS))('numbers with more digits than a double holds keep them, in rows of any form: %s', (form) => {
  const given = [{ id: 0, list: [0], text: '9007199254740993', n: 1.5 }]
  const long = ['9007199254740993', '-9223372036854775808', '123456789012345678901234567890', '1e400']
  for (const number of long) {
    const text = FORMS[form]?.(given).replaceAll(/(?<=\W)0(?=\W)/g, number) ?? ''
    const compact = `{"id":${number},"list":[${number}],"text":"9007199254740993","n":1.5}`
    // A text that no row has makes the reader write the row again.
    const found: string[] = []
    const reader = createRowReader((bytes, start, end) => void found.push(bytes.toString('utf8', start, end)), '"day":"')
    reader.push(Buffer.from(text))
    reader.end()
    expect(found).toEqual([compact])
  }
})

const write = async (
  texts: readonly string[],
  { days, columns = ATTENDANCE.columns }: { days?: ReadonlySet<string>; columns?: typeof ATTENDANCE.columns } = {},
) => {
  const file = await createRowFile({ path: join(await newFolder(), 'rows.ndjson'), columns, days })
  const add = (text: string) => file.add(Buffer.from(text), 0, Buffer.byteLength(text))
  try {
    await file.startResponse()
    for (const text of texts) add(text)
    const tally = file.endAnswer()
    const rows = await file.finish()
    return { tally, rows, text: await readFile(rows.path, 'utf8') }
  } finally {
    await file.close()
  }
}

test('rows are separated by day, each with its count and hash, and other days are ignored', async () => {
  const days = ['2026-01-05', '2026-01-06', '2026-01-05', '2026-01-07']
  // Together larger than a chunk of the file, and one row that is larger alone.
  const texts = days.flatMap((day, index) =>
    ['x', 'y'.repeat(700_000), 'z'.repeat(index === 1 ? 3_000_000 : 9)].map((text) =>
      JSON.stringify({ text, day: `${day}T00:00:00.000Z` }),
    ),
  )
  const wanted = new Set(['2026-01-05', '2026-01-06', '2026-01-09'])
  const { tally, rows, text } = await write(texts, { days: wanted })
  const kept = texts.filter((line) => !line.includes('2026-01-07'))
  expect(text === kept.map((line) => `${line}\n`).join('')).toBe(true)
  expect([rows.rowCount, tally.rowCount]).toEqual([9, 12])
  const hashOf = (day: string) => {
    const lines = kept.filter((line) => line.includes(day)).map((line) => `${line}\n`)
    return { rowCount: lines.length, sha256: createHash('sha256').update(lines.join('')).digest('hex') }
  }
  expect(tally.days.get('2026-01-05')).toEqual(hashOf('2026-01-05'))
  expect(tally.days.get('2026-01-06')).toEqual(hashOf('2026-01-06'))
  expect(tally.days.has('2026-01-09')).toBe(false)
  await expect(write(['{"text":"\\"day\\":\\"2026-01-05"}'], { days: wanted })).rejects.toThrow('has no day')
})

test('the day of a row is found wherever the row before had it', async () => {
  const days = ['2026-01-05', '2026-01-06', '2026-01-07']
  const given = fc.array(fc.record({ before: fc.string({ maxLength: 4 }), day: fc.constantFrom(...days) }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(given, async (rows) => {
      const texts = rows.map(({ before, day }) => JSON.stringify({ before, day: `${day}T00:00:00.000Z` }))
      const { tally } = await write(texts, { days: new Set(days) })
      const counts = [...Map.groupBy(rows, ({ day }) => day)].map(([day, list]) => [day, list.length])
      expect([...tally.days].map(([day, { rowCount }]) => [day, rowCount])).toEqual(counts)
    }),
    { numRuns: 50 },
  )
})

test('unknown fields become columns of their kind, even if the first rows have null', async () => {
  const columns = DIRECTORY[0]?.columns ?? []
  const { rows } = await write(
    [
      { locationId: 'a', floorArea: 12.5, isOpen: true, tags: ['x'], note: 'n', later: null, never: null },
      { locationId: 'b', floorArea: 1, isOpen: true, tags: [], note: 'n', later: null, never: null },
      { locationId: 'c', floorArea: 1, isOpen: true, tags: [], note: 'n', later: 'now', never: null },
    ].map((each) => JSON.stringify(each)),
    { columns },
  )
  expect(rows.extraColumns).toEqual([
    { field: 'floorArea', name: 'floor_area', kind: 'number' },
    { field: 'isOpen', name: 'is_open', kind: 'boolean' },
    { field: 'tags', name: 'tags', kind: 'json' },
    { field: 'note', name: 'note', kind: 'text' },
    { field: 'later', name: 'later', kind: 'text' },
  ])
})

test('a field of integers that a double would round keeps them as JSON, whichever row has the first of them', async () => {
  const columns = DIRECTORY[0]?.columns ?? []
  const serial = { field: 'serialNo', name: 'serial_no' }
  const kindFor = async (...values: string[]) => {
    const { rows } = await write(
      values.map((value) => `{"locationId":"a","serialNo":${value}}`),
      { columns },
    )
    return rows.extraColumns
  }
  const kept = [{ ...serial, kind: 'json', hasLongIntegers: true }]
  for (const long of ['9007199254740993', '-9007199254740993', '18446744073709551615']) {
    expect(await kindFor(long, '1')).toEqual(kept)
    expect(await kindFor('1', long, '2')).toEqual(kept)
    expect(await kindFor('null', '1', long)).toEqual(kept)
  }
  for (const exact of ['9007199254740991', '-9007199254740991', '0.30000000000000004', '1e300', '1234567890.1234567890123']) {
    expect(await kindFor('1', exact)).toEqual([{ ...serial, kind: 'number' }])
    expect(await kindFor(exact, '1')).toEqual([{ ...serial, kind: 'number' }])
  }
})

test('a field that only occurs on a later day or in a later response becomes a column too', async () => {
  const columns = DIRECTORY[0]?.columns ?? []
  const days = new Set(['2026-01-05', '2026-01-06'])
  const byDay = [{ day: '2026-01-05' }, { day: '2026-01-05' }, { day: '2026-01-06', mood: 'good' }].map((row) =>
    JSON.stringify(row),
  )
  expect((await write(byDay, { columns, days })).rows.extraColumns.map(({ name }) => name)).toContain('mood')

  const file = await createRowFile({ path: join(await newFolder(), 'rows.ndjson'), columns })
  for (const row of [{ locationId: 'a' }, { locationId: 'b', mood: 'good' }]) {
    await file.startResponse()
    const bytes = Buffer.from(JSON.stringify(row))
    file.add(bytes, 0, bytes.length)
    file.endAnswer()
  }
  expect((await file.finish()).extraColumns.map(({ name }) => name)).toEqual(['mood'])
  await file.close()
})
