import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ATTENDANCE, PRESENCE } from '../../src/datasets/datasets.ts'
import { openDestination } from '../../src/destinations/open.ts'
import { readBinaryRows, UnsupportedRow } from '../../src/destinations/postgres/binary-rows.ts'
import { booking, createDatabase, createFolder, query, type Rows, rowFor } from './support.ts'

const EXTRA = [
  { field: 'height', name: 'height', kind: 'number' },
  { field: 'facts', name: 'facts', kind: 'json' },
  { field: 'isQuiet', name: 'is_quiet', kind: 'boolean' },
] as const

/** The types of the columns as PostgreSQL names them. */
const TYPES = {
  ...{ text: 'text', date: 'date', timestamp: 'timestamp with time zone', boolean: 'boolean', integer: 'bigint' },
  ...{ number: 'double precision', json: 'jsonb' },
}
const COLUMNS = [...ATTENDANCE.columns, ...EXTRA].map((column) => ({ ...column, type: TYPES[column.kind] }))

/** A space that the binary form does not expect makes PostgreSQL convert the rows. */
const spaced = (line: string) => line.replace(/^\{/, '{ ')

const createCopies = async () => {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await createDatabase())
  const { path: folder } = stack.use(await createFolder())
  const destinations = new Map<string, Awaited<ReturnType<typeof openDestination>>>()
  for (const schema of ['encoded', 'converted']) {
    const destination = stack.use(await openDestination(url, { schema }))
    await destination.prepare()
    destinations.set(schema, destination)
  }
  const path = join(folder, 'rows.ndjson')
  /** The rows that a copy holds after a load, or why it was refused. */
  const load = async (schema: string, lines: readonly string[]): Promise<unknown> => {
    await writeFile(path, lines.map((line) => `${line}\n`).join(''))
    const rows = { path, rowCount: lines.length, extraColumns: EXTRA }
    const replaced = destinations.get(schema)?.replace({ dataset: ATTENDANCE, scope: { kind: 'all' }, rows, state: [] })
    const refused = await replaced?.then(
      () => undefined,
      (error: Error) => error.message.replaceAll(schema, 'schema'),
    )
    const table = `${schema}.user_booking_attendance`
    return refused ?? (await query(url, `select row_to_json(t)::text as row from ${table} as t order by user_id, day`))
  }
  const owned = stack.move()
  return { path, load, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const consume = async (path: string): Promise<number> => {
  const rows = (await readBinaryRows(path, COLUMNS)) ?? expect.fail()
  let size = 0
  for await (const piece of rows.pieces) size += piece.length
  return size
}

const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 4 })
const text = nullable(fc.string({ unit: 'binary', maxLength: 30 }))
const instant = nullable(
  fc.date({ min: new Date('1720-01-01'), max: new Date('2280-12-31'), noInvalidDate: true }).map((date) => date.toISOString()),
)
const rows: fc.Arbitrary<Rows> = fc
  .array(
    fc.record({
      ...{ plan: text, bookingLocationName: text, firstSeenAt: instant, lastSeenAt: instant, isQuiet: nullable(fc.boolean()) },
      bookingDepth: nullable(fc.maxSafeInteger().map((value) => value % 1e15)),
      height: nullable(fc.double({ noNaN: true, noDefaultInfinity: true })),
      facts: nullable(fc.json().filter((json) => !/\\u0000|\\ud[89a-f]/i.test(json))).map((json) => json && JSON.parse(json)),
      day: fc.date({ min: new Date('0101-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) => list.map(({ day, ...values }, index) => booking(`u${index}`, day.toISOString().slice(0, 10), 'a', values)))

describe('rows in the binary form of PostgreSQL', () => {
  it('are what PostgreSQL makes of the same JSON', async () => {
    await using copies = await createCopies()
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const lines = values.map((row) => JSON.stringify(row))
        const stored = await copies.load('encoded', lines)
        expect(await consume(copies.path)).toBeGreaterThan(0)
        expect(stored).toEqual(await copies.load('converted', lines.map(spaced)))
        expect(stored).toHaveLength(lines.length)
      }),
      { numRuns: 8 },
    )
  })

  it('are stored or refused like PostgreSQL does it, at the limits of each type', async () => {
    await using copies = await createCopies()
    const values: readonly [field: string, json: string][] = [
      ...[
        '"0001-01-01"',
        '"2026-02-29"',
        '"2028-02-29T23:59:59.999Z"',
        '"2026-13-01"',
        '"2026-1-05"',
        '"infinity"',
        '""',
        '5',
      ].map((json): [string, string] => ['day', json]),
      ...[
        '"2026-01-05T09:00:00Z"',
        '"2026-01-05T09:00:00.123456+02:00"',
        '"2026-01-05T24:00:00.000Z"',
        '"9999-12-31T23:59:59.999Z"',
      ].map((json): [string, string] => ['firstSeenAt', json]),
      ...['9223372036854775807', '9223372036854775808', '-9007199254740993', '-0', '007', '1e3', '1.5', '"7"', 'true', '-'].map(
        (json): [string, string] => ['bookingDepth', json],
      ),
      ...['1e400', '1e-400', '-0', '0.1', '123456789012345678901234567890123456789012345', '1.', '"0.5"', '.5', 'null'].map(
        (json): [string, string] => ['height', json],
      ),
      ...[
        '"\\ud83d"',
        '"\\ud83d\\udc69"',
        '"\\u0000"',
        '"a\\\\u0000"',
        '"\\x"',
        '"\ufffd\\n"',
        '7',
        'true',
        '{"a":[1,"}"]}',
        '"tab\t"',
      ].map((json): [string, string] => ['bookingLocationName', json]),
      ...['{"a":"\\u0000"}', '{"a":"\\"}]"}', '[1,[2],{"b":null}]', '"x"', '1e5', '{"a":1', '[1,]', 'nul', '{"a" : 1}'].map(
        (json): [string, string] => ['facts', json],
      ),
      ...['true', 'false', '"yes"', '1', 'tru', 'falsehood'].map((json): [string, string] => ['isQuiet', json]),
    ]
    for (const [field, json] of values) {
      const row = booking('u1', '2026-01-05', 'a', { height: null, facts: null, isQuiet: null, [field]: 'VALUE' })
      const line = JSON.stringify(row).replace('"VALUE"', () => json)
      const stored = await copies.load('encoded', [line])
      expect({ field, json, stored }).toEqual({ field, json, stored: await copies.load('converted', [spaced(line)]) })
    }
  })

  it('are refused by their form: other fields, another order, or more of them than the first row', async () => {
    await using folder = await createFolder()
    const path = join(folder.path, 'rows.ndjson')
    const first = booking('u1', '2026-01-05', 'a')
    const { userId, ...others } = first
    for (const second of [{ ...others, userId }, others, { ...first, height: 1 }]) {
      await writeFile(path, `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`)
      await expect(consume(path)).rejects.toBeInstanceOf(UnsupportedRow)
    }
  })

  it('may be longer than a piece of the file', async () => {
    await using copies = await createCopies()
    const long = 'é"\\'.repeat(300_000)
    const lines = [1, 2, 3].map((n) => JSON.stringify(booking(`u${n}`, '2026-01-05', 'a', { bookingZoneName: `${n}${long}` })))
    const stored = await copies.load('encoded', lines)
    expect(await consume(copies.path)).toBeGreaterThan(3 * 1_200_000)
    expect(stored).toEqual(await copies.load('converted', lines.map(spaced)))
  })
})

it('a row far into a COPY that has the key of a row elsewhere replaces it', async () => {
  await using database = await createDatabase()
  await using folder = await createFolder()
  await using destination = await openDestination(database.url)
  await destination.prepare()
  const path = join(folder.path, 'rows.ndjson')
  const replace = async (locationId: string, count: number) => {
    const lines = Array.from(
      { length: count },
      (_, n) => `${JSON.stringify(booking(`u${count - n}`, '2026-01-05', locationId))}\n`,
    )
    await writeFile(path, lines.join(''))
    const scope = { kind: 'segments', segments: [{ day: '2026-01-05', locationId }] } as const
    await destination.replace({
      dataset: ATTENDANCE,
      scope,
      rows: { path, rowCount: count, extraColumns: [] },
      state: [['n', count]],
    })
  }
  await replace('a', 1)
  await replace('b', 20_000)
  const counts = 'select booking_location_id as at, count(*)::int as n from rollcall.user_booking_attendance group by 1'
  expect(await query(database.url, counts)).toEqual([{ at: 'b', n: 20_000 }])
  expect(await destination.readState()).toEqual(new Map([['n', 20_000]]))
})

it('a table without the unique index on its key is refused, because rows could be stored twice', async () => {
  await using database = await createDatabase()
  await using folder = await createFolder()
  const path = join(folder.path, 'rows.ndjson')
  await writeFile(path, `${JSON.stringify(rowFor(PRESENCE, { eventId: 'e', sourceId: 's' }))}\n`)
  await using destination = await openDestination(database.url)
  await destination.prepare()
  await query(database.url, 'drop index rollcall.presence_key')
  await expect(
    destination.replace({ dataset: PRESENCE, scope: { kind: 'all' }, rows: { path, rowCount: 1, extraColumns: [] }, state: [] }),
  ).rejects.toThrow('The unique index on the key is missing')
})
