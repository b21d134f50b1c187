import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A user with the names of the stored attributes, without their values, which may be megabytes. */
export interface StoredUser {
  readonly id: string
  readonly names: Set<string>
}

/** The values to set by name; null removes an attribute. */
export type Patch = Map<string, string | null>

/** Finds users by exact userName; erased users are not found (domain §11). */
export const selectUsers = async (db: Db, orgId: string, userNames: readonly string[]): Promise<Map<string, StoredUser>> => {
  const { rows } = await sql<{ user_name: string; id: string; names: string[] }>`
    select user_name, id, array(select jsonb_object_keys(attributes)) as names
    from users
    where org_id = ${orgId} and user_name = any(${userNames}::text[]) and erased_at is null
  `.execute(db)
  return new Map(rows.map(({ user_name, id, names }) => [user_name, { id, names: new Set(names) }]))
}

/**
 * Merges attributes. A user who already has them is not written, so that repeats change nothing. Users are locked in the order of
 * their ids, as bookings lock them.
 */
export const savePatches = async (db: Db, orgId: string, patches: ReadonlyMap<string, Patch>): Promise<void> => {
  const rows = [...patches].map(([user_id, patch]) => ({ user_id, patch: Object.fromEntries(patch) }))
  await sql`
    with changed as materialized (
      select u.id, r.patch
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (user_id uuid, patch jsonb)
      join users u on u.org_id = ${orgId} and u.id = r.user_id
      where u.attributes is distinct from jsonb_strip_nulls(u.attributes || r.patch)
      order by u.id
      for no key update of u
    )
    update users u
    set attributes = jsonb_strip_nulls(u.attributes || c.patch), updated_at = now()
    from changed c
    where u.org_id = ${orgId} and u.id = c.id
  `.execute(db)
}

/** Returns the texts that are neither the name nor the id of a location. */
export const selectUnknownLocations = async (db: Db, orgId: string, texts: readonly string[]): Promise<Set<string>> => {
  if (texts.length === 0) return new Set()
  const { rows } = await sql<{ text: string }>`
    select given.text
    from unnest(${texts}::text[]) as given (text)
    left join locations by_id on by_id.org_id = ${orgId} and by_id.id::text = lower(given.text)
    left join locations by_name on by_name.org_id = ${orgId} and by_name.name = given.text
    where by_id.id is null and by_name.id is null
  `.execute(db)
  return new Set(rows.map(({ text }) => text))
}
