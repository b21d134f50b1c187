import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { arrayLiteral } from './array-literal.ts'

describe('arrayLiteral', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database[Symbol.asyncDispose]())

  const roundTrip = async (values: readonly unknown[], type: string): Promise<unknown[]> => {
    const { rows } = await database.pool.query(`select e from unnest($1::${type}[]) e`, [arrayLiteral(values)])
    return rows.map(({ e }) => e)
  }

  it('sends any storable text to PostgreSQL unchanged', async () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))
    const awkward = fc.constantFrom('', 'NULL', '"', '\\', '{}', ',', '\n', '\\n', '\\"', ' x ', "'", '$1')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(fc.oneof(text, awkward)), { minLength: 1 }), async (values) => {
        expect(await roundTrip(values, 'text')).toEqual(values)
      }),
    )
  })

  it('writes numbers, booleans and absent values', async () => {
    expect(await roundTrip([1, null, 2_147_483_647], 'integer')).toEqual([1, null, 2_147_483_647])
    expect(await roundTrip([true, undefined, false], 'boolean')).toEqual([true, null, false])
  })
})
