import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turnsOf } from '../../testing/event-loop-turns.ts'
import { inTurns, jsonInTurns, mapInTurns } from './in-turns.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** Reads all items, each of which takes some time by the clock of the test. */
const read = async (count: number, msPerItem: number) => {
  let clock = 0
  const seen: number[] = []
  const turns = await turnsOf(async () => {
    for await (const chunk of inTurns(numbers(count), () => clock)) {
      clock += chunk.length * msPerItem
      seen.push(...chunk)
    }
  })
  return { seen, turns }
}

describe('work in turns', () => {
  it.each([0, 1, 99, 100, 101, 1_000, 1_001, 2_345])('visits each of %i items once, in their order', async (count) => {
    expect((await read(count, 0)).seen).toEqual(numbers(count))
    expect((await read(count, 1)).seen).toEqual(numbers(count))
  })

  it('lets the event loop run after a thousand items that take no time, and not before', async () => {
    expect((await read(1_000, 0)).turns).toBe(0)
    expect((await read(1_001, 0)).turns).toBeGreaterThan(0)
  })

  it('lets it run after each chunk that takes a millisecond', async () => {
    expect((await read(500, 0.0099)).turns).toBeLessThan((await read(500, 0.01)).turns)
    expect((await read(500, 0.01)).turns).toBeGreaterThanOrEqual(4)
  })

  it('does not run it for the items of a single chunk', async () => {
    expect((await read(100, 10)).turns).toBe(0)
  })
})

describe('an array that is mapped in turns', () => {
  it('is that of `map`, and so is its JSON, whatever the items are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ unit: 'binary' }), more: fc.option(fc.double()) })),
        async (some) => {
          const items = Array.from({ length: 40 }, () => some).flat()
          const work = ({ text, more }: { text: string; more: number | null }) => ({ text, more, none: undefined })
          expect(await mapInTurns(items, work)).toEqual(items.map(work))
          expect(await jsonInTurns(items, work)).toBe(JSON.stringify(items.map(work)))
        },
      ),
      { numRuns: 30 },
    )
  })
})
