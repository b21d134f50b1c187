import { type DeskCode, MAX_PAGE } from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { transact } from '../../platform/transactions/transact.ts'

const getZoneName = async (db: Db, orgId: string, zoneId: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select name from zones where org_id = ${orgId} and id = ${zoneId}`.execute(db)
  if (!rows[0]) throw new AppError('entity_not_found', { detail: 'There is no zone with this id.' })
  return rows[0].name
}

/** Returns the codes of the active desks of a zone, by name, after a name. @throws AppError entity_not_found */
export const listDeskCodes = async (
  db: Db,
  orgId: string,
  zoneId: string,
  { after, limit = MAX_PAGE }: { after?: string | undefined; limit?: number },
): Promise<DeskCode[]> => {
  await getZoneName(db, orgId, zoneId)
  const { rows } = await sql<DeskCode>`
    select id as "placeId", name as "placeName", check_in_code as code
    from places
    where org_id = ${orgId} and zone_id = ${zoneId} and status = 'active' and (${after ?? null}::text is null or name > ${after ?? null})
    order by name
    limit ${limit}`.execute(db)
  return rows
}

/** Gives desks of a zone new codes. @param placeIds all desks if absent @throws AppError entity_not_found */
export const renewDeskCodes = (db: Db, orgId: string, zoneId: string, placeIds?: readonly string[]): Promise<number> =>
  transact(db, async (trx) => {
    const name = await getZoneName(trx, orgId, zoneId)
    const { numAffectedRows = 0n } = await sql`
      update places
      set check_in_code = gen_random_uuid()
      where org_id = ${orgId} and zone_id = ${zoneId}
        and (${!placeIds}::boolean or id = any (${arrayLiteral(placeIds ?? [])}::uuid[]))`.execute(trx)
    const renewed = Number(numAffectedRows)
    await recordChange(trx, orgId, { entity: { type: 'zone', id: zoneId, name }, after: { desksRenewed: renewed } })
    return renewed
  })
