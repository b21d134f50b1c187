import { divisionsOf } from '../company/departments.ts'
import type { Company } from '../company/types.ts'
import type { DirectoryTruth } from './rows.ts'

/** Groups, members and desks as the import makes them. Divisions contain departments. */
export function* directoryTruth({ departments, people, offices, levels, zones, desks }: Company): Generator<DirectoryTruth> {
  for (const name of [...divisionsOf(departments), ...departments.map((department) => department.name)]) {
    yield { type: 'groupAncestor', ancestorGroupName: name, groupName: name, depth: 0 }
  }
  for (const { name, division } of departments) {
    yield { type: 'groupAncestor', ancestorGroupName: division, groupName: name, depth: 1 }
  }
  for (const { userName, department } of people) {
    const { name = '', division = '' } = departments[department] ?? {}
    yield { type: 'groupMember', groupName: name, groupType: 'department', userName }
    yield { type: 'groupMember', groupName: division, groupType: 'division', userName }
  }
  for (const { name, office, level, zone, assignedTo } of desks) {
    yield {
      ...{ type: 'desk', deskName: name, zoneName: zones[zone]?.name ?? '', levelName: levels[level]?.name ?? '' },
      locationName: offices[office]?.name ?? '',
      assignedUserName: assignedTo === null ? null : (people[assignedTo]?.userName ?? null),
    }
  }
}
