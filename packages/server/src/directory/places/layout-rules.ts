import type { FieldErrorCode, LayoutChanges } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { AppError, type FieldError } from '../../platform/errors.ts'

/**
 * Refuses changes of a layout that name anything unknown or twice. A new desk or zone whose id exists is a repetition of the call.
 * @throws AppError invalid_body, entity_not_found, name_taken
 */
export const assertLayoutChanges = async (trx: Db, orgId: string, levelId: string, changes: LayoutChanges): Promise<void> => {
  const { desks = [], newDesks = [], zones = [], newZones = [] } = changes
  const twice = [
    ...repeated('desks', 'placeId', desks, ({ placeId }) => placeId),
    ...repeated('zones', 'zoneId', zones, ({ zoneId }) => zoneId),
    ...repeated('newDesks', 'placeId', newDesks, ({ placeId }) => placeId),
    ...repeated('newZones', 'zoneId', newZones, ({ zoneId }) => zoneId),
    ...repeated('newDesks', 'placeName', newDesks, ({ zoneId, placeName }) => `${zoneId} ${placeName}`),
    ...repeated('newZones', 'zoneName', newZones, ({ zoneName }) => zoneName),
    ...desks.flatMap(({ x, y }, index) =>
      (x === null) === (y === null) ? [] : [fieldError(`/desks/${index}/y`, 'must be null exactly if x is', 'position')],
    ),
  ]
  if (twice.length > 0) throw new AppError('invalid_body', { errors: twice.slice(0, 50) })
  const known = await nodesOf(trx, orgId, levelId)
  const zoneIds = new Set([...known.zones.keys(), ...newZones.map(({ zoneId }) => zoneId)])
  refuseUnknown('zones', 'zoneId', zones, ({ zoneId }) => known.zones.has(zoneId))
  refuseUnknown('desks', 'placeId', desks, ({ placeId }) => known.desks.has(placeId))
  refuseUnknown('newDesks', 'zoneId', newDesks, ({ zoneId }) => zoneIds.has(zoneId))
  const idsByName = new Map(
    [...known.zones, ...known.desks].map(([id, { zoneId, name }]) => [id === zoneId ? name : `${zoneId} ${name}`, id]),
  )
  const isTaken = (name: string, id: string) => (idsByName.get(name) ?? id) !== id
  const taken = [
    ...newZones.flatMap(({ zoneId, zoneName }, index) =>
      isTaken(zoneName, zoneId) ? nameTaken('newZones', index, 'zoneName') : [],
    ),
    ...newDesks.flatMap(({ placeId, zoneId, placeName }, index) =>
      isTaken(`${zoneId} ${placeName}`, placeId) ? nameTaken('newDesks', index, 'placeName') : [],
    ),
  ]
  if (taken.length > 0) throw new AppError('name_taken', { errors: taken.slice(0, 50) })
}

const fieldError = (pointer: string, message: string, code: FieldErrorCode): FieldError => ({ pointer, message, code })

const nameTaken = (list: string, index: number, field: string): FieldError =>
  fieldError(`/${list}/${index}/${field}`, 'is taken', 'name_taken')

const repeated = <T>(list: string, field: string, items: readonly T[], keyOf: (item: T) => string): FieldError[] => {
  const seen = new Set<string>()
  return items.flatMap((item, index) =>
    seen.size === seen.add(keyOf(item)).size
      ? [fieldError(`/${list}/${index}/${field}`, 'is already in the list', 'duplicate')]
      : [],
  )
}

const refuseUnknown = <T>(list: string, field: string, items: readonly T[], isKnown: (item: T) => boolean): void => {
  const index = items.findIndex((item) => !isKnown(item))
  if (index !== -1) throw new AppError('entity_not_found', { detail: `${list}/${index}/${field} names nothing on this level.` })
}

interface Named {
  readonly zoneId: string
  readonly name: string
}

/** The zones and desks of the level, also inactive ones, because they keep their names. */
const nodesOf = async (trx: Db, orgId: string, levelId: string) => {
  const { rows } = await sql<Named & { placeId: string | null }>`
    select id as "zoneId", null as "placeId", name
    from zones
    where org_id = ${orgId} and level_id = ${levelId}
    union all
    select z.id, p.id, p.name
    from zones z
    join places p on p.org_id = z.org_id and p.zone_id = z.id
    where z.org_id = ${orgId} and z.level_id = ${levelId}`.execute(trx)
  return {
    zones: new Map<string, Named>(rows.filter(({ placeId }) => placeId === null).map((zone) => [zone.zoneId, zone])),
    desks: new Map<string, Named>(rows.flatMap((desk) => (desk.placeId === null ? [] : [[desk.placeId, desk]]))),
  }
}
