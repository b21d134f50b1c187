import { describe, expect, it } from 'vitest'
import { isUnavailable } from './errors.ts'

const failure = (code: string | undefined, message = 'x') => Object.assign(new Error(message), { code })

describe('isUnavailable is true', () => {
  it.each([
    ...['08006', '57P01', '57P03', '57014', '55P03', '53100', '53300'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE', 'ENFILE', 'ENOSPC'],
  ])('after %s', (code) => {
    expect(isUnavailable(failure(code))).toBe(true)
  })

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'IO Error: Could not write file "/tmp/x": No space left on device',
  ])('after "%s"', (message) => {
    expect(isUnavailable(failure(undefined, message))).toBe(true)
  })

  it.each(['23505', '42P01', '22001', 'XX000', 'ENOENT', 'EACCES', undefined])('but not after %s', (code) => {
    expect(isUnavailable(failure(code))).toBe(false)
  })
})
