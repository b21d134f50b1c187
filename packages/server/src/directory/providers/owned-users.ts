import { sql } from 'kysely'
import { ENTERPRISE_URN } from '../../gate/scim/schema.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** A user whom a provider owns, with what only the provider changes. */
export interface OwnedUser {
  readonly id: string
  readonly providerId: string
  readonly providerName: string
  readonly columns: Readonly<Record<OwnedColumn, string | null>>
  /** The attributes that the provider sends. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Columns of users that belong to the provider, if one owns the user. */
export const OWNED_COLUMNS = ['user_name', 'email', 'first_name', 'last_name', 'status'] as const
export type OwnedColumn = (typeof OWNED_COLUMNS)[number]

/** Finds those of the users whom a provider owns; one that deleted a user no longer owns it. By primary keys. */
export const selectOwnedUsers = async (
  db: Db,
  orgId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, OwnedUser>> => {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<OwnedUser>`
    select u.id, p.provider_id as "providerId", v.name as "providerName",
      jsonb_build_object(
        'user_name', u.user_name, 'email', u.email, 'first_name', u.first_name, 'last_name', u.last_name, 'status', u.status
      ) as columns,
      (
        select coalesce(jsonb_object_agg(name, u.attributes ->> name), '{}')
        from jsonb_object_keys(coalesce(p.resource -> ${ENTERPRISE_URN}, '{}')) as k (name)
        where u.attributes ? name
      ) as attributes
    from unnest(${arrayLiteral(userIds)}::uuid[]) as given (id)
    join provisioned_users p on p.org_id = ${orgId} and p.user_id = given.id and p.deleted_at is null
    join provisioning_providers v on v.org_id = p.org_id and v.id = p.provider_id
    join users u on u.org_id = p.org_id and u.id = p.user_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
