import { ImportFile } from '@rollcall/contract'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { turnsOf } from '../../testing/event-loop-turns.ts'
import { createValidationErrors } from './import-errors.ts'
import { checkShape } from './import-shape.ts'

const whole = Compile(ImportFile)
const shapeOf = (file: unknown) => checkShape(file, createValidationErrors())

const ELEMENTS: Readonly<Record<string, object>> = {
  locations: { name: 'Berlin', timeZone: 'UTC' },
  groups: { name: 'Sales', type: 'team' },
  users: { userName: 'ada' },
  dayPlans: { user: 'ada', day: '2026-01-05', plan: 'o' },
  bookings: { user: 'ada', day: '2026-01-05', location: 'Berlin' },
  events: { name: 'E', startsAt: '2026-01-05T09:00:00Z', endsAt: '2026-01-05T10:00:00Z', location: 'Berlin' },
}
const odd = fc.constantFrom<unknown>(null, 5, 'text', [], {}, { name: 5 }, { userName: 'b', more: 1 }, { user: 'ada' })
const section = (name: string) =>
  fc.oneof({ weight: 6, arbitrary: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(ELEMENTS[name]) }, odd)) }, odd)
const sections = Object.fromEntries(Object.keys(ELEMENTS).map((name) => [name, section(name)]))
const file = fc.oneof({ weight: 9, arbitrary: fc.record(sections, { requiredKeys: [] }) }, odd)

describe('the shape of a file, which is checked in chunks', () => {
  it('is right exactly where that of the whole file is', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (given) => {
        const { errors } = await shapeOf(given)
        expect(errors.length === 0).toBe(whole.Check(given))
      }),
      { numRuns: 300 },
    )
  })

  it.each(Object.keys(ELEMENTS))('is right for a file of valid %s', async (name) => {
    expect((await shapeOf({ [name]: [ELEMENTS[name]] })).errors).toEqual([])
  })

  it.each([0, 99, 100, 2_499])('names the element %i of many that is wrong, or has text that cannot be stored', async (index) => {
    const users = Array.from({ length: 2_500 }, () => ({ userName: 'ada' }))
    const wrong = await shapeOf({ users: users.with(index, { userName: 5 } as never) })
    expect(wrong.errors).toMatchObject([{ pointer: `/users/${index}/userName`, code: 'type' }])
    const unstorable = await shapeOf({ users: users.with(index, { userName: 'a\0' }) })
    expect(unstorable.errors).toMatchObject([{ pointer: `/users/${index}/userName`, code: 'invalid_text' }])
  })

  it('finds text that cannot be stored in unknown sections and names', async () => {
    for (const given of [{ 'a\0': 1 }, { other: ['a\0'] }, { other: { deep: [{ 'a\0': 1 }] } }])
      expect((await shapeOf(given)).errors).toMatchObject([{ code: 'invalid_text' }])
  })

  it('lets others get their turn meanwhile', async () => {
    const users = Array.from({ length: 20_000 }, (_, n) => ({ userName: `u${n}` }))
    const turns = await turnsOf(() => shapeOf({ users }))
    // Text, schema and keys are checked one after the other.
    expect(turns).toBeGreaterThanOrEqual(3 * 19)
  })
})
