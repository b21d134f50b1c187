import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { copySegmentRows, type SegmentRow } from '../../src/warehouse/segments/build-segments.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** More bytes than the driver reads at once, so that rows are split wherever a read ends. */
const ROWS = 3_000
/** Locations change within a day, and days within a location. */
const [ROWS_OF_DAY, ROWS_OF_LOCATION] = [1_000, 7]

const copyAll = async (tags: string, tagLength: number): Promise<SegmentRow[]> => {
  const client = await database.pool.connect()
  try {
    const query = `
      select date '2026-03-01' + n / ${ROWS_OF_DAY}, lpad((n / ${ROWS_OF_LOCATION})::text, 32, '0')::uuid, ${tags} row_to_json(r)
      from generate_series(0, ${ROWS - 1}) n
      cross join lateral (select n as number, repeat('é', n % 500) as name, E'"\\n\\x02,' as signs) r
      order by n`
    return (await Array.fromAsync(copySegmentRows(client, query, tagLength))).flat()
  } finally {
    client.release()
  }
}

const expected = Array.from({ length: ROWS }, (_, n) => {
  const location = String(Math.floor(n / ROWS_OF_LOCATION)).padStart(32, '0')
  return {
    day: `2026-03-0${1 + Math.floor(n / ROWS_OF_DAY)}`,
    locationId: location.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    row: { number: n, name: 'é'.repeat(n % 500), signs: '"\n\x02,' },
  }
})

const read = ({ day, locationId, row }: SegmentRow) => {
  const text = row.toString()
  expect([text.slice(0, 2), text.slice(-2)]).toEqual([',{', '}\n'])
  return { day, locationId, row: JSON.parse(text.slice(1)) as unknown }
}

it('rows are read with their segments, wherever a read of the connection ends', async () => {
  const rows = await copyAll('', 0)
  expect(rows.map(read)).toEqual(expected)
  expect(new Set(rows.map(({ tag }) => tag))).toEqual(new Set(['']))
})

it('further columns of a query come with the row, each with a byte after it', async () => {
  const rows = await copyAll(`lpad(n::text, 4, '0'), case n % 2 when 0 then 'a' else 'b' end,`, 7)
  expect(rows.map(read)).toEqual(expected)
  expect(rows.map(({ tag }) => [tag.slice(0, 4), tag[5]])).toEqual(
    expected.map((_, n) => [String(n).padStart(4, '0'), n % 2 === 0 ? 'a' : 'b']),
  )
})
