import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUuidTexts } from '../../src/platform/sql/uuid-bytes.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { copySegmentRows, ID_FIELD, LETTER_FIELD, type SegmentRow } from '../../src/warehouse/rows/segment-rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** More bytes than the driver reads at once, so that rows are split wherever a read ends. */
const ROWS = 3_000
/** Locations change within a day, and days within a location. */
const [ROWS_OF_DAY, ROWS_OF_LOCATION] = [1_000, 7]

const copyAll = async (tags: string, tagsLength: number, count = ROWS): Promise<SegmentRow[]> => {
  const client = await database.pool.connect()
  try {
    const query = `
      select date '2026-03-01' + n / ${ROWS_OF_DAY}, lpad((n / ${ROWS_OF_LOCATION})::text, 32, '0')::uuid, ${tags} row_to_json(r)
      from generate_series(0, ${count - 1}) n
      cross join lateral (select n as number, repeat('é', n % 500) as name, E'"\\n\\x02,' as signs) r
      order by n`
    return (await Array.fromAsync(copySegmentRows(client, query, tagsLength))).flat()
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
})

it('further columns of a query come with the row, each after its length', async () => {
  const query = `lpad(n::text, 4, '0'), case n % 2 when 0 then 'a' else 'b' end, lpad((n % 7)::text, 32, 'e')::uuid,`
  const rows = await copyAll(query, 4 + 4 + LETTER_FIELD + ID_FIELD)
  expect(rows.map(read)).toEqual(expected)
  const texts = createUuidTexts()
  expect(
    rows.map(({ received, tagsAt: at }) => [
      received.toString('latin1', at + 4, at + 8),
      String.fromCharCode(received[at + 12] as number),
      texts(received, at + 17),
    ]),
  ).toEqual(
    expected.map((_, n) => [String(n).padStart(4, '0'), n % 2 === 0 ? 'a' : 'b', `eeeeeeee-eeee-eeee-eeee-eeeeeeeeeee${n % 7}`]),
  )
})

it('a query without rows has none, and one that fails in between fails', async () => {
  expect(await copyAll('', 0, 0)).toEqual([])
  await expect(copyAll(`1 / (n - 2500),`, 8)).rejects.toThrow('division by zero')
})
