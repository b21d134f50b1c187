import { DIVISION_NAMES } from './departments.ts'
import type { Policy } from './types.ts'

/** Everyone comes on three days a week, except for the departments with a rule of their own. */
export const POLICIES: readonly Policy[] = [
  ...DIVISION_NAMES.map((groupName): Policy => ({ groupType: 'division', groupName, rule: { kind: 'daysPerWeek', days: 3 } })),
  ...['Engineering', 'Sales', 'Finance'].map(
    (groupName): Policy => ({ groupType: 'department', groupName, rule: { kind: 'weekdays', weekdays: [2, 4] } }),
  ),
  { groupType: 'department', groupName: 'Facilities', rule: { kind: 'none' } },
]
