import { randomUUID } from 'node:crypto'
import {
  type KioskScreen,
  type KioskScreenChanges,
  type KioskScreenWithSecret,
  MAX_KIOSK_SCREENS,
  type NewKioskScreen,
  SECONDS_PER_LEVEL,
} from '@rollcall/contract'
import { sql } from 'kysely'
import { getActiveLocation } from '../../directory/places/find-location.ts'
import type { Principal } from '../../gate/access/principal.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { createScreenSecret, screenSecretHash } from '../../gate/screens/screen-links.ts'
import { lockForTransaction } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'

type Caller = Pick<Principal, 'orgId' | 'userId'>

/** The screens of an organization by name, or the one with an id. */
export const listScreens = async (db: Db, orgId: string, screenId?: string): Promise<KioskScreen[]> => {
  const { rows } = await sql<KioskScreen>`
    select s.id as "screenId", s.name, s.location_id as "locationId", l.name as "locationName", s.level_id as "levelId",
      v.name as "levelName", s.shows_names as "showsNames", s.seconds_per_level as "secondsPerLevel", s.language, s.colors,
      iso_timestamp(s.created_at) as "createdAt",
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.user_name) as "createdByName",
      iso_timestamp(s.expires_at) as "expiresAt", iso_timestamp(s.last_seen_at) as "lastSeenAt"
    from kiosk_screens s
    join locations l on l.org_id = s.org_id and l.id = s.location_id
    left join levels v on v.org_id = s.org_id and v.id = s.level_id
    left join users u on u.org_id = s.org_id and u.id = s.created_by
    where s.org_id = ${orgId} and (${screenId ?? null}::uuid is null or s.id = ${screenId ?? null})
    order by s.name, s.id`.execute(db)
  return rows
}

/** A screen as the audit log shows it. */
const audited = (screen: KioskScreen) => {
  const { name, locationName, levelName, showsNames, secondsPerLevel, language, colors, expiresAt } = screen
  return { name, locationName, levelName, showsNames, secondsPerLevel, language, colors, expiresAt }
}
const entityOf = ({ screenId, name }: KioskScreen) => ({ type: 'kiosk-screen', id: screenId, name })

type Place = Pick<NewKioskScreen, 'locationId' | 'levelId'>

/** @throws AppError entity_not_found, place_inactive */
const assertPlace = async (trx: Db, orgId: string, { locationId, levelId }: Place): Promise<void> => {
  await getActiveLocation(trx, orgId, locationId, 'locationId')
  if (!levelId) return
  const level = await trx
    .selectFrom('levels')
    .select('status')
    .where('org_id', '=', orgId)
    .where('location_id', '=', locationId)
    .where('id', '=', levelId)
    .executeTakeFirst()
  if (!level) throw new AppError('entity_not_found', { detail: 'The building has no level with the id in levelId.' })
  if (level.status !== 'active') throw new AppError('place_inactive')
}

const readExpiry = (given: string | null | undefined): Date | null => {
  if (!given) return null
  const expiresAt = new Date(given)
  if (expiresAt.getTime() > Date.now()) return expiresAt
  const errors = [{ pointer: '/expiresAt', message: 'must be in the future', code: 'past' as const }]
  throw new AppError('invalid_body', { errors })
}

/**
 * Creates a screen and the secret of its link; a repeated call returns the screen without its secret.
 * @throws AppError entity_not_found, place_inactive, invalid_body, conflict for one screen too many
 */
