import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RollcallError } from '../rollcall-error.ts'
import { retryDelay, withRetries } from './retry.ts'

const failed = (status: number, code: string, retryAfterMs?: number) => new RollcallError('', { status, code, retryAfterMs })
const OPTIONS = { maxAttempts: 6, backoffMs: 250 }

test('waits are random below a bound that doubles up to 20 s, added to the wait that the service asked for', () => {
  const error = fc.record({
    attempt: fc.integer({ min: 1, max: 40 }),
    backoffMs: fc.integer({ min: 1, max: 60_000 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(error, ({ attempt, backoffMs, retryAfterMs }) => {
      const delay = retryDelay(failed(503, 'unavailable', retryAfterMs), attempt, { maxAttempts: 41, backoffMs })
      const asked = retryAfterMs ?? 0
      expect(delay).toBeGreaterThanOrEqual(asked)
      expect(delay).toBeLessThanOrEqual(asked + Math.min(20_000, backoffMs * 2 ** (attempt - 1)))
    }),
  )
})

test('two clients that fail at the same time do not retry at the same time', () => {
  const delays = Array.from({ length: 50 }, () => retryDelay(failed(429, 'rate_limited', 1000), 1, OPTIONS))
  expect(new Set(delays).size).toBeGreaterThan(40)
})

test('a Retry-After of 300 s is respected, a longer one is not', () => {
  expect(retryDelay(failed(503, 'unavailable', 300_000), 1, OPTIONS)).toBeGreaterThanOrEqual(300_000)
  expect(retryDelay(failed(503, 'unavailable', 300_001), 1, OPTIONS)).toBeUndefined()
})

test('there are at most maxAttempts attempts', () => {
  expect(retryDelay(failed(503, 'unavailable'), 5, OPTIONS)).toBeDefined()
  expect(retryDelay(failed(503, 'unavailable'), 6, OPTIONS)).toBeUndefined()
})

test.each([
  [429, 'rate_limited'],
  [502, 'http_502'],
  [503, 'unavailable'],
  [504, 'http_504'],
  [0, 'network_error'],
  [0, 'timeout'],
  [200, 'truncated_body'],
  [200, 'invalid_answer'],
])('%i %s is retried', (status, code) => {
  expect(retryDelay(failed(status, code), 1, OPTIONS)).toBeDefined()
})

test.each([
  [400, 'invalid_body'],
  [401, 'token_invalid'],
  [403, 'blocked'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'body_too_large'],
  [500, 'internal'],
  [501, 'http_501'],
  [304, 'http_304'],
])('%i %s is not retried, even with Retry-After', (status, code) => {
  expect(retryDelay(failed(status, code, 0), 1, OPTIONS)).toBeUndefined()
})

test('an error that is not a RollcallError is thrown unchanged', async () => {
  const bug = new TypeError('undefined is not a function')
  let runs = 0
  const run = () => {
    runs += 1
    return Promise.reject(bug)
  }
  await expect(withRetries(run, OPTIONS)).rejects.toBe(bug)
  expect(runs).toBe(1)
})

test('an already aborted call is not attempted', async () => {
  const reason = new Error('gone')
  let runs = 0
  const run = async () => {
    runs += 1
  }
  await expect(withRetries(run, { ...OPTIONS, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(runs).toBe(0)
})
