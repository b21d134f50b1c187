import { createHash } from 'node:crypto'
import type { GroupZones } from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { assertIfMatch } from '../../gate/parameters/if-match.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { getEntity } from '../entities/entity-service.ts'
import { GROUPS } from './group-table.ts'

/** Returns the zones in which the horizon engine books for a group. @throws AppError entity_not_found */
export const getGroupZones = async (db: Db, orgId: string, groupId: string): Promise<GroupZones> => {
  await getEntity(db, GROUPS, orgId, groupId)
  const { rows } = await sql<GroupZones['items'][number]>`
    select z.id as "zoneId", z.name as "zoneName", v.id as "levelId", v.name as "levelName",
      l.id as "locationId", l.name as "locationName"
    from zone_allocations a
    join zones z on z.org_id = a.org_id and z.id = a.zone_id
    join levels v on v.org_id = z.org_id and v.id = z.level_id
    join locations l on l.org_id = v.org_id and l.id = v.location_id
    where a.org_id = ${orgId} and a.group_id = ${groupId}
    order by l.name, v.name, z.name, z.id`.execute(db)
  const version = createHash('sha256')
    .update(JSON.stringify([groupId, rows.map(({ zoneId }) => zoneId)]))
    .digest('hex')
    .slice(0, 16)
  return { groupId, version, items: rows }
}

export const tagOfZones = ({ version }: GroupZones): string => `"${version}"`

/** Replaces the zones of the group. @throws AppError entity_not_found, precondition_failed */
export const setGroupZones = (
  db: Db,
  orgId: string,
  groupId: string,
  zoneIds: readonly string[],
  ifMatch: string | undefined,
): Promise<GroupZones> =>
  transact(db, async (trx) => {
    await lockGroup(trx, orgId, groupId)
    await assertZones(trx, orgId, zoneIds)
    const before = await getGroupZones(trx, orgId, groupId)
    assertIfMatch(ifMatch, tagOfZones(before))
    await sql`
      delete from zone_allocations
      where org_id = ${orgId} and group_id = ${groupId} and zone_id <> all (${zoneIds}::uuid[])`.execute(trx)
    await sql`
      insert into zone_allocations (org_id, group_id, zone_id)
      select distinct ${orgId}::uuid, ${groupId}::uuid, zone_id
      from unnest(${zoneIds}::uuid[]) as given (zone_id)
      on conflict do nothing`.execute(trx)
    const after = await getGroupZones(trx, orgId, groupId)
    const { groupName } = await getEntity(trx, GROUPS, orgId, groupId)
    const entity = { type: 'group', id: groupId, name: groupName }
    await recordChange(trx, orgId, { entity, before: namesOf(before), after: namesOf(after) })
    return after
  })

const namesOf = ({ items }: GroupZones) => ({
  zones: items.map(({ zoneName, levelName, locationName }) => `${locationName}, ${levelName}, ${zoneName}`),
})

/** Locks the group, so that of two simultaneous lists one is stored as a whole. */
const lockGroup = async (trx: Db, orgId: string, groupId: string): Promise<void> => {
  const { rows } = await sql`
    select from groups where org_id = ${orgId} and id = ${groupId} for no key update`.execute(trx)
  if (rows.length === 0) throw new AppError('entity_not_found', { detail: 'There is no such group.' })
}

const assertZones = async (trx: Db, orgId: string, zoneIds: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ index: number }>`
    select (given.position - 1) as index
    from unnest(${zoneIds}::uuid[]) with ordinality as given (zone_id, position)
    where not exists (select from zones z where z.org_id = ${orgId} and z.id = given.zone_id)
    order by given.position
    limit 1`.execute(trx)
  if (rows[0]) throw new AppError('entity_not_found', { detail: `zoneIds/${rows[0].index} names no zone.` })
}
