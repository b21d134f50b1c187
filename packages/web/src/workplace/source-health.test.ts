import type { Source } from '@rollcall/contract'
import { expect, test } from 'vitest'
import { findProblems, lateBy } from './source-health.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-03-04T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()

const source = (changes: Partial<Source> = {}): Source => ({
  ...{ sourceId: 'badges', firstSeenAt: ago(240 * HOUR), lastReceivedAt: ago(0), lastEventAt: ago(0) },
  ...{ accepted: 100, repeated: 0, userNotFound: 0, locationNotFound: 0, refused: 0, clockSkewMs: -2000 },
  ...changes,
})
const names = (changes: Partial<Source>) => findProblems(source(changes), NOW).map(({ name }) => name)

test('a source that brings its history in the first day is healthy, one that only ever sends old events sends late', () => {
  const old = { clockSkewMs: null, lastEventAt: ago(HOUR) }
  expect(names({ ...old, firstSeenAt: ago(24 * HOUR - 1) })).toEqual([])
  expect(names({ ...old, firstSeenAt: ago(24 * HOUR) })).toEqual(['Sends late'])
  expect(names({ ...old, lastEventAt: ago(HOUR - 1) })).toEqual([])
  expect(lateBy(source(old), NOW)).toBe(HOUR)
})

test('a source that was live sends late once its newest event is four days older than its last call', () => {
  expect(names({ lastEventAt: ago(96 * HOUR - 1) })).toEqual([])
  expect(names({ lastEventAt: ago(96 * HOUR) })).toEqual(['Sends late'])
})

test('many refused events are a share of at least ten events, most of them are reported from the first', () => {
  expect(names({ userNotFound: 9, accepted: 100 })).toEqual([])
  expect(names({ userNotFound: 10, accepted: 100 })).toEqual(['Many refused'])
  expect(names({ userNotFound: 10, accepted: 191 })).toEqual([])
  expect(names({ userNotFound: 1, accepted: 1 })).toEqual(['Most refused'])
})
