import type { AccessCredential } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Returns ids of users by exact userName. */
export const selectHolders = async (db: Db, orgId: string, userNames: string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('users')
    .select(['user_name', 'id'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`user_name = any (${userNames}::text[])`)
    .where('erased_at', 'is', null)
    .execute()
  return new Map(rows.map(({ user_name, id }) => [user_name, id]))
}

const asRows = (credentials: readonly AccessCredential[]): string =>
  JSON.stringify(
    credentials.map((card) => ({
      facility_code: card.facilityCode ?? '',
      card_number: card.cardNumber,
      scan_data: scanDataOf(card),
      credential_type: card.credentialType,
      active: card.active,
    })),
  )

/** Returns a single text as a list of one, and an empty or absent text as an empty list (contract §3.3). */
const scanDataOf = ({ scanData }: AccessCredential): string[] => [scanData || []].flat()

/** Returns the identities of the cards that are active for another user. */
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

/**
 * Sets cards with their scan data. A card that already has the given state is not written, so that repeats change nothing. When a card moves to
 * another holder or is retired, the foreign key removes its scan data.
 */
export const saveCards = async (
  db: Db,
  orgId: string,
  userId: string,
  credentials: readonly AccessCredential[],
): Promise<void> => {
  const cards = asRows(credentials)
  await sql`
    insert into access_credentials as c
      (org_id, facility_code, card_number, user_id, credential_type, active)
    select ${orgId}::uuid, facility_code, card_number, ${userId}::uuid, credential_type, active
    from json_to_recordset(${cards}::json)
      as r (facility_code text, card_number text, credential_type text, active boolean)
    on conflict (org_id, facility_code, card_number) do update
    set user_id = excluded.user_id, credential_type = excluded.credential_type, active = excluded.active, updated_at = now()
    where (c.user_id, c.credential_type, c.active) is distinct from (excluded.user_id, excluded.credential_type, excluded.active)
  `.execute(db)
  await sql`
    with cards as materialized (
      select facility_code, card_number, scan_data, active
      from json_to_recordset(${cards}::json) as r (facility_code text, card_number text, scan_data text[], active boolean)
    ), removed as (
      delete from credential_scan_data s
      using cards r
      where s.org_id = ${orgId} and s.facility_code = r.facility_code and s.card_number = r.card_number
        and s.scan_datum <> all (r.scan_data)
    )
    insert into credential_scan_data (org_id, facility_code, card_number, scan_datum, user_id, active)
    select ${orgId}::uuid, r.facility_code, r.card_number, d.scan_datum, ${userId}::uuid, r.active
    from cards r
    cross join unnest(r.scan_data) as d (scan_datum)
    on conflict do nothing
  `.execute(db)
}
