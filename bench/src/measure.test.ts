import { expect, test } from 'vitest'
import { grouped, latencyText } from './measure.ts'

test('of few values a high percentile is named as what it is: the maximum', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  expect(latencyText(upTo(12))).toBe('p50 7.0 ms, max of 12 12.0 ms')
  expect(latencyText(upTo(60))).toBe('p50 31.0 ms, p95 58.0 ms, max of 60 60.0 ms')
  expect(latencyText(upTo(200))).toBe('p50 101 ms, p95 191 ms, p99 199 ms')
})

test('large counts are grouped', () => {
  expect([500_000, 1_000_000].map(grouped)).toEqual(['500,000', '1,000,000'])
})
