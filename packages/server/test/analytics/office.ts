import { randomUUID } from 'node:crypto'
import type { OccupancyEvent } from '@rollcall/contract'
import { recordOccupancy } from '../../src/intake/occupancy/occupancy-events.ts'
import { type Bench, openOffice } from '../attendance/support.ts'
import { noonUtc, refresh, segmentsOf } from '../refresh/support.ts'
import { forgetRollups, storedRollups } from './support.ts'

/** An organization with two buildings that have desks, a neighborhood and a room each, and groups below one another. */
export const openAnalyticsOffice = async (bench: Bench) => {
  const office = await openOffice(bench)
  const { orgId, pool } = office
  const run = (statement: string, ...values: unknown[]) => pool.query(statement, [orgId, ...values])

  const addBuilding = async (timeZone = 'UTC') => {
    const ids = { building: await office.addLocation(timeZone), level: randomUUID() as string, zone: randomUUID() as string }
    const inner = {
      neighborhood: randomUUID() as string,
      desks: [randomUUID(), randomUUID()] as string[],
      room: randomUUID() as string,
    }
    await run(`insert into levels (org_id, id, location_id, name) values ($1, $2, $3, 'Level 1')`, ids.level, ids.building)
    await run(
      `insert into zones (org_id, id, level_id, name, kind, capacity)
       values ($1, $2, $4, 'Desks', 'individual', null), ($1, $3, $4, 'Open', 'neighborhood', 5)`,
      ...[ids.zone, inner.neighborhood, ids.level],
    )
    for (const [index, desk] of inner.desks.entries()) {
      await run('insert into places (org_id, id, zone_id, name) values ($1, $2, $3, $4)', desk, ids.zone, `Desk ${index}`)
    }
    await run(
      `insert into spaces (org_id, id, level_id, name, type) values ($1, $2, $3, 'Room', 'meeting')`,
      inner.room,
      ids.level,
    )
    return { ...ids, ...inner }
  }

  const addGroup = async (parentId: string | null = null, id: string = randomUUID()) => {
    await run(
      `insert into groups (org_id, id, name, type, parent_id, origin) values ($1, $2, $3, 'team', $4, 'administrator')`,
      ...[id, `Group ${id}`, parentId],
    )
    return id
  }

  const addMember = async (locationId: string | null, groupId: string | null) => {
    const userId = await office.addUser(locationId)
    await run('update users set primary_group_id = $3 where org_id = $1 and id = $2', userId, groupId)
    return userId
  }

  /** Zone and desk of a booking; without a desk the zone as a whole. */
  const bookAt = (userId: string, day: string, locationId: string, zoneId: string, placeId: string | null = null) =>
    run(
      `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, 'directory', gen_random_uuid())`,
      ...[userId, day, locationId, zoneId, placeId],
    )

  const seeAt = (userId: string, placeId: string, timestamp: string) =>
    office.record([{ eventId: randomUUID(), timestamp, userId, locationId: placeId, locationType: 'place' }])

  const occupy = (spaceId: string, timestamp: string, occupied: boolean) => {
    const event: OccupancyEvent = { eventId: randomUUID(), timestamp, locationId: spaceId, locationType: 'space', occupied }
    return recordOccupancy(bench.ingest, { orgId, keyId: null, sourceId: 'sensors' }, [event])
  }

  const rollups = () => storedRollups(bench.service, orgId)
  /** Rollups as a refresh at this time makes them when there are none. */
  const rollupsFromScratch = async (moment: Date) => {
    await forgetRollups(bench.service, orgId)
    await refresh(office, moment)
    return rollups()
  }
  return {
    ...{ ...office, run, addBuilding, addGroup, addMember, bookAt, seeAt, occupy, rollups, rollupsFromScratch },
    refreshAt: (day: string) => refresh(office, noonUtc(day)),
    segments: () => segmentsOf(office),
  }
}

export type AnalyticsOffice = Awaited<ReturnType<typeof openAnalyticsOffice>>
