import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomOf } from './random.ts'

const draws = (count: number, ...keys: number[]) => {
  const random = randomOf(...keys)
  return Array.from({ length: count }, () => random.next())
}

test('equal keys give equal streams, different keys do not', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 5 }), (keys, step) => {
      expect(draws(5, ...keys)).toEqual(draws(5, ...keys))
      const last = keys.at(-1) ?? 0
      expect(draws(5, ...keys)).not.toEqual(draws(5, ...keys.slice(0, -1), (last + step) | 0))
    }),
  )
})

test('draws are uniform enough, within a stream and over the first draws of many streams', () => {
  const within = draws(20_000, 1)
  const across = Array.from({ length: 20_000 }, (_, n) => randomOf(7, 3, n).next())
  for (const sample of [within, across]) {
    const buckets = Array.from({ length: 10 }, (_, n) => sample.filter((x) => Math.floor(x * 10) === n).length)
    for (const bucket of buckets) expect(Math.abs(bucket - 2000)).toBeLessThan(200)
  }
})

test('around keeps its mean, standard deviation and bounds', () => {
  const random = randomOf(5)
  const sample = Array.from({ length: 20_000 }, () => random.around(100, 10))
  const mean = sample.reduce((sum, x) => sum + x, 0) / sample.length
  const deviation = Math.sqrt(sample.reduce((sum, x) => sum + (x - mean) ** 2, 0) / sample.length)
  expect(Math.abs(mean - 100)).toBeLessThan(0.5)
  expect(Math.abs(deviation - 10)).toBeLessThan(0.5)
  expect(Math.max(...sample.map((x) => Math.abs(x - 100)))).toBeLessThanOrEqual(10 * 2 * Math.sqrt(3))
})
