import { describe, expect, test } from 'vitest'
import { readArguments, UsageError, usage } from './scale.ts'

const PARTS = ['ingest', 'lists', 'profile']

describe('the command line of the benchmark', () => {
  test('takes sizes, and parts one by one', () => {
    const { help, only, scale } = readArguments(
      ['--only', 'ingest', '--only', 'lists', '--bookings', '2000000', '--minutes', '0.5'],
      PARTS,
    )
    expect({ help, only }).toEqual({ help: false, only: ['ingest', 'lists'] })
    expect(scale).toEqual({ quick: false, events: 1_000_000, bookings: 2_000_000, minutes: 0.5, people: 200_000 })
  })

  test.each([
    [['--only', 'nope'], "--only takes one of ingest, lists, profile, not 'nope'"],
    [['--bookings', 'abc'], "--bookings takes a whole number above 0, not 'abc'"],
    [['--events', '1.5'], "--events takes a whole number above 0, not '1.5'"],
    [['--events', '0'], "--events takes a whole number above 0, not '0'"],
    [['--minutes', ''], "--minutes takes a number above 0, not ''"],
    [['--minutes', 'Infinity'], "--minutes takes a number above 0, not 'Infinity'"],
    [['--nope'], "Unknown option '--nope'"],
    [['extra'], "Unexpected argument 'extra'"],
  ])('%j is refused in one line', (args, message) => {
    const read = () => readArguments(args, PARTS)
    expect(read).toThrow(UsageError)
    expect(read).toThrow(new UsageError(message))
  })

  test('--help names every option and every part', () => {
    expect(readArguments(['--help'], PARTS).help).toBe(true)
    const text = usage({ ingest: 'events', lists: 'pages' })
    for (const name of ['--only', '--quick', '--events', '--bookings', '--minutes', '--people', '--help', 'ingest', 'lists']) {
      expect(text).toContain(`  ${name} `)
    }
  })
})
