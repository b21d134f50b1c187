import { sql } from 'kysely'
import { isUuid } from '../../platform/sql/uuid.ts'
import type { Columns } from './filter-sql.ts'
import { MEMBERS } from './group-rows.ts'
import type { Provider } from './provider.ts'

const TIMES = { 'meta created': sql`u.created_at`, 'meta lastModified': sql`greatest(u.updated_at, p.updated_at)` }

/** Attributes of users. People whom no provider owns have what the columns of users say. */
export const userColumnsOf = ({ orgId, id }: Provider): Columns => ({
  columns: {
    ...TIMES,
    userName: sql`u.user_name`,
    externalId: sql`p.external_id`,
    active: sql`(u.status = 'active')`,
    'name givenName': sql`u.first_name`,
    'name familyName': sql`u.last_name`,
  },
  searched: ['userName', 'name givenName', 'name familyName'],
  json: sql`p.resource`,
  lists: {
    emails: sql`case
      when p.user_id is not null then p.resource -> 'emails'
      when u.email is not null then jsonb_build_array(jsonb_build_object('value', u.email, 'type', 'work', 'primary', true))
    end`,
    groups: sql`(
      select jsonb_agg(jsonb_build_object('value', g.id, 'display', g.name, 'type', 'direct'))
      from group_members m
      join provisioned_groups pg on pg.org_id = m.org_id and pg.group_id = m.group_id
      join groups g on g.org_id = m.org_id and g.id = m.group_id
      where m.org_id = u.org_id and m.user_id = u.id and pg.provider_id = ${id} and pg.deleted_at is null
    )`,
  },
  candidates(name, _part, value) {
    if (name === 'groups') {
      if (!isUuid(value)) return sql`false`
      return sql`u.id in (select m.user_id from group_members m where m.org_id = ${orgId} and m.group_id = ${value})`
    }
    if (name !== 'emails') return undefined
    return sql`u.id in (
      select c.user_id from provisioned_users c where c.org_id = ${orgId} and c.emails @> array[lower(${value}::text)]
      union all
      select c.id from users c where c.org_id = ${orgId} and lower(c.email) = lower(${value}::text)
    )`
  },
})

export const groupColumnsOf = ({ orgId }: Provider): Columns => ({
  columns: { ...TIMES, displayName: sql`u.name`, externalId: sql`p.external_id` },
  searched: ['displayName'],
  json: sql`'{}'::jsonb`,
  lists: { members: sql`${MEMBERS}::jsonb` },
  candidates(name, _part, value) {
    if (name !== 'members') return undefined
    if (!isUuid(value)) return sql`false`
    return sql`u.id in (select m.group_id from group_members m where m.org_id = ${orgId} and m.user_id = ${value})`
  },
})
