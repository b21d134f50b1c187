import type { Positions } from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { getEntity } from '../entities/entity-service.ts'
import { LEVELS } from './node-tables.ts'

type Position = Positions['positions'][number]

/**
 * Places desks of a level on its floor plan, all or none.
 * @throws AppError entity_not_found; invalid_body when a desk is named twice
 */
export const setPositions = async (db: Db, orgId: string, levelId: string, given: readonly Position[]): Promise<void> => {
  const positions = given.map(({ placeId, x, y }) => ({ id: placeId, x, y }))
  assertOnce(positions)
  await transact(db, async (trx) => {
    const { levelName } = await getEntity(trx, LEVELS, orgId, levelId)
    const known = await lockDesks(
      trx,
      orgId,
      levelId,
      positions.map(({ id }) => id),
    )
    const unknownIndex = positions.findIndex(({ id }) => !known.has(id))
    if (unknownIndex !== -1) {
      throw new AppError('entity_not_found', { detail: `positions/${unknownIndex}/placeId names no desk of this level.` })
    }
    const { numAffectedRows } = await sql`
      update places p
      set x = i.x, y = i.y, updated_at = now()
      from json_to_recordset(${JSON.stringify(positions)}::json) as i (id uuid, x double precision, y double precision)
      where p.org_id = ${orgId} and p.id = i.id and (p.x, p.y) is distinct from (i.x, i.y)`.execute(trx)
    if (!numAffectedRows) return
    const entity = { type: 'level', id: levelId, name: levelName }
    await recordChange(trx, orgId, { entity, after: { desksMoved: Number(numAffectedRows) } })
  })
}

const assertOnce = (positions: readonly { id: string }[]): void => {
  const seen = new Set<string>()
  const errors = positions.flatMap(({ id }, index) => {
    if (!seen.has(id)) return seen.add(id) && []
    return [{ pointer: `/positions/${index}/placeId`, message: 'is already in the list', code: 'duplicate' as const }]
  })
  if (errors.length > 0) throw new AppError('invalid_body', { errors: errors.slice(0, 50) })
}

/** Returns the desks that are on the level, locked in the order of their ids so that simultaneous calls cannot deadlock. */
const lockDesks = async (trx: Db, orgId: string, levelId: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select p.id
    from places p
    join zones z on z.org_id = p.org_id and z.id = p.zone_id
    where p.org_id = ${orgId} and p.id = any (${ids}::uuid[]) and z.level_id = ${levelId}
    order by p.id
    for no key update of p`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
