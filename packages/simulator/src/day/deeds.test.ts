import fc from 'fast-check'
import { expect, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import { dayText, localClock } from './calendar.ts'
import { deedsOf, plansAfter } from './deeds.ts'
import { planDay } from './plan-day.ts'
import type { PersonPlan } from './types.ts'

const company = simulateCompany({ seed: 12, employees: 1500, startDay: '2026-01-01' })
const days = fc.integer({ min: 20_454, max: 20_818 }).map(dayText)

const dayOf = (day: string) => {
  const clocks = company.offices.map(({ timeZone }) => localClock(timeZone, day))
  const before = planDay(company, day)
  const deeds = deedsOf(company, day, before, clocks)
  return { before, deeds, after: plansAfter(before, deeds) }
}

const bookingsOf = (plans: readonly PersonPlan[]) => plans.flatMap(({ booking }) => booking ?? [])

test('plans and bookings keep the rules of the domain after the deeds too', () => {
  fc.assert(
    fc.property(days, (day) => {
      const { after } = dayOf(day)
      const desks = bookingsOf(after).flatMap(({ desk }) => desk ?? [])
      expect(new Set(desks).size).toBe(desks.length)
      const taken = Map.groupBy(
        bookingsOf(after).filter(({ desk }) => desk === null),
        ({ zone }) => zone,
      )
      for (const [zone, bookings] of taken) {
        if (zone !== null) expect(bookings.length).toBeLessThanOrEqual(company.zones[zone]?.desks.length ?? 0)
      }
      for (const { person, plan, office, booking } of after) {
        if (plan !== 'o') expect([office, booking]).toEqual([null, null])
        else expect(booking?.office ?? office).toBe(office)
        if (booking?.desk != null) expect([person, null]).toContain(company.desks[booking.desk]?.assignedTo)
      }
    }),
    { numRuns: 20 },
  )
})

test('no deed needs what another one leaves, and nobody does two', () => {
  fc.assert(
    fc.property(days, (day) => {
      const { before, deeds } = dayOf(day)
      expect(new Set(deeds.map(({ person }) => person)).size).toBe(deeds.length)
      const taken = new Map(before.flatMap(({ person, booking }) => (booking?.desk == null ? [] : [[booking.desk, person]])))
      for (const deed of deeds) {
        expect(company.people[deed.person]?.active).toBe(true)
        const desk = deed.kind === 'book' ? deed.booking.desk : null
        if (desk !== null) expect([undefined, deed.person]).toContain(taken.get(desk))
      }
    }),
    { numRuns: 20 },
  )
})

test('people change desks, cancel, stay at home, come after all and go to other offices', () => {
  const kinds = new Set<string>()
  for (let number = 20_514; number < 20_521; number += 1) {
    const { before, deeds } = dayOf(dayText(number))
    for (const deed of deeds) {
      const { plan, office } = before[deed.person] as PersonPlan
      const to = deed.kind === 'cancel' ? null : deed.kind === 'book' ? deed.booking.office : deed.office
      kinds.add(`${plan} ${deed.kind} ${to === null || to === company.people[deed.person]?.office ? 'home' : 'elsewhere'}`)
      if (deed.kind === 'plan' && deed.plan === 'r') expect(office).not.toBeNull()
    }
  }
  expect([...kinds]).toEqual(
    expect.arrayContaining(['o book home', 'o cancel home', 'o plan home', 'r book home', 'o book elsewhere']),
  )
})
