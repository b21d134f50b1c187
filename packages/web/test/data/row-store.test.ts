import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowStore } from '../../src/pages/data/grid/row-store.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('rows that are kept as they came', () => {
  it('are found wherever the answer was cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.string({ unit: 'grapheme' }), value: fc.option(fc.integer()) }), { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        fc.boolean(),
        (rows, cuts, hasLastBreak) => {
          const text = rows.map((row) => JSON.stringify(row)).join('\n')
          const bytes = bytesOf(hasLastBreak && text ? `${text}\n` : text)
          const store = createRowStore()
          for (let at = 0, cut = 0; at < bytes.length; cut++) {
            const size = cuts[cut % cuts.length] as number
            store.append(bytes.subarray(at, at + size))
            at += size
          }
          store.finish()
          expect(store.bytes).toBe(bytes.length)
          expect(Array.from({ length: store.count }, (_, index) => store.row(index))).toEqual(rows)
        },
      ),
    )
  })

  it('are found in any of many blocks, and those that are larger than a block as well', () => {
    const store = createRowStore()
    const lengths = Array.from({ length: 9000 }, (_, index) => (index === 4000 ? 5_000_000 : (index * 37) % 1500))
    const text = bytesOf(lengths.map((length, index) => `${JSON.stringify({ index, filler: 'x'.repeat(length) })}\n`).join(''))
    for (let at = 0; at < text.length; at += 65_536) store.append(text.subarray(at, at + 65_536))
    store.finish()
    expect(store.count).toBe(lengths.length)
    for (const index of [0, 1, 3999, 4000, 4001, 5000, 8999]) {
      expect(store.row(index)).toEqual({ index, filler: 'x'.repeat(lengths[index] as number) })
    }
    expect(() => store.row(9000)).toThrow(RangeError)
    expect(() => createRowStore().row(0)).toThrow(RangeError)
  })
})
