import { USER_FIELDS, type User } from '@rollcall/contract'
import { sql } from 'kysely'
import { escapeLike } from '../../platform/sql/search-text.ts'
import { begins, type Condition, type EntityTable } from '../entities/entity-table.ts'
import { fieldColumns } from '../entities/field-columns.ts'

export const USERS: EntityTable<User> = {
  table: 'users',
  named: 'user',
  idField: 'userId',
  columns: {
    userId: 'id',
    userName: 'user_name',
    ...fieldColumns(USER_FIELDS),
    status: 'status',
    onboarded: 'onboarded',
    visibility: 'visibility',
    primaryLocationId: 'primary_location_id',
    primaryGroupId: 'primary_group_id',
    attributes: 'attributes',
  },
  joins: `left join locations l on l.org_id = e.org_id and l.id = e.primary_location_id
    left join groups g on g.org_id = e.org_id and g.id = e.primary_group_id
    left join provisioned_users pu on pu.org_id = e.org_id and pu.user_id = e.id and pu.deleted_at is null
    left join provisioning_providers pv on pv.org_id = pu.org_id and pv.id = pu.provider_id`,
  joined: { primaryLocationName: 'l.name', primaryGroupName: 'g.name', providerName: 'pv.name' },
  order: [{ field: 'userName', form: 'text' }],
}

/** Matches members of a group, by the primary key of the memberships. */
export const isMemberOf = (groupId: string): Condition =>
  sql`exists (select from group_members m where m.org_id = e.org_id and m.group_id = ${groupId} and m.user_id = e.id)`

/** Matches a name, or the e-mail address in any letter case (index users_search_email), for administrators. */
export const isFoundBy = (search: string): Condition =>
  sql`(${isNamed(search)} or lower(e.email) like lower(${`${escapeLike(search)}%`}))`

/** Matches the start of any of the three names, each by its own index (users_search_…), or of first and last name together. */
export const isNamed = (search: string): Condition => {
  const [first, ...rest] = search.trim().split(/\s+/) as [string, ...string[]]
  const isBoth = sql`or (${begins('e.first_name', first)} and ${begins('e.last_name', rest.join(' '))})`
  return sql`(${begins('e.user_name', search)} or ${begins('e.first_name', search)} or ${begins('e.last_name', search)}
    ${rest.length > 0 ? isBoth : sql``})`
}
