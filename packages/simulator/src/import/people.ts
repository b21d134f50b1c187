import type { ImportFile } from '@rollcall/contract'
import { divisionsOf } from '../company/departments.ts'
import type { Company, Person } from '../company/types.ts'
import { badgeSourcesOf } from '../day/sources.ts'

type ImportUser = NonNullable<ImportFile['users']>[number]
type ImportGroup = NonNullable<ImportFile['groups']>[number]

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export const importGroups = (company: Company): ImportGroup[] => [
  ...divisionsOf(company.departments).map((name) => ({ name, type: 'division' })),
  ...company.departments.map(({ name, division }) => ({
    name,
    type: 'department',
    parent: { name: division, type: 'division' },
  })),
]

const weekPlanOf = ({ weekPlan }: Person): NonNullable<ImportUser['weekPlan']> =>
  Object.fromEntries(WEEKDAYS.flatMap((name, index) => (weekPlan[index] ? [[name, { plan: weekPlan[index] }]] : [])))

export const importUsers = (company: Company): ImportUser[] =>
  company.people.map((person) => {
    const { name: department = '', division = '' } = company.departments[person.department] ?? {}
    return {
      userName: person.userName,
      email: person.userName,
      firstName: person.firstName,
      lastName: person.lastName,
      status: person.active ? 'active' : 'inactive',
      onboarded: person.onboarded,
      primaryLocation: company.offices[person.office]?.name ?? null,
      groups: [
        { name: department, type: 'department' },
        { name: division, type: 'division' },
      ],
      attributes: {
        jobTitle: person.jobTitle,
        costCentre: String(4000 + person.department),
        ...(person.leftOn ? { leftOn: person.leftOn } : {}),
      },
      weekPlan: weekPlanOf(person),
      identities: badgeSourcesOf(company, person).map((sourceId) => ({ sourceId, sourceUserId: person.badgeNumber })),
    }
  })
