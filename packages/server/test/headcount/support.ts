import { randomUUID } from 'node:crypto'
import type { Office } from '../attendance/support.ts'
import type { Building } from './reference.ts'

/** Adds buildings with two levels of two zones: a neighborhood with 50 places, and a zone with one desk; each zone has a desk. */
export const addBuildings = async (office: Office, timeZones: readonly string[]): Promise<Building[]> => {
  const { pool, orgId } = office
  const buildings: Building[] = []
  for (const zone of timeZones) {
    const id = await office.addLocation(zone)
    const levels = await Promise.all(
      ['1', '2'].map(async (name) => {
        const [levelId, spaceId] = [randomUUID() as string, randomUUID() as string]
        await pool.query('insert into levels (org_id, id, location_id, name) values ($1, $2, $3, $4)', [orgId, levelId, id, name])
        await pool.query(`insert into spaces (org_id, id, level_id, name, type) values ($1, $2, $3, 'Room', 'meeting-room')`, [
          ...[orgId, spaceId, levelId],
        ])
        const zones = await Promise.all(
          (['neighborhood', 'individual'] as const).map(async (kind) => {
            const [zoneId, placeId] = [randomUUID() as string, randomUUID() as string]
            const capacity = kind === 'neighborhood' ? 50 : null
            await pool.query('insert into zones (org_id, id, level_id, name, kind, capacity) values ($1, $2, $3, $4, $4, $5)', [
              ...[orgId, zoneId, levelId, kind, capacity],
            ])
            await pool.query(`insert into places (org_id, id, zone_id, name) values ($1, $2, $3, 'Desk')`, [
              orgId,
              placeId,
              zoneId,
            ])
            return { id: zoneId, placeId, capacity: capacity ?? 1 }
          }),
        )
        return { id: levelId, spaceId, zones }
      }),
    )
    buildings.push({ id, zone, levels })
  }
  return buildings
}
