import { randomUUID } from 'node:crypto'
import { hashSecret } from '../../../src/gate/secrets/key-secret.ts'
import type { Headers } from './credentials.ts'
import type { Caller, GoodCalls } from './good-calls.ts'

const ids = new Map<string, string>()
const screenOf = ({ orgId }: Caller): string => {
  const screenId = ids.get(orgId) ?? randomUUID()
  ids.set(orgId, screenId)
  return screenId
}

const secretOf = (screenId: string): string => `rck_${screenId.replaceAll('-', '').padEnd(43, 'x')}`

const store = async ({ service, orgId, ids: { berlin } }: Caller, screenId: string): Promise<void> => {
  await service.database.pool.query(
    `insert into kiosk_screens (org_id, id, name, location_id, seconds_per_level, shows_names, secret_hash)
     values ($1, $2, 'Lobby', $3, 20, false, $4)
     on conflict do nothing`,
    [orgId, screenId, berlin, hashSecret(secretOf(screenId))],
  )
}

/** The headers of a screen that shows the building of the caller. It has so many readers that the rate is not limited. */
export const screenHeaders = async (caller: Caller): Promise<Headers> => {
  const screenId = randomUUID()
  await store(caller, screenId)
  return { authorization: `Bearer ${secretOf(screenId)}` }
}

/** A floor plan for the level of the building. */
const plan = async ({ service, orgId, ids: { level } }: Caller): Promise<void> => {
  await service.database.pool.query(
    `insert into level_floor_plans (org_id, level_id, media_type, image, width_metres, width_pixels, height_pixels, version)
     values ($1, $2, 'image/png', '\\x00', 40, 400, 300, 'v1')
     on conflict do nothing`,
    [orgId, level],
  )
}

/** Calls that succeed for kiosk screens. */
export const KIOSK: GoodCalls = {
  bodies: {
    createKioskScreen: ({ ids: { berlin, level } }) => ({ name: 'Lobby', locationId: berlin, levelId: level }),
    updateKioskScreen: () => ({ name: 'Lobby, at the lifts', showsNames: true }),
  },
  pathValues: { screenId: screenOf },
  preparations: {
    updateKioskScreen: (caller) => store(caller, screenOf(caller)),
    revokeKioskScreen: (caller) => store(caller, screenOf(caller)),
    getKioskFloorPlan: plan,
    // Screens of earlier calls would reach the limit.
    createKioskScreen: ({ service, orgId }) =>
      service.database.pool.query(`delete from kiosk_screens where org_id = $1 and name = 'Lobby' and level_id is not null`, [
        orgId,
      ]),
  },
}
