import { createHash } from 'node:crypto'
import {
  type FloorPlan,
  type FloorPlanType,
  MAX_FLOOR_PLAN_AREA,
  MAX_FLOOR_PLAN_BYTES,
  MAX_FLOOR_PLAN_PIXELS,
  type NewFloorPlan,
} from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { ScreenRecord } from '../../gate/screens/screen-links.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { getEntity } from '../entities/entity-service.ts'
import { type ImageFacts, imageFacts } from './image-facts.ts'
import { LEVELS } from './node-tables.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

interface StoredPlan {
  readonly mediaType: FloorPlanType
  readonly widthMetres: number
  readonly widthPixels: number
  readonly heightPixels: number
  readonly floorPlanVersion: string
  readonly updatedAt: string
}

/**
 * Returns the floor plan of a level or, if the caller already has its version, only the version.
 * @throws AppError entity_not_found
 */
export const getFloorPlan = async (
  db: Db,
  orgId: string,
  levelId: string,
  isKnown: (version: string) => boolean,
): Promise<FloorPlan | Pick<FloorPlan, 'floorPlanVersion'>> => {
  const { rows } = await sql<StoredPlan>`
    select media_type as "mediaType", width_metres as "widthMetres", width_pixels as "widthPixels",
      height_pixels as "heightPixels", version as "floorPlanVersion", iso_timestamp(updated_at) as "updatedAt"
    from level_floor_plans
    where org_id = ${orgId} and level_id = ${levelId}`.execute(db)
  const [plan] = rows
  if (!plan) throw await missing(db, orgId, levelId)
  const { floorPlanVersion, widthMetres, widthPixels, heightPixels } = plan
  if (isKnown(floorPlanVersion)) return { floorPlanVersion }
  const image = await readImage(db, orgId, levelId, floorPlanVersion)
  if (!image) return getFloorPlan(db, orgId, levelId, isKnown)
  const heightMetres = (widthMetres * heightPixels) / widthPixels
  return { ...plan, levelId, image: image.toString('base64'), heightMetres }
}

/** Returns the floor plan of a level that the kiosk screen shows. @throws AppError entity_not_found */
export const getPlanOfScreen = async (db: Db, screen: ScreenRecord, levelId: string): Promise<FloorPlan> => {
  const { orgId, locationId } = screen
  const { rows } = await sql`
    select from levels
    where org_id = ${orgId} and location_id = ${locationId} and id = ${levelId}
      and coalesce(${screen.levelId}::uuid = id, true)`.execute(db)
  if (rows.length === 0) throw new AppError('entity_not_found', { detail: 'The screen shows no such level.' })
  return (await getFloorPlan(db, orgId, levelId, () => false)) as FloorPlan
}

/** Reads the plan of this version; undefined when it was replaced after the look-up. */
const readImage = async (db: Db, orgId: string, levelId: string, version: string): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ image: Buffer }>`
    select image
    from level_floor_plans
    where org_id = ${orgId} and level_id = ${levelId} and version = ${version}`.execute(db)
  return rows[0]?.image
}

/** @throws AppError entity_not_found, invalid_body unless the body is an image that can be shown */
export const setFloorPlan = async (db: Db, orgId: string, levelId: string, given: NewFloorPlan): Promise<void> => {
  const { image, mediaType, width, height } = checkedImage(decode(given.image))
  const { levelName } = await getEntity(db, LEVELS, orgId, levelId)
  const version = createHash('sha256').update(`${given.widthMetres} `).update(image).digest('hex').slice(0, 16)
  await transact(db, async (trx) => {
    await savePlan(trx, orgId, levelId, { ...given, image, mediaType, width, height, version })
    await recordChange(trx, orgId, {
      entity: { type: 'level', id: levelId, name: levelName },
      after: { mediaType, bytes: image.length, widthMetres: given.widthMetres, floorPlanVersion: version },
    })
  })
}

interface NewPlan extends Pick<NewFloorPlan, 'widthMetres'>, Pick<ImageFacts, 'mediaType' | 'width' | 'height'> {
  readonly image: Buffer
  readonly version: string
}

