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

/** What a card is set to. */
export interface CardSetting {
  readonly userId: string
  readonly card: AccessCredential
}

/** A card as it is stored. */
export interface StoredCard {
  readonly userId: string
  readonly credentialType: string
  readonly active: boolean
  readonly scanData: readonly string[]
}

/** Returns those of the cards that are stored, by their identity. */
export const selectCards = async (
  db: Db,
  orgId: string,
  cards: readonly AccessCredential[],
): Promise<Map<string, StoredCard>> => {
  if (cards.length === 0) return new Map()
  const input = JSON.stringify(cards.map((card) => ({ facility_code: card.facilityCode ?? '', card_number: card.cardNumber })))
  const { rows } = await sql<StoredCard & { facilityCode: string; cardNumber: string }>`
    select c.facility_code as "facilityCode", c.card_number as "cardNumber", c.user_id as "userId",
      c.credential_type as "credentialType", c.active, c.scan_data as "scanData"
    from json_to_recordset(${input}::json) as r (facility_code text, card_number text)
    cross join lateral (
      select c.facility_code, c.card_number, c.user_id, c.credential_type, c.active,
        array(
          select s.scan_datum
          from credential_scan_data s
          where s.org_id = ${orgId} and s.facility_code = c.facility_code and s.card_number = c.card_number
        ) as scan_data
      from access_credentials c
      where c.org_id = ${orgId} and c.facility_code = r.facility_code and c.card_number = r.card_number
      offset 0
    ) c`.execute(db)
  return new Map(rows.map((row) => [cardIdentity(row), row]))
}

/** Returns a single text as a list of one, and an empty or absent text as an empty list (contract §3.3). */
const scanDataOf = ({ scanData }: AccessCredential): string[] => [...new Set([scanData || []].flat())]

/**
 * Sets cards, each once, with their scan data, and writes only what differs from the stored cards, so that repeats change nothing. When
 * a card moves to another holder or is retired, the foreign key carries its scan data along.
 */
export const saveCards = async (
  db: Db,
  orgId: string,
  settings: readonly CardSetting[],
  stored: ReadonlyMap<string, StoredCard>,
): Promise<void> => {
  const compared = settings.map(({ userId, card }) => {
    const before = stored.get(cardIdentity(card))
    const keys = { facility_code: card.facilityCode ?? '', card_number: card.cardNumber }
    const scanData = scanDataOf(card)
    return {
      row: { ...keys, user_id: userId, credential_type: card.credentialType, active: card.active },
      isChanged: before?.userId !== userId || before.credentialType !== card.credentialType || before.active !== card.active,
      removed: (before?.scanData ?? []).filter((scan) => !scanData.includes(scan)).map((scan_datum) => ({ ...keys, scan_datum })),
      added: scanData
        .filter((scan) => !before?.scanData.includes(scan))
        .map((scan_datum) => ({ ...keys, scan_datum, user_id: userId, active: card.active })),
    }
  })
  await removeScanData(
    db,
    orgId,
    compared.flatMap(({ removed }) => removed),
  )
  await writeCards(
    db,
    orgId,
    compared.filter(({ isChanged }) => isChanged).map(({ row }) => row),
  )
  await addScanData(
    db,
    orgId,
    compared.flatMap(({ added }) => added),
  )
}

const removeScanData = async (db: Db, orgId: string, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    delete from credential_scan_data s
    using json_to_recordset(${JSON.stringify(rows)}::json) as r (facility_code text, card_number text, scan_datum text)
    where s.org_id = ${orgId} and s.facility_code = r.facility_code and s.card_number = r.card_number
      and s.scan_datum = r.scan_datum`.execute(db)
}

const writeCards = async (db: Db, orgId: string, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into access_credentials (org_id, facility_code, card_number, user_id, credential_type, active)
    select ${orgId}::uuid, facility_code, card_number, user_id, credential_type, active
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (facility_code text, card_number text, user_id uuid, credential_type text, active boolean)
    on conflict (org_id, facility_code, card_number) do update
    set user_id = excluded.user_id, credential_type = excluded.credential_type, active = excluded.active, updated_at = now()
  `.execute(db)
}

const addScanData = async (db: Db, orgId: string, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into credential_scan_data (org_id, facility_code, card_number, scan_datum, user_id, active)
    select ${orgId}::uuid, facility_code, card_number, scan_datum, user_id, active
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (facility_code text, card_number text, scan_datum text, user_id uuid, active boolean)
    on conflict do nothing`.execute(db)
}
