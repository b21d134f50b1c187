import type { Department } from './types.ts'

const DIVISIONS: Readonly<Record<string, readonly string[]>> = {
  Product: ['Engineering', 'Design', 'Product Management', 'Data', 'Quality'],
  Commercial: ['Sales', 'Marketing', 'Customer Success', 'Partnerships'],
  Operations: ['Supply Chain', 'Facilities', 'Procurement', 'Support'],
  Corporate: ['Finance', 'Legal', 'People', 'Communications'],
  Technology: ['Infrastructure', 'Security', 'Workplace IT'],
}

export const DIVISION_NAMES: readonly string[] = Object.keys(DIVISIONS)

/** The divisions of some departments. */
export const divisionsOf = (departments: readonly Department[]): string[] => [
  ...new Set(departments.map(({ division }) => division)),
]

export const DEPARTMENTS: readonly Department[] = Object.entries(DIVISIONS).flatMap(([division, names]) =>
  names.map((name) => ({ name, division })),
)

/** Some of the departments, of as many divisions as possible. */
export const someDepartments = (count: number): Department[] =>
  Array.from({ length: count }, (_, index) => DEPARTMENTS[Math.floor((index * DEPARTMENTS.length) / count)]).filter(
    (department) => department !== undefined,
  )
