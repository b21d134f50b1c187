import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'

/** A directory that provisions people and groups. */
export interface Provider {
  readonly orgId: string
  readonly id: string
  readonly name: string
  readonly groupType: string
}

/** Returns the provider of a key, by two look-ups of primary keys. */
export const getProvider = async (db: Db, key: { readonly id: string; readonly orgId: string }): Promise<Provider> => {
  const { rows } = await sql<Provider>`
    select p.org_id as "orgId", p.id, p.name, p.group_type as "groupType"
    from api_keys k
    join provisioning_providers p on p.org_id = k.org_id and p.id = k.family_id
    where k.org_id = ${key.orgId} and k.id = ${key.id}`.execute(db)
  if (rows[0]) return rows[0]
  throw new AppError('entity_not_found', { detail: 'The provider of this key does not exist.' })
}
