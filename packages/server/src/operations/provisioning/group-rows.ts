import { type RawBuilder, sql } from 'kysely'
import type { Json } from '../../gate/scim/matches.ts'
import { GROUP_URN } from '../../gate/scim/schema.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Provider } from './provider.ts'
import { versionOf } from './user-rows.ts'

export interface Member {
  readonly value: string
  readonly type: 'User'
}

export interface GroupRow {
  readonly id: string
  readonly displayName: string
  readonly externalId: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: string
  readonly members: readonly Member[] | null
}

export const GROUPS_WITH_PROVISIONED = sql`
  groups u
  join provisioned_groups p on p.org_id = u.org_id and p.group_id = u.id`

/** The members of a group, without those whom their provider deleted. */
export const MEMBERS: RawBuilder<unknown> = sql`(
  select json_agg(json_build_object('value', m.user_id, 'type', 'User') order by m.user_id)
  from group_members m
  left join provisioned_users q on q.org_id = m.org_id and q.user_id = m.user_id
  where m.org_id = u.org_id and m.group_id = u.id and q.deleted_at is null
)`

export const groupColumns = (withMembers: boolean): RawBuilder<unknown> => sql`
  u.id, u.name as "displayName", p.external_id as "externalId", iso_timestamp(u.created_at) as "createdAt",
  iso_timestamp(greatest(u.updated_at, p.updated_at)) as "updatedAt",
  (extract(epoch from greatest(u.updated_at, p.updated_at)) * 1000000)::int8::text as version,
  ${withMembers ? MEMBERS : sql`null`} as members`

/** Whether the provider sees the group: only its own. */
export const isGroupOf = ({ orgId, id }: Provider): RawBuilder<unknown> => sql`
  u.org_id = ${orgId} and p.provider_id = ${id} and p.deleted_at is null`

export const selectGroupsById = async (
  db: Db,
  provider: Provider,
  ids: readonly string[],
  withMembers: boolean,
): Promise<Map<string, GroupRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<GroupRow>`
    select ${groupColumns(withMembers)}
    from ${GROUPS_WITH_PROVISIONED}
    where ${isGroupOf(provider)} and u.id = any (${arrayLiteral(ids)}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the group as a resource. */
export const toGroupResource = (row: GroupRow, baseUrl: string): Json => ({
  schemas: [GROUP_URN],
  id: row.id,
  ...(row.externalId === null ? {} : { externalId: row.externalId }),
  displayName: row.displayName,
  ...(row.members ? { members: row.members.map((member) => ({ ...member, $ref: `${baseUrl}/Users/${member.value}` })) } : {}),
  meta: {
    resourceType: 'Group',
    created: row.createdAt,
    lastModified: row.updatedAt,
    location: `${baseUrl}/Groups/${row.id}`,
    version: versionOf(row),
  },
})