const savePlan = async (
  trx: Db,
  orgId: string,
  levelId: string,
  { mediaType, image, widthMetres, width, height, version }: NewPlan,
): Promise<void> => {
  await sql`
    insert into level_floor_plans as f
      (org_id, level_id, media_type, image, width_metres, width_pixels, height_pixels, version)
    values (${orgId}, ${levelId}, ${mediaType}, ${image}, ${widthMetres}, ${width}, ${height}, ${version})
    on conflict (org_id, level_id) do update
    set media_type = excluded.media_type, image = excluded.image, width_metres = excluded.width_metres,
      width_pixels = excluded.width_pixels, height_pixels = excluded.height_pixels, version = excluded.version,
      updated_at = now()
    where f.version <> excluded.version`.execute(trx)
}

/** @throws AppError entity_not_found, also if the level has no plan */
export const removeFloorPlan = (db: Db, orgId: string, levelId: string): Promise<void> =>
  transact(db, async (trx) => {
    const { numAffectedRows } = await sql`
      delete from level_floor_plans where org_id = ${orgId} and level_id = ${levelId}`.execute(trx)
    if (numAffectedRows === 0n) throw await missing(trx, orgId, levelId)
    const { levelName } = await getEntity(trx, LEVELS, orgId, levelId)
    await recordChange(trx, orgId, { entity: { type: 'level', id: levelId, name: levelName } })
  })

const missing = async (db: Db, orgId: string, levelId: string): Promise<AppError> => {
  const { levelName } = await getEntity(db, LEVELS, orgId, levelId)
  return new AppError('entity_not_found', { detail: `The level ${levelName} has no floor plan.` })
}

const refuse = (message: string) => new AppError('invalid_body', { errors: [{ pointer: '/image', message, code: 'image' }] })

/** Padding is optional because senders differ. */
const decode = (base64: string): Buffer => {
  if (/[^A-Za-z0-9+/]/.test(base64.replace(/={1,2}$/, ''))) throw refuse('must be Base64')
  return Buffer.from(base64, 'base64')
}

type CheckedImage = Pick<NewPlan, 'image' | 'mediaType' | 'width' | 'height'>

const checkedImage = (image: Buffer): CheckedImage => {
  if (image.length > MAX_FLOOR_PLAN_BYTES) throw refuse(`must be at most ${MAX_FLOOR_PLAN_BYTES} bytes`)
  return isMarkup(image) ? cleanSvg(image) : { image, ...checkedFacts(image) }
}

/** Returns whether the first visible byte begins XML. */
const isMarkup = (image: Buffer): boolean => /^(?:\u00ef\u00bb\u00bf)?\s*</.test(image.toString('latin1', 0, 100))

const cleanSvg = (source: Buffer): CheckedImage => {
  try {
    const { svg, width, height } = sanitizeSvg(source.toString('utf8'))
    const image = Buffer.from(svg)
    if (image.length > MAX_FLOOR_PLAN_BYTES) throw new Error(`must be at most ${MAX_FLOOR_PLAN_BYTES} bytes`)
    return { image, mediaType: 'image/svg+xml', width, height }
  } catch (error) {
    throw refuse((error as Error).message)
  }
}

const checkedFacts = (image: Buffer): ImageFacts => {
  const facts = imageFacts(image)
  if (!facts || facts.width === 0 || facts.height === 0) throw refuse('must be a PNG, JPEG, WebP or SVG image')
  if (Math.max(facts.width, facts.height) > MAX_FLOOR_PLAN_PIXELS) {
    throw refuse(`must be at most ${MAX_FLOOR_PLAN_PIXELS} pixels wide and high`)
  }
  if (facts.width * facts.height > MAX_FLOOR_PLAN_AREA) {
    const size = `${facts.width} × ${facts.height}`
    throw refuse(`must have at most ${MAX_FLOOR_PLAN_AREA / 1e6} million pixels in all, and has ${size}: make it smaller`)
  }
  if (!facts.isWhole) throw refuse('ends before the image is complete: save or copy it again')
  return facts
}
