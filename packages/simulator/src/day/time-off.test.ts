import { expect, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import { daysBetween } from './calendar.ts'
import { planDay } from './plan-day.ts'
import { timeOffOn, withTimeOff } from './time-off.ts'

const START = '2026-03-02'
const company = simulateCompany({ seed: 13, employees: 1000, startDay: START, timeOffFrom: '2026-03-09' })

test('time off is after its announcement, and is canceled before it starts', () => {
  const told = [...daysBetween(START, '2026-03-31')].map((day) => ({ day, ...timeOffOn(company, day) }))
  expect(told.find(({ announced }) => announced.length > 0)?.day).toBe('2026-03-09')
  const calledOff = told.flatMap((one) => one.calledOff.map((timeOff) => ({ ...timeOff, day: one.day })))
  expect(calledOff.length).toBeGreaterThan(10)
  for (const { day, firstDay, calledOffOn } of calledOff) {
    expect(calledOffOn).toBe(day)
    expect(day <= firstDay).toBe(true)
  }
  for (const { day, announced } of told) {
    for (const { firstDay, lastDay, announcedOn } of announced) {
      expect([announcedOn, day < firstDay, firstDay <= lastDay]).toEqual([day, true, true])
    }
  }
})

test('a person with time off is away without a booking, until it is canceled', () => {
  const { announced } = timeOffOn(company, '2026-03-09')
  const [taken] = announced.filter(({ calledOffOn }) => calledOffOn === null)
  const [given] = announced.filter(({ calledOffOn }) => calledOffOn !== null)
  const planOf = (person = -1, day = '', until = day) => withTimeOff(company, day, planDay(company, day), until)[person]
  expect(planOf(taken?.person, taken?.firstDay)).toMatchObject({ plan: 'a', origin: 'time-off', office: null, booking: null })
  expect(planOf(given?.person, given?.lastDay, '2026-03-09')).toMatchObject({ plan: 'a', origin: 'time-off' })
  expect(planOf(given?.person, given?.lastDay)).toMatchObject({ origin: 'week' })
})

test('before the first day of announcements there is no time off', () => {
  const plans = planDay(company, '2026-03-05')
  expect(withTimeOff(company, '2026-03-05', plans)).toEqual(plans)
})
