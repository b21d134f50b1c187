import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { binaryArray, type ColumnType } from './binary-array.ts'

describe('binaryArray', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database[Symbol.asyncDispose]())

  /** Texts of moments as PostgreSQL writes them. */
  const arrived = async (type: ColumnType, values: readonly unknown[]): Promise<unknown[]> => {
    const { rows } = await database.pool.query(`select e::text from unnest($1::${type}[]) e`, [binaryArray(type, values)])
    return rows.map(({ e }) => e)
  }

  it('sends any storable text to PostgreSQL unchanged', async () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))
    const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 300 })
    const awkward = fc.constantFrom('', 'NULL', '"', '{}', 'ÿ', 'é', '\u{10ffff}', '\n', 'x'.repeat(511), 'x'.repeat(513))
    const values = fc.array(fc.option(fc.oneof(text, ascii, awkward)))
    await fc.assert(
      fc.asyncProperty(values, async (list) => {
        expect(await arrived('text', list)).toEqual(list)
      }),
    )
  })

  it('sends any UUID to PostgreSQL unchanged, repeated and absent ones too', async () => {
    const uuid = fc.uuid()
    const values = fc.array(fc.option(uuid)).map((list) => list.flatMap((value) => [value, value]))
    await fc.assert(
      fc.asyncProperty(values, async (list) => {
        expect(await arrived('uuid', list)).toEqual(list)
      }),
    )
    const written = await arrived('uuid', ['0198F0A0-7C1E-7ABC-9DEF-0123456789AB'])
    expect(written).toEqual(['0198f0a0-7c1e-7abc-9def-0123456789ab'])
  })

  it('rejects a value that is not a UUID', () => {
    for (const at of [0, 1, 2, 3, 7, 9, 35]) {
      const text = `${'0198f0a0-7c1e-7abc-9def-0123456789ab'.slice(0, at)}g${'0198f0a0-7c1e-7abc-9def-0123456789ab'.slice(at + 1)}`
      expect(() => binaryArray('uuid', [text])).toThrow(TypeError)
    }
    for (const text of ['', 'ab', '0198f0a0-7c1e-7abc-9def-0123456789aé']) {
      expect(() => binaryArray('uuid', [text])).toThrow(TypeError)
    }
  })

  it('sends every moment of the calendar to PostgreSQL, to the millisecond', async () => {
    const range = { min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') }
    const moments = fc.array(fc.oneof(fc.integer(range), fc.constantFrom(0, -1, range.min, range.max, 946_684_800_000)))
    await fc.assert(
      fc.asyncProperty(moments, async (list) => {
        const { rows } = await database.pool.query(
          'select (extract(epoch from e) * 1000)::bigint::text as e from unnest($1::timestamptz[]) e',
          [binaryArray('timestamptz', list)],
        )
        expect(rows.map(({ e }) => e)).toEqual(list.map(String))
      }),
    )
  })

  it('writes days, numbers, booleans and absent values', async () => {
    const days = ['0001-01-01', '1999-12-31', '2000-01-01', null, '2026-02-28', '9999-12-31', '9999-12-31']
    expect(await arrived('date', days)).toEqual(days)
    expect(await arrived('integer', [1, null, -1, 2_147_483_647])).toEqual(['1', null, '-1', '2147483647'])
    expect(await arrived('boolean', [true, undefined, false, false])).toEqual(['true', null, 'false', 'false'])
    for (const type of ['text', 'uuid', 'timestamptz'] as const) expect(await arrived(type, [])).toEqual([])
    expect(await arrived('uuid', [null, undefined])).toEqual([null, null])
  })
})
