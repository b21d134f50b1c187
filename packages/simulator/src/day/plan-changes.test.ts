import fc from 'fast-check'
import { expect, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import { dayText, localClock } from './calendar.ts'
import { planChangesOf, plansAfter } from './plan-changes.ts'
import { planDay } from './plan-day.ts'
import type { PersonPlan } from './types.ts'

const company = simulateCompany({ seed: 12, employees: 1500, startDay: '2026-01-01' })
const days = fc.integer({ min: 20_454, max: 20_818 }).map(dayText)

const dayOf = (day: string) => {
  const clocks = company.offices.map(({ timeZone }) => localClock(timeZone, day))
  const before = planDay(company, day)
  const planChanges = planChangesOf(company, day, before, clocks)
  return { before, planChanges, after: plansAfter(before, planChanges) }
}

const bookingsOf = (plans: readonly PersonPlan[]) => plans.flatMap(({ booking }) => booking ?? [])

test('plans and bookings also follow the rules of the domain after changes', () => {
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

test('changes are independent of each other, and each person makes at most one', () => {
  fc.assert(
    fc.property(days, (day) => {
      const { before, planChanges } = dayOf(day)
      expect(new Set(planChanges.map(({ person }) => person)).size).toBe(planChanges.length)
      const taken = new Map(before.flatMap(({ person, booking }) => (booking?.desk == null ? [] : [[booking.desk, person]])))
      for (const planChange of planChanges) {
        expect(company.people[planChange.person]?.active).toBe(true)
        const desk = planChange.kind === 'book' ? planChange.booking.desk : null
        if (desk !== null) expect([undefined, planChange.person]).toContain(taken.get(desk))
      }
    }),
    { numRuns: 20 },
  )
})

test('people change desks, cancel, switch between home and office, and go to other offices', () => {
  const kinds = new Set<string>()
  for (let number = 20_514; number < 20_521; number += 1) {
    const { before, planChanges } = dayOf(dayText(number))
    for (const planChange of planChanges) {
      const { plan, office } = before[planChange.person] as PersonPlan
      const to = planChange.kind === 'cancel' ? null : planChange.kind === 'book' ? planChange.booking.office : planChange.office
      kinds.add(
        `${plan} ${planChange.kind} ${to === null || to === company.people[planChange.person]?.office ? 'home' : 'elsewhere'}`,
      )
      if (planChange.kind === 'plan' && planChange.plan === 'r') expect(office).not.toBeNull()
    }
  }
  expect([...kinds]).toEqual(
    expect.arrayContaining(['o book home', 'o cancel home', 'o plan home', 'r book home', 'o book elsewhere']),
  )
})
