import { type RawBuilder, sql } from 'kysely'
import type { Json } from '../../gate/scim/matches.ts'
import { ENTERPRISE_URN, USER_URN } from '../../gate/scim/schema.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { equalsInAnyCase } from '../../platform/sql/search-text.ts'
import type { Provider } from './provider.ts'

/** A user as stored, with what its provider sent. */
export interface UserRow {
  readonly id: string
  readonly userName: string
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly status: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: string
  /** The provider that owns the user, if any. */
  readonly providerId: string | null
  readonly isDeleted: boolean
  readonly externalId: string | null
  readonly resource: Json | null
  readonly groups: readonly { readonly value: string; readonly display: string }[] | null
}

/** The last change of a user, including that of what only the provider sees. */
const CHANGED_AT = sql`greatest(u.updated_at, p.updated_at)`

/** Reads users of the organization `u` with what the provider sent `p`. */
export const USERS_WITH_PROVISIONED = sql`
  users u
  left join provisioned_users p on p.org_id = u.org_id and p.user_id = u.id`

const GROUPS = (provider: Provider): RawBuilder<unknown> => sql`(
  select json_agg(json_build_object('value', g.id, 'display', g.name) order by g.id)
  from group_members m
  join provisioned_groups pg on pg.org_id = m.org_id and pg.group_id = m.group_id
  join groups g on g.org_id = m.org_id and g.id = m.group_id
  where m.org_id = u.org_id and m.user_id = u.id and pg.provider_id = ${provider.id} and pg.deleted_at is null
)`

export const userColumns = (provider: Provider, withGroups: boolean): RawBuilder<unknown> => sql`
  u.id, u.user_name as "userName", u.email, u.first_name as "firstName", u.last_name as "lastName", u.status,
  iso_timestamp(u.created_at) as "createdAt", iso_timestamp(${CHANGED_AT}) as "updatedAt",
  (extract(epoch from ${CHANGED_AT}) * 1000000)::int8::text as version,
  p.provider_id as "providerId", p.deleted_at is not null as "isDeleted", p.external_id as "externalId", p.resource,
  ${withGroups ? GROUPS(provider) : sql`null`} as groups`

/** Whether the provider sees the user: one of its own, or one that no provider owns yet. Erased users are never seen. */
export const isSeenBy = ({ orgId, id }: Provider): RawBuilder<unknown> => sql`
  u.org_id = ${orgId} and u.erased_at is null and (p.user_id is null or p.provider_id = ${id} and p.deleted_at is null)`

/** Looks each user up by key: while the statistics are those of empty tables, a join would read all users of the organization. */
export const selectUsersById = async (
  db: Db,
  provider: Provider,
  ids: readonly string[],
  withGroups: boolean,
): Promise<Map<string, UserRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<UserRow>`
    select ${userColumns(provider, withGroups)}
    from unnest(${arrayLiteral(ids)}::uuid[]) as given (id)
    cross join lateral (select * from users v where v.org_id = ${provider.orgId} and v.id = given.id offset 0) u
    left join lateral (
      select * from provisioned_users q where q.org_id = ${provider.orgId} and q.user_id = given.id offset 0
    ) p on true
    where ${isSeenBy(provider)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A name as PostgreSQL compares it, which lowers some letters differently than JavaScript, and the user of any owner who has it. */
export interface NameHolder {
  readonly lowered: string
  readonly user: UserRow | undefined
}

/** Finds who has each name in any letter case, by the index of searches. */
export const selectNameHolders = async (
  db: Db,
  provider: Provider,
  names: readonly string[],
): Promise<Map<string, NameHolder>> => {
  if (names.length === 0) return new Map()
  const { rows } = await sql<UserRow & { given: string; lowered: string }>`
    select given.name as given, lower(given.name) as lowered, ${userColumns(provider, false)}
    from unnest(${arrayLiteral(names)}::text[]) as given (name)
    left join lateral (
      select * from users v
      where v.org_id = ${provider.orgId} and v.erased_at is null and ${equalsInAnyCase(sql`v.user_name`, sql`given.name`)} offset 0
    ) u on true
    left join lateral (
      select * from provisioned_users q where q.org_id = ${provider.orgId} and q.user_id = u.id offset 0
    ) p on true`.execute(db)
  return new Map(rows.map((row) => [row.given, { lowered: row.lowered, user: row.id === null ? undefined : row }]))
}

/** Returns the attributes of a user that a provider may set. */
export const attributesOf = ({ userName, externalId, status, resource, email, firstName, lastName }: UserRow): Json => {
  const own = { userName, ...(externalId === null ? {} : { externalId }), active: status === 'active' }
  if (resource) return { ...own, ...resource }
  const name = { ...(firstName ? { givenName: firstName } : {}), ...(lastName ? { familyName: lastName } : {}) }
  return {
    ...own,
    ...(Object.keys(name).length > 0 ? { name } : {}),
    ...(email ? { emails: [{ value: email, type: 'work', primary: true }] } : {}),
  }
}

/** Returns the user as a resource. `baseUrl` ends with the version of SCIM. */
export const toUserResource = (row: UserRow, baseUrl: string): Json => {
  const { [ENTERPRISE_URN]: enterprise, ...attributes } = attributesOf(row)
  const location = `${baseUrl}/Users/${row.id}`
  return {
    schemas: enterprise ? [USER_URN, ENTERPRISE_URN] : [USER_URN],
    id: row.id,
    ...attributes,
    ...(row.groups
      ? { groups: row.groups.map((group) => ({ ...group, $ref: `${baseUrl}/Groups/${group.value}`, type: 'direct' })) }
      : {}),
    ...(enterprise ? { [ENTERPRISE_URN]: withManager(enterprise as Json, baseUrl) } : {}),
    meta: {
      resourceType: 'User',
      created: row.createdAt,
      lastModified: row.updatedAt,
      location,
      version: versionOf(row),
    },
  }
}

const withManager = ({ manager, ...others }: Json, baseUrl: string): Json => {
  const value = (manager as Json | undefined)?.value
  return value === undefined ? others : { ...others, manager: { value, $ref: `${baseUrl}/Users/${value}` } }
}

export const versionOf = ({ version }: { readonly version: string }): string => `W/"${version}"`
