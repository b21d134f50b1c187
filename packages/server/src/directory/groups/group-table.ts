import type { Group } from '@rollcall/contract'
import type { EntityTable } from '../entities/entity-table.ts'

export const GROUPS: EntityTable<Group> = {
  table: 'groups',
  named: 'group',
  idField: 'groupId',
  columns: {
    groupId: 'id',
    groupName: 'name',
    groupType: 'type',
    parentGroupId: 'parent_id',
    origin: 'origin',
    status: 'status',
  },
  joins: 'left join groups p on p.org_id = e.org_id and p.id = e.parent_id',
  joined: { parentGroupName: 'p.name' },
  order: [
    { field: 'groupType', form: 'text' },
    { field: 'groupName', form: 'text' },
  ],
}
