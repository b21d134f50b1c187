import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WEEKDAYS } from '../../src/operations/imports/check-users.ts'
import { ImportRefused, importDirectory } from '../../src/operations/imports/import-service.ts'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import { runs } from '../../src/testing/runs.ts'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { dayAhead, everything, newOrganization } from './import-factory.ts'

const user = fc.constantFrom('ada', 'bob', 'cyd')
const location = fc.constantFrom('Berlin', 'Madrid')
const day = fc.integer({ min: -1, max: 4 }).map(dayAhead)
const plan = fc.constantFrom('o', 'o', 'r', 'a')
/** Named, or left to what there is. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const perUserAndDay = <T extends { user: string; day: string }>(row: fc.Arbitrary<T>) =>
  fc.uniqueArray(row, { maxLength: 5, selector: (item) => `${item.user} ${item.day}` })

const inBerlin = { location: 'Berlin', level: 'L' }
const node = fc.constantFrom<object>(
  { location: 'Madrid' },
  { location: 'Berlin' },
  { ...inBerlin, zone: 'South' },
  { ...inBerlin, zone: 'North', place: '1' },
  { ...inBerlin, zone: 'North', place: '2' },
)

const assigned = maybe(fc.option(user))
const offices = fc.record({ one: assigned, two: assigned }).map(({ one, two }) => [
  {
    name: 'Berlin',
    timeZone: 'Europe/Berlin',
    levels: [
      {
        name: 'L',
        zones: [
          {
            name: 'North',
            kind: 'individual',
            places: [
              { name: '1', assignedUser: one },
              { name: '2', assignedUser: two },
            ],
          },
          { name: 'South', kind: 'neighborhood', capacity: 2 },
        ],
      },
    ],
  },
  { name: 'Madrid', timeZone: 'Europe/Madrid' },
])

const weekPlan = fc
  .array(maybe(fc.record({ plan, location: maybe(location) })), { minLength: 7, maxLength: 7 })
  .map((days) => Object.fromEntries(WEEKDAYS.map((weekday, index) => [weekday, days[index]])))
const people = fc.uniqueArray(
  fc.record({
    userName: user,
    status: fc.constantFrom(undefined, undefined, 'active', 'inactive'),
    primaryLocation: maybe(fc.option(location)),
    weekPlan: maybe(weekPlan),
  }),
  { maxLength: 3, selector: ({ userName }) => userName },
)

const anyFile = fc.record({
  locations: maybe(offices),
  users: people,
  dayPlans: perUserAndDay(fc.record({ user, day, plan, location: maybe(location) })),
  bookings: perUserAndDay(
    fc
      .record({ user, day, node, status: fc.constantFrom('booked', 'booked', 'cancelled') })
      .map(({ node: booked, ...row }) => ({ ...row, ...booked })),
  ),
})

const BASE = {
  users: ['ada', 'bob', 'cyd'].map((userName, index) => ({
    userName,
    primaryLocation: index < 2 ? 'Berlin' : 'Madrid',
    weekPlan: Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, { plan: 'o' }])),
  })),
}

test('whatever a file says after whatever was imported and booked before, it is refused as a whole or changes nothing again', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  let imported = 0
  const nightIn = async (orgId: string) => {
    const locations = (await everything(db, orgId)).locations as { id: string }[]
    for (const { id } of locations) await runHorizon(db, orgId, id)
  }
  const importTwice = async (orgId: string, file: unknown) => {
    // The horizon of the second import would have another day after midnight.
    await awaitSteadyDay()
    const before = await everything(db, orgId)
    try {
      await importDirectory(db, orgId, file)
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      expect(await everything(db, orgId)).toEqual(before)
      return
    }
    imported += 1
    const after = await everything(db, orgId)
    const { changes } = await importDirectory(db, orgId, file)
    for (const [kind, { created, updated, removed }] of Object.entries(changes)) {
      expect({ kind, created, updated, removed }).toEqual({ kind, created: 0, updated: 0, removed: undefined })
    }
    expect(await everything(db, orgId)).toEqual(after)
  }
  const property = fc.asyncProperty(offices, fc.array(anyFile, { minLength: 1, maxLength: 3 }), async (locations, files) => {
    const orgId = await newOrganization(db)
    await importTwice(orgId, { ...BASE, locations })
    await db.updateTable('locations').set({ booking_horizon_days: 4 }).where('org_id', '=', orgId).execute()
    for (const file of files) {
      await nightIn(orgId)
      await importTwice(orgId, file)
    }
  })
  // Most files are good, else the property says little. Of a few files most may be refused by chance, so then more are tried.
  let organizations = 0
  do {
    await fc.assert(property, { numRuns: runs(10) })
    organizations += runs(10)
  } while (imported <= 1.2 * organizations && organizations < 5 * runs(10))
  expect(imported).toBeGreaterThan(1.2 * organizations)
})
