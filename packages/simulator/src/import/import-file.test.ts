import { ImportFile } from '@rollcall/contract'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import { companyImportFile } from './import-file.ts'

const RANGE = { plansFrom: '2026-03-02', plansTo: '2026-03-08' }
const START = '2026-03-01'

const unique = (names: readonly string[]) => expect(new Set(names).size).toBe(names.length)

test('companies of any size and seed give valid import files, identical each time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer(), (employees, seed) => {
      const make = () => companyImportFile(simulateCompany({ seed, employees, startDay: START }), RANGE)
      const file = make()
      expect([...Value.Errors(ImportFile, file)].slice(0, 3)).toEqual([])
      expect(JSON.stringify(make())).toBe(JSON.stringify(file))
      unique((file.users ?? []).map(({ userName }) => userName))
    }),
    { numRuns: 25 },
  )
})

test('plans and bookings follow the rules of the domain', () => {
  const company = simulateCompany({ seed: 3, employees: 1500, startDay: START })
  const file = companyImportFile(company, RANGE)
  const bookings = file.bookings ?? []
  const plans = new Map((file.dayPlans ?? []).map((plan) => [`${plan.user} ${plan.day}`, plan]))
  unique((file.dayPlans ?? []).map(({ user, day }) => `${user} ${day}`))
  unique(bookings.map(({ user, day }) => `${user} ${day}`))
  unique(bookings.flatMap((b) => (b.place ? [`${b.day} ${b.location} ${b.level} ${b.zone} ${b.place}`] : [])))
  for (const { user, day, location } of bookings) expect(plans.get(`${user} ${day}`)).toMatchObject({ plan: 'o', location })

  const perZone = Map.groupBy(
    bookings.filter((b) => b.zone && !b.place),
    (b) => `${b.day} ${b.location} ${b.level} ${b.zone}`,
  )
  const zones = (file.locations ?? []).flatMap((location) =>
    (location.levels ?? []).flatMap((level) =>
      (level.zones ?? []).map((zone) => ({ zone, path: `${location.name} ${level.name} ${zone.name}` })),
    ),
  )
  const byPath = new Map(zones.map(({ zone, path }) => [path, zone]))
  expect(perZone.size).toBeGreaterThan(0)
  for (const [key, taken] of perZone) {
    const zone = byPath.get(key.slice(11))
    expect(zone?.kind).toBe('neighborhood')
    expect(taken.length).toBeLessThanOrEqual(zone?.capacity ?? 0)
  }
  for (const booking of bookings.filter(({ place }) => place)) {
    const zone = byPath.get(`${booking.location} ${booking.level} ${booking.zone}`)
    expect(zone?.kind).toBe('individual')
    const desk = zone?.places?.find(({ name }) => name === booking.place)
    if (desk?.assignedUser) expect(booking.user).toBe(desk.assignedUser)
  }
})

test('the company has the requested size, with leavers, assigned desks and unknown badges', () => {
  const company = simulateCompany({ seed: 1, employees: 1000, companyName: 'Öko Werk', startDay: START })
  expect(company.people).toHaveLength(1000)
  expect(company.domain).toBe('okowerk.example')
  expect(Math.abs(company.desks.length - 700)).toBeLessThan(5)
  const leavers = company.people.filter(({ active }) => !active)
  expect(leavers.length).toBeGreaterThan(5)
  for (const { leftOn, assignedDesk } of leavers) {
    expect(leftOn && leftOn < START).toBe(true)
    expect(assignedDesk).toBeNull()
  }
  expect(company.people.filter(({ assignedDesk }) => assignedDesk !== null).length).toBeGreaterThan(20)
  const badges = new Set(company.people.map(({ badgeNumber }) => badgeNumber))
  expect(badges.size).toBe(1000)
  for (const badge of company.unknownBadges) expect(badges.has(badge)).toBe(false)
  for (const desk of company.desks) expect(Number.isFinite(desk.x) && Number.isFinite(desk.y)).toBe(true)
  unique(company.desks.map(({ zone, name }) => `${zone} ${name}`))
  unique(company.spaces.map(({ level, name }) => `${level} ${name}`))
})
