import { createHash } from 'node:crypto'
import type { LayoutChanges, LevelLayout } from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { recordCreated } from '../entities/entity-service.ts'
import { type EntityTable, findEntity, selectEntities } from '../entities/entity-table.ts'
import { assertLayoutChanges } from './layout-rules.ts'
import { LEVELS, PLACES, ZONES } from './node-tables.ts'

/** @throws AppError entity_not_found */
export const getLayout = async (db: Db, orgId: string, levelId: string): Promise<LevelLayout> => {
  const { rows: zones } = await sql<LevelLayout['zones'][number]>`
    select id as "zoneId", name as "zoneName", kind as "zoneType", outline
    from zones
    where org_id = ${orgId} and level_id = ${levelId} and status = 'active'
    order by name`.execute(db)
  const { rows: desks } = await sql<LevelLayout['desks'][number]>`
    select p.id as "placeId", p.name as "placeName", z.id as "zoneId", z.name as "zoneName", p.x, p.y, p.rotation
    from zones z
    join places p on p.org_id = z.org_id and p.zone_id = z.id and p.status = 'active'
    where z.org_id = ${orgId} and z.level_id = ${levelId}
    order by z.name, p.name`.execute(db)
  if (zones.length === 0 && desks.length === 0) await assertLevel(db, orgId, levelId)
  const layoutVersion = createHash('sha256')
    .update(JSON.stringify([levelId, zones, desks]))
    .digest('hex')
    .slice(0, 16)
  return { levelId, layoutVersion, zones, desks }
}

const assertLevel = async (db: Db, orgId: string, levelId: string) => {
  const level = await findEntity(db, LEVELS, orgId, levelId)
  if (!level) throw new AppError('entity_not_found', { detail: 'There is no such level.' })
  return level
}

/**
 * Draws zones and desks of a level, all or none.
 * @param isExpected whether the caller means this version of the layout
 * @throws AppError entity_not_found, name_taken, precondition_failed; invalid_body when an id or name is given twice
 */
export const changeLayout = (
  db: Db,
  orgId: string,
  levelId: string,
  changes: LayoutChanges,
  isExpected: (version: string) => boolean,
): Promise<LevelLayout> =>
  underRules(
    transact(db, async (trx) => {
      await lockLayout(trx, orgId, levelId)
      const level = await assertLevel(trx, orgId, levelId)
      if (!isExpected((await getLayout(trx, orgId, levelId)).layoutVersion)) throw new AppError('precondition_failed')
      await assertLayoutChanges(trx, orgId, levelId, changes)
      const { desks = [], newDesks = [], zones = [], newZones = [] } = changes
      const added = { zones: await addZones(trx, orgId, levelId, newZones), desks: await addDesks(trx, orgId, newDesks) }
      await recordAdded(trx, ZONES, orgId, added.zones)
      await recordAdded(trx, PLACES, orgId, added.desks)
      const zonesDrawn = await drawZones(trx, orgId, zones)
      const desksMoved = await moveDesks(trx, orgId, desks)
      if (zonesDrawn + desksMoved > 0) {
        const entity = { type: 'level', id: levelId, name: level.levelName }
        await recordChange(trx, orgId, { entity, after: { desksMoved, zonesDrawn } })
      }
      return getLayout(trx, orgId, levelId)
    }),
  )

/** Changes of a layout run one after the other. Rows are locked in the order of their ids, so that calls cannot deadlock. */
const lockLayout = async (trx: Db, orgId: string, levelId: string): Promise<void> => {
  await sql`select from levels where org_id = ${orgId} and id = ${levelId} for no key update`.execute(trx)
  await sql`
    select from zones where org_id = ${orgId} and level_id = ${levelId} order by id for no key update`.execute(trx)
  await sql`
    select
    from places p
    join zones z on z.org_id = p.org_id and z.id = p.zone_id
    where p.org_id = ${orgId} and z.level_id = ${levelId}
    order by p.id
    for no key update of p`.execute(trx)
}

/** The row of each item, for a statement that writes all of them. */
const rowsOf = (items: readonly object[], types: string) =>
  sql`json_to_recordset(${JSON.stringify(items)}::json) as i (${sql.raw(types)})`

const addZones = async (
  trx: Db,
  orgId: string,
  levelId: string,
  zones: LayoutChanges['newZones'] & object,
): Promise<string[]> => {
  if (zones.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    insert into zones (org_id, id, level_id, name, kind, capacity, outline)
    select ${orgId}, i."zoneId", ${levelId}, i."zoneName", i."zoneType", i.capacity, i.outline
    from ${rowsOf(zones, '"zoneId" uuid, "zoneName" text, "zoneType" text, capacity integer, outline jsonb')}
    on conflict (org_id, id) do nothing
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

const addDesks = async (trx: Db, orgId: string, desks: LayoutChanges['newDesks'] & object): Promise<string[]> => {
  if (desks.length === 0) return []
  const types = '"placeId" uuid, "placeName" text, "zoneId" uuid, x double precision, y double precision, rotation smallint'
  const { rows } = await sql<{ id: string }>`
    insert into places (org_id, id, zone_id, name, x, y, rotation)
    select ${orgId}, i."placeId", i."zoneId", i."placeName", i.x, i.y, i.rotation
    from ${rowsOf(desks, types)}
    on conflict (org_id, id) do nothing
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

const recordAdded = async <T extends object>(trx: Db, table: EntityTable<T>, orgId: string, ids: string[]): Promise<void> => {
  if (ids.length === 0) return
  const page = { limit: ids.length, after: undefined }
  await recordCreated(trx, table, orgId, await selectEntities(trx, table, orgId, [sql`e.id = any(${ids}::uuid[])`], page))
}

const drawZones = async (trx: Db, orgId: string, zones: LayoutChanges['zones'] & object): Promise<number> => {
  if (zones.length === 0) return 0
  const { numAffectedRows } = await sql`
    update zones z
    set outline = nullif(i.outline, 'null'), updated_at = now()
    from ${rowsOf(zones, '"zoneId" uuid, outline jsonb')}
    where z.org_id = ${orgId} and z.id = i."zoneId" and z.outline is distinct from nullif(i.outline, 'null')`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

const moveDesks = async (trx: Db, orgId: string, desks: LayoutChanges['desks'] & object): Promise<number> => {
  if (desks.length === 0) return 0
  const { numAffectedRows } = await sql`
    update places p
    set x = i.x, y = i.y, rotation = i.rotation, updated_at = now()
    from ${rowsOf(desks, '"placeId" uuid, x double precision, y double precision, rotation smallint')}
    where p.org_id = ${orgId} and p.id = i."placeId" and (p.x, p.y, p.rotation) is distinct from (i.x, i.y, i.rotation)`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}
