import { expect, test } from 'vitest'
import { type ClientOptions, createClient } from './index.ts'
import { resolveOptions } from './options.ts'

const GIVEN = { baseUrl: 'http://127.0.0.1:1/', key: { id: 'k', secret: 's' } }
const create = (options: object) => () => createClient({ ...GIVEN, ...options } as ClientOptions)

test('an option that is undefined keeps its default', () => {
  const absent = { auth: undefined, fetch: undefined, maxAttempts: undefined, timeoutMs: undefined, backoffMs: undefined }
  expect(resolveOptions({ ...GIVEN, ...absent })).toEqual({
    baseUrl: 'http://127.0.0.1:1',
    key: GIVEN.key,
    auth: 'hmac',
    fetch: expect.any(Function),
    maxAttempts: 6,
    timeoutMs: 60_000,
    backoffMs: 250,
  })
})

test.each([
  { maxAttempts: 1 },
  { maxAttempts: 1000 },
  { timeoutMs: 0.5 },
  { timeoutMs: 2 ** 31 - 1 },
  { backoffMs: 0 },
  { backoffMs: 0.5 },
])('%o is accepted', (options) => {
  expect(resolveOptions({ ...GIVEN, ...options })).toMatchObject(options)
})

test.each([
  [{ maxAttempts: 0 }, 'maxAttempts must be a whole number of at least 1, not 0'],
  [{ maxAttempts: 1.5 }, 'maxAttempts must be a whole number of at least 1, not 1.5'],
  [{ maxAttempts: Number.POSITIVE_INFINITY }, 'maxAttempts must be a whole number of at least 1, not Infinity'],
  [{ timeoutMs: 0 }, 'timeoutMs must be more than 0 and at most 2147483647, not 0'],
  [{ timeoutMs: Number.NaN }, 'timeoutMs must be more than 0 and at most 2147483647, not NaN'],
  [{ timeoutMs: 2 ** 31 }, 'timeoutMs must be more than 0 and at most 2147483647, not 2147483648'],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs must be more than 0 and at most 2147483647, not Infinity'],
  [{ backoffMs: -1 }, 'backoffMs must be a finite number of at least 0, not -1'],
  [{ backoffMs: Number.NaN }, 'backoffMs must be a finite number of at least 0, not NaN'],
  [{ backoffMs: Number.POSITIVE_INFINITY }, 'backoffMs must be a finite number of at least 0, not Infinity'],
])('%o is a RangeError', (options, message) => {
  expect(create(options)).toThrow(new RangeError(message))
})

test.each(['maxAttempts', 'timeoutMs', 'backoffMs'])('%s that is not a number is a TypeError', (name) => {
  expect(create({ [name]: '5' })).toThrow(new TypeError(`${name} must be a number, not string`))
})

test.each([
  ['HMAC', "'HMAC'"],
  ['', "''"],
  [true, 'boolean'],
])('an unknown authentication method is a TypeError, without a fallback: %o', (auth, shown) => {
  expect(create({ auth })).toThrow(new TypeError(`auth must be one of hmac, client-credentials, basic, not ${shown}`))
})