export const createScreen = (db: Db, caller: Caller, body: NewKioskScreen): Promise<KioskScreenWithSecret> => {
  const expiresAt = readExpiry(body.expiresAt)
  const { orgId, userId } = caller
  return transact(db, async (trx) => {
    // Creations of an organization run one after the other, so that together they keep the limit.
    await lockForTransaction(trx, `kiosk screens of ${orgId}`)
    const screenId = body.screenId || randomUUID()
    const [known] = await listScreens(trx, orgId, screenId)
    if (known) return { ...known, secret: null }
    await assertPlace(trx, orgId, body)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from kiosk_screens where org_id = ${orgId}`.execute(trx)
    if ((rows[0]?.count ?? 0) >= MAX_KIOSK_SCREENS) {
      throw new AppError('conflict', { detail: `An organization has at most ${MAX_KIOSK_SCREENS} screens. Revoke one of them.` })
    }
    const secret = createScreenSecret()
    await trx
      .insertInto('kiosk_screens')
      .values({
        org_id: orgId,
        id: screenId,
        name: body.name,
        location_id: body.locationId,
        level_id: body.levelId ?? null,
        seconds_per_level: body.secondsPerLevel ?? SECONDS_PER_LEVEL.default,
        shows_names: body.showsNames ?? false,
        language: body.language ?? null,
        colors: body.colors ?? null,
        secret_hash: screenSecretHash(secret) as Buffer,
        created_by: userId,
        expires_at: expiresAt,
      })
      .execute()
    const [screen] = (await listScreens(trx, orgId, screenId)) as [KioskScreen]
    await recordChange(trx, orgId, { entity: entityOf(screen), before: null, after: audited(screen) })
    return { ...screen, secret }
  })
}

/**
 * Changes a screen and keeps its link. Where it stands is checked only if that changes, because a place may have become inactive since.
 * @throws AppError entity_not_found, place_inactive, invalid_body
 */
export const changeScreen = (db: Db, orgId: string, screenId: string, changes: KioskScreenChanges): Promise<KioskScreen> => {
  const { name, showsNames, secondsPerLevel, language, colors } = changes
  const expiresAt = changes.expiresAt === undefined ? undefined : readExpiry(changes.expiresAt)
  return transact(db, async (trx) => {
    const before = await lockScreen(trx, orgId, screenId)
    const place = placeAfter(before, changes)
    if (place.locationId !== before.locationId || place.levelId !== before.levelId) await assertPlace(trx, orgId, place)
    await trx
      .updateTable('kiosk_screens')
      .set({
        ...{ name, language, colors, location_id: place.locationId, level_id: place.levelId, changed_at: sql`now()` },
        ...{ shows_names: showsNames, seconds_per_level: secondsPerLevel, expires_at: expiresAt },
      })
      .where('org_id', '=', orgId)
      .where('id', '=', screenId)
      .execute()
    const [after] = (await listScreens(trx, orgId, screenId)) as [KioskScreen]
    await recordChange(trx, orgId, { entity: entityOf(after), before: audited(before), after: audited(after) })
    return after
  })
}

/** A level belongs to one building, so the screen leaves it with the building. */
const placeAfter = (before: KioskScreen, { locationId = before.locationId, levelId }: KioskScreenChanges) => {
  const kept = locationId === before.locationId ? before.levelId : null
  return { locationId, levelId: levelId === undefined ? kept : levelId }
}

/** Changes of a screen run one after the other. @throws AppError entity_not_found */
const lockScreen = async (trx: Db, orgId: string, screenId: string): Promise<KioskScreen> => {
  await sql`select from kiosk_screens where org_id = ${orgId} and id = ${screenId} for update`.execute(trx)
  const [screen] = await listScreens(trx, orgId, screenId)
  if (!screen) throw new AppError('entity_not_found', { detail: 'There is no kiosk screen with this id.' })
  return screen
}

/** @throws AppError entity_not_found */
export const revokeScreen = (db: Db, orgId: string, screenId: string): Promise<void> =>
  transact(db, async (trx) => {
    const screen = await lockScreen(trx, orgId, screenId)
    await sql`delete from kiosk_screens where org_id = ${orgId} and id = ${screenId}`.execute(trx)
    await recordChange(trx, orgId, { entity: entityOf(screen), before: audited(screen), after: null })
  })
