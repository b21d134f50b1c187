import { expect, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import type { PersonPlan, SeenAt } from '../day/types.ts'
import { attendanceOf } from './attendance.ts'

const company = simulateCompany({ seed: 1, employees: 30, startDay: '2026-03-01' })
const [person] = company.people
if (!person) throw new Error('The company is empty')

const HOME = person.office
const [OTHER, THIRD] = company.offices.map(({ index }) => index).filter((index) => index !== HOME) as [number, number]
const DAY = '2026-03-04'
const LATER = Date.parse('2026-03-06')

const at = (office: number, hour: number): SeenAt => {
  const firstSeen = Date.parse(`${DAY}T${String(hour).padStart(2, '0')}:00:00Z`)
  return { office, firstSeen, lastSeen: firstSeen + 1000 }
}

const planned = (plan: PersonPlan['plan'], office: number | null = null, booked: number | null = null): PersonPlan => ({
  ...{ person: 0, plan, origin: 'import', office },
  booking: booked === null ? null : { office: booked, zone: null, desk: null },
})

const outcome = (plan: PersonPlan, seen: SeenAt[], { reporting = [HOME, OTHER], moment = LATER } = {}) => {
  const attendance = attendanceOf(person, plan, seen, { company, day: DAY, reporting: new Set(reporting), moment })
  return [attendance.type, attendance.seen?.office ?? null]
}

test.each([
  ['office, seen there', planned('o', HOME), [at(HOME, 9)], 'confirmed', HOME],
  ['office by primary location, seen there', planned('o'), [at(HOME, 9)], 'confirmed', HOME],
  ['office, not seen where presence is reported', planned('o', HOME), [], 'noShow', null],
  ['office, not seen where it is not reported', planned('o', THIRD), [], 'unconfirmed', null],
  ['office, seen only elsewhere', planned('o', HOME), [at(OTHER, 9)], 'walkIn', OTHER],
  ['office, seen there and earlier elsewhere', planned('o', HOME), [at(OTHER, 7), at(HOME, 9)], 'confirmed', HOME],
  ['office, seen elsewhere twice: the first counts', planned('o', HOME), [at(OTHER, 9), at(THIRD, 8)], 'walkIn', THIRD],
  ['the booking overrides the plan', planned('o', HOME, OTHER), [at(HOME, 7), at(OTHER, 9)], 'confirmed', OTHER],
  ['remote, seen', planned('r'), [at(HOME, 9)], 'walkIn', HOME],
  ['away, seen', planned('a'), [at(OTHER, 9)], 'walkIn', OTHER],
  ['no plan, seen', planned(null), [at(HOME, 9)], 'walkIn', HOME],
  ['remote, not seen', planned('r'), [], null, null],
  ['away, not seen', planned('a'), [], null, null],
] as const)('%s', (_what, plan, seen, type, office) => {
  expect(outcome(plan, [...seen])).toEqual([type, office])
})

test('there is no noShow before the local day of the planned office is over', () => {
  const { timeZone } = company.offices[HOME] as { timeZone: string }
  const end = Temporal.PlainDate.from(DAY).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  expect(outcome(planned('o', HOME), [], { moment: end - 1 })).toEqual([null, null])
  expect(outcome(planned('o', HOME), [], { moment: end })).toEqual(['noShow', null])
  expect(outcome(planned('o', HOME), [at(HOME, 9)], { moment: end - 1 })).toEqual(['confirmed', HOME])
})
