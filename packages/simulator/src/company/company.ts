import type { SimulationOptions } from '../options.ts'
import { randomOf } from '../random/random.ts'
import { DEPARTMENTS, someDepartments } from './departments.ts'
import { equip } from './equipment.ts'
import { plainName } from './names.ts'
import { buildPremises, SITES } from './offices.ts'
import { makePeople, officesOfPeople } from './people.ts'
import { POLICIES } from './policies.ts'
import type { Company, Policy } from './types.ts'

const checked = ({ seed, employees, startDay, late = 0, duplicates = 0, ...some }: SimulationOptions) => {
  if (!Number.isInteger(seed)) throw new RangeError('seed must be an integer')
  if (!Number.isInteger(employees) || employees < 1) throw new RangeError('employees must be an integer of at least 1')
  for (const [name, share] of Object.entries({ late, duplicates })) {
    if (!(share >= 0 && share <= 1)) throw new RangeError(`${name} must be a share from 0 to 1`)
  }
  checkCount('offices', some.offices, SITES.length)
  checkCount('departments', some.departments, DEPARTMENTS.length)
  Temporal.PlainDate.from(startDay, { overflow: 'reject' })
}

/** Most people have arrived by then. */
const CHECK_IN_BY = '11:00'

const checkCount = (name: string, count: number | undefined, most: number) => {
  const isGood = count === undefined || (Number.isInteger(count) && count >= 1 && count <= most)
  if (!isGood) throw new RangeError(`${name} must be a whole number from 1 to ${most}`)
}

const tagOf = ({ seed, employees }: SimulationOptions, name: string): string => {
  const letters = Array.from(name, (letter) => letter.codePointAt(0) ?? 0)
  return randomOf(seed, employees, ...letters)
    .below(36 ** 5)
    .toString(36)
    .padStart(5, '0')
}

/** Simulates a company. Equal options always give the same company. */
export const simulateCompany = (options: SimulationOptions): Company => {
  checked(options)
  const {
    seed,
    employees,
    startDay,
    companyName: name = 'Acme',
    late = 0.025,
    duplicates = 0.014,
    timeOffFrom = null,
    keepsHolidays = false,
    hasPolicies = false,
    hasCheckIn = false,
    hasEquipment = false,
    offices = SITES.length,
  } = options
  const departments = someDepartments(options.departments ?? DEPARTMENTS.length)
  const isKnown = ({ groupName }: Policy) =>
    departments.some(({ name, division }) => groupName === name || groupName === division)
  const domain = `${plainName(name) || 'company'}.example`
  const officeOfPerson = officesOfPeople(employees, offices)
  const peopleOf = SITES.slice(0, offices).map((_, office) =>
    officeOfPerson.flatMap((home, person) => (home === office ? [person] : [])),
  )
  const premises = buildPremises(
    seed,
    startDay,
    peopleOf.map(({ length }) => length),
  )
  const [first] = premises.offices
  if (first && hasCheckIn) first.checkInBy = CHECK_IN_BY
  if (hasEquipment) equip(seed, premises.desks)
  const people = makePeople({ seed, domain, startDay, premises, departments: departments.length }, officeOfPerson)
  const unknownBadges = Array.from({ length: Math.max(3, Math.round(employees / 200)) }, (_, n) => `9${n + 100_000}`)
  const identity = { seed, tag: tagOf(options, name), name, domain, startDay, late, duplicates, timeOffFrom, keepsHolidays }
  const policies = hasPolicies ? POLICIES.filter(isKnown) : []
  return { ...identity, ...premises, departments, policies, people, peopleOf, unknownBadges }
}
