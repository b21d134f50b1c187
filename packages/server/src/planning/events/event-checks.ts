import { MAX_EVENT_DAYS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { sql } from 'kysely'
import { unknownLocation } from '../../directory/places/find-location.ts'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, type FieldError } from '../../platform/errors.ts'
import { DAY_MS } from '../../platform/time/day.ts'

const invalid = (...errors: FieldError[]) => new AppError('invalid_body', { errors })

/** @throws AppError invalid_body */
export const assertDuration = (startsAt: string, endsAt: string): void => {
  const duration = Date.parse(endsAt) - Date.parse(startsAt)
  if (duration <= 0) throw invalid({ pointer: '/endsAt', message: 'must be after startsAt', code: 'range' })
  if (duration > MAX_EVENT_DAYS * DAY_MS) {
    throw invalid({ pointer: '/endsAt', message: `must be at most ${MAX_EVENT_DAYS} days after startsAt`, code: 'range' })
  }
}

/** Allows past gatherings only to workplace administrators. @throws AppError day_in_past */
export const assertNotOver = (caller: Principal, endsAt: string): void => {
  if (Date.parse(endsAt) > Date.now() || hasRole(caller, WORKPLACE_ADMINISTRATORS)) return
  throw new AppError('day_in_past', {
    detail: `The gathering would already be over. Choose a later time. Past gatherings are for: ${WORKPLACE_ADMINISTRATORS.join(' or ')}.`,
  })
}

interface FoundNode {
  readonly location_status: string
  readonly space_id: string | null
  readonly space_location_id: string | null
  readonly space_status: string | null
}

const unknown = (field: string, what: string) =>
  new AppError('entity_not_found', { detail: `There is no ${what} with the id in ${field}.` })

/**
 * Checks the building and the space in it.
 * @throws AppError entity_not_found, place_inactive; invalid_body for a space of another building
 */
export const assertNode = async (db: Db, orgId: string, locationId: string, spaceId: string | null): Promise<void> => {
  const { rows } = await sql<FoundNode>`
    select l.status as location_status, s.id as space_id, v.location_id as space_location_id,
      case when 'inactive' in (s.status, v.status) then 'inactive' end as space_status
    from locations l
    left join spaces s on s.org_id = ${orgId} and s.id = ${spaceId}::uuid
    left join levels v on v.org_id = ${orgId} and v.id = s.level_id
    where l.org_id = ${orgId} and l.id = ${locationId}`.execute(db)
  const [node] = rows
  if (!node) throw unknownLocation('locationId')
  if (spaceId !== null && node.space_id === null) throw unknown('spaceId', 'space')
  if (node.space_location_id !== null && node.space_location_id !== locationId) {
    throw invalid({
      pointer: '/spaceId',
      message: 'is a space of another building: name one of this building, or null',
      code: 'parent',
    })
  }
  if (node.location_status === 'inactive' || node.space_status === 'inactive') throw new AppError('place_inactive')
}

/** @throws AppError entity_not_found */
export const assertGroup = async (db: Db, orgId: string, groupId: string): Promise<void> => {
  const group = await db
    .selectFrom('groups')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw unknown('groupId', 'group')
}
