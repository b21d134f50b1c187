import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createUuidNumbers } from '../../platform/sql/uuid-bytes.ts'
import { addDaysOfDesk, createDeskSums, type DayMasks, packDesks } from './desk-bits.ts'

/** Ids that differ in the first, or only in the last of their bytes, with the highest bits set and not. */
const IDS = ['00', '7f', '80', 'ff'].flatMap((first) =>
  ['01', '80', 'fe'].map((last) => `${first}000000-0000-4000-8000-0000000000${last}`),
)
const BITS = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const MONTH = fc.record({
  desks: fc.dictionary(fc.constantFrom(...IDS), fc.record({ booked: BITS, used: BITS })),
  masks: fc.record({ booked: BITS, used: BITS }),
})

it('the days of desks add up to those of each desk alone, whichever desks a month and a location have', () => {
  fc.assert(
    fc.property(fc.array(MONTH, { maxLength: 8 }), (months) => {
      const numbers = createUuidNumbers()
      const sums = createDeskSums(numbers)
      const packed = months.map(({ desks, masks }) => [packDesks(new Map(Object.entries(desks))), masks] as [Buffer, DayMasks])
      for (const [bytes, masks] of packed) sums.add(bytes, masks)
      for (const id of IDS) {
        const alone = { bookedDays: 0, usedDays: 0, takenDays: 0 }
        for (const [bytes, masks] of packed) addDaysOfDesk(alone, bytes, id, masks)
        expect(sums.of(numbers.of(id))).toEqual(alone)
      }
    }),
  )
})
