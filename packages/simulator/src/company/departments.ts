import type { Department } from './types.ts'

const DIVISIONS: Readonly<Record<string, readonly string[]>> = {
  Product: ['Engineering', 'Design', 'Product Management', 'Data', 'Quality'],
  Commercial: ['Sales', 'Marketing', 'Customer Success', 'Partnerships'],
  Operations: ['Supply Chain', 'Facilities', 'Procurement', 'Support'],
  Corporate: ['Finance', 'Legal', 'People', 'Communications'],
  Technology: ['Infrastructure', 'Security', 'Workplace IT'],
}

export const DIVISION_NAMES: readonly string[] = Object.keys(DIVISIONS)

export const DEPARTMENTS: readonly Department[] = Object.entries(DIVISIONS).flatMap(([division, names]) =>
  names.map((name) => ({ name, division })),
)
