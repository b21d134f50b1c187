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

/** A card is identified by its facility code, which may be empty, and its number (contract §3.3). */
export const cardIdentity = ({ facilityCode, cardNumber }: Pick<AccessCredential, 'facilityCode' | 'cardNumber'>): string =>
  JSON.stringify([facilityCode ?? '', cardNumber])

/** Returns the users for whom these cards are active, by the identity of the card. */
export const selectActiveCards = async (
  db: Db,
  orgId: string,
  cards: readonly AccessCredential[],
): Promise<Map<string, string>> => {
  if (cards.length === 0) return new Map()
  const input = JSON.stringify(cards.map((card) => ({ facility_code: card.facilityCode ?? '', card_number: card.cardNumber })))
  const { rows } = await sql<{ facilityCode: string; cardNumber: string; userId: string }>`
    select c.facility_code as "facilityCode", c.card_number as "cardNumber", c.user_id as "userId"
    from json_to_recordset(${input}::json) as r (facility_code text, card_number text)
    cross join lateral (
      select c.facility_code, c.card_number, c.user_id
      from access_credentials c
      where c.org_id = ${orgId} and c.facility_code = r.facility_code and c.card_number = r.card_number and c.active
      offset 0
    ) c`.execute(db)
  return new Map(rows.map((row) => [cardIdentity(row), row.userId]))
}

/** What a card is set to. */
export interface CardSetting {
  readonly userId: string
  readonly card: AccessCredential
}

/** Returns a single text as a list of one, and an empty or absent text as an empty list (contract §3.3). */
const scanDataOf = ({ scanData }: AccessCredential): string[] => [scanData || []].flat()

/**
 * Sets cards, each once, with their scan data. A card that already has the given state is not written, so that repeats change nothing.
 * When a card moves to another holder or is retired, the foreign key carries its scan data along.
 */
export const saveCards = async (db: Db, orgId: string, settings: readonly CardSetting[]): Promise<void> => {
  if (settings.length === 0) return
  const cards = JSON.stringify(
    settings.map(({ userId, card }) => ({
      facility_code: card.facilityCode ?? '',
      card_number: card.cardNumber,
      scan_data: scanDataOf(card),
      user_id: userId,
      credential_type: card.credentialType,
      active: card.active,
    })),
  )
  await sql`
    insert into access_credentials as c
      (org_id, facility_code, card_number, user_id, credential_type, active)
    select ${orgId}::uuid, facility_code, card_number, user_id, credential_type, active
    from json_to_recordset(${cards}::json)
      as r (facility_code text, card_number text, user_id uuid, credential_type text, active boolean)
    on conflict (org_id, facility_code, card_number) do update
    set user_id = excluded.user_id, credential_type = excluded.credential_type, active = excluded.active, updated_at = now()
    where (c.user_id, c.credential_type, c.active) is distinct from (excluded.user_id, excluded.credential_type, excluded.active)
  `.execute(db)
  await sql`
    with cards as materialized (
      select facility_code, card_number, scan_data, user_id, active
      from json_to_recordset(${cards}::json)
        as r (facility_code text, card_number text, scan_data text[], user_id uuid, active boolean)
    ), removed as (
      delete from credential_scan_data s
      using cards r
      cross join lateral (
        select k.ctid
        from credential_scan_data k
        where k.org_id = ${orgId} and k.facility_code = r.facility_code and k.card_number = r.card_number
          and k.scan_datum <> all (r.scan_data)
        offset 0
      ) k
      where s.ctid = k.ctid
    )
    insert into credential_scan_data (org_id, facility_code, card_number, scan_datum, user_id, active)
    select ${orgId}::uuid, r.facility_code, r.card_number, d.scan_datum, r.user_id, r.active
    from cards r
    cross join unnest(r.scan_data) as d (scan_datum)
    on conflict do nothing
  `.execute(db)
}
