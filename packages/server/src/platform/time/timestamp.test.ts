import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTimestamp } from './timestamp.ts'

const usual = parseTimestamp
/** The same moment in another form of the schema. */
const other = (iso: string) => parseTimestamp(`${iso.slice(0, -1)}000+00:00`)

test('the usual form of a moment means the same as its other forms, on every day of the calendar', () => {
  const moment = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') })
  fc.assert(
    fc.property(moment, (milliseconds) => {
      const iso = new Date(milliseconds).toISOString()
      expect([usual(iso), other(iso)]).toEqual([milliseconds, milliseconds])
    }),
  )
  for (const iso of ['1970-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '2024-02-29T12:00:00.007Z']) {
    expect([usual(iso), other(iso)]).toEqual([Date.parse(iso), Date.parse(iso)])
  }
})

test('a leap second counts as the second after it, and letters may be small', () => {
  expect(usual('2016-12-31T23:59:60.250Z')).toBe(Date.parse('2017-01-01T00:00:00.250Z'))
  expect(usual('2016-12-31t23:59:59.250z')).toBe(Date.parse('2016-12-31T23:59:59.250Z'))
  expect(usual('2016-12-31 23:59:59.250Z')).toBe(Date.parse('2016-12-31T23:59:59.250Z'))
})

test.each([
  ...['2026-02-29T09:00:00.000Z', '2026-02-30T09:00:00.000Z', '2026-04-31T09:00:00.000Z', '0000-01-01T00:00:00.000Z'],
  ...['2026-01-05T24:00:00.001Z', '2026-01-05T09:60:00.000Z', '2026-01-05T09:00:61.000Z', '2026-01-05T09:00:0..000Z'],
  ...['2026-01-05T09:00:00.00:Z', '2026-01-05T0::00:00.000Z', '2026-13-05T09:00:00.000Z'],
])('%s is no moment', (text) => expect(usual(text)).toBeUndefined())
