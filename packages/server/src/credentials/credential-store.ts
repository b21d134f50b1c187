import type { AccessCredential } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Ids of users by exact userName. */
export const selectHolders = async (db: Db, orgId: string, userNames: string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('users')
    .select(['user_name', 'id'])
    .where('org_id', '=', orgId)
    .where('user_name', 'in', userNames)
    .where('erased_at', 'is', null)
    .execute()
  return new Map(rows.map(({ user_name, id }) => [user_name, id]))
}

const asRows = (credentials: readonly AccessCredential[]): string =>
  JSON.stringify(
    credentials.map((card) => ({
      facility_code: card.facilityCode ?? '',
      card_number: card.cardNumber,
      scan_data: card.scanData || null,
      credential_type: card.credentialType,
      active: card.active,
    })),
  )

/** Identities of those cards that are active for somebody else. */
export const selectTakenCards = async (
  db: Db,
  orgId: string,
  userId: string,
  credentials: readonly AccessCredential[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ facility_code: string; card_number: string }>`
    select c.facility_code, c.card_number
    from json_to_recordset(${asRows(credentials)}::json) as r (facility_code text, card_number text)
    join access_credentials c
      on c.org_id = ${orgId} and c.facility_code = r.facility_code and c.card_number = r.card_number
    where c.active and c.user_id <> ${userId}
  `.execute(db)
  return new Set(rows.map((row) => JSON.stringify([row.facility_code, row.card_number])))
}

/** Sets cards; one that is already as wanted is not touched, so that repeats change nothing. */
export const saveCards = async (
  db: Db,
  orgId: string,
  userId: string,
  credentials: readonly AccessCredential[],
): Promise<void> => {
  await sql`
    insert into access_credentials as c
      (org_id, facility_code, card_number, user_id, scan_data, credential_type, active)
    select ${orgId}::uuid, facility_code, card_number, ${userId}::uuid, scan_data, credential_type, active
    from json_to_recordset(${asRows(credentials)}::json)
      as r (facility_code text, card_number text, scan_data text, credential_type text, active boolean)
    on conflict (org_id, facility_code, card_number) do update
    set user_id = excluded.user_id, scan_data = excluded.scan_data, credential_type = excluded.credential_type,
      active = excluded.active, updated_at = now()
    where (c.user_id, c.scan_data, c.credential_type, c.active)
      is distinct from (excluded.user_id, excluded.scan_data, excluded.credential_type, excluded.active)
  `.execute(db)
}
