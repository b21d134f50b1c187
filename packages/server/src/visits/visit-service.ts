import { randomUUID } from 'node:crypto'
import { KEEPERS, type NewVisit, type Visit, type VisitChanges } from '@rollcall/contract'
import { hasRole, type Principal } from '../access/principal.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { localDay } from '../time/local-day.ts'
import { parseTimestamp } from '../time/timestamp.ts'
import { findVisit, insertVisit, lockVisit, updateVisitRow, type VisitRow } from './visit-store.ts'

const invalid = (field: string, message: string, code: string) =>
  new AppError('invalid_body', { errors: [{ pointer: `/${field}`, message, code }] })

/** The date of a body, of which a date-time's date counts. */
const readDate = (given: string): string => {
  const day = given.slice(0, 10)
  if (parseTimestamp(`${day}T00:00:00Z`) !== undefined) return day
  throw invalid('day', 'must be a day of the calendar', 'date')
}

const readTime = (given: string | null | undefined): string | null => {
  if (!given) return null
  const milliseconds = parseTimestamp(given)
  if (milliseconds === undefined) throw invalid('expectedAt', 'must be a time that the calendar has', 'timestamp')
  return new Date(milliseconds).toISOString()
}

/** Building, day and time fit together. @throws AppError entity_not_found, place_inactive, invalid_body */
const assertPlaceAndTime = async (db: Db, orgId: string, { location_id, day, expected_at }: VisitRow): Promise<void> => {
  const location = await db
    .selectFrom('locations')
    .select(['status', 'time_zone'])
    .where('org_id', '=', orgId)
    .where('id', '=', location_id)
    .executeTakeFirst()
  if (!location) throw new AppError('entity_not_found', { detail: 'There is no location with the id in locationId.' })
  if (location.status !== 'active') throw new AppError('place_inactive')
  if (expected_at === null || localDay(location.time_zone, Date.parse(expected_at)) === day) return
  throw invalid('expectedAt', `must be on the day of the visit, which is ${day} in ${location.time_zone}`, 'day')
}

/** @throws AppError role_not_allowed, entity_not_found, user_inactive */
const assertHost = async (db: Db, caller: Principal, hostUserId: string): Promise<void> => {
  if (hostUserId !== caller.userId && !hasRole(caller, KEEPERS)) {
    throw new AppError('role_not_allowed', { detail: 'Only keepers and keys name somebody else as host.' })
  }
  const host = await db
    .selectFrom('users')
    .select('status')
    .where('org_id', '=', caller.orgId)
    .where('id', '=', hostUserId)
    .executeTakeFirst()
  if (!host) throw new AppError('entity_not_found', { detail: 'There is no user with the id in hostUserId.' })
  if (host.status !== 'active') throw new AppError('user_inactive', { detail: 'The host is inactive.' })
}

/** @throws AppError entity_not_found, place_inactive, user_inactive, role_not_allowed, invalid_body, invalid_request, conflict */
export const createVisit = (db: Db, caller: Principal, body: NewVisit): Promise<Visit> =>
  transact(db, async (trx) => {
    const { orgId } = caller
    const visitId = body.visitId?.toLowerCase() || randomUUID()
    const host = body.hostUserId?.toLowerCase() || caller.userId
    if (host === null) throw new AppError('invalid_request', { detail: 'A key is nobody: name the host in hostUserId.' })
    const row: VisitRow = {
      status: 'expected',
      visitor_name: body.visitorName,
      visitor_email: body.visitorEmail || null,
      visitor_type: body.visitorType || null,
      location_id: body.locationId,
      day: readDate(body.day),
      expected_at: readTime(body.expectedAt),
      host_user_id: host,
    }
    if (!(await lockVisit(trx, orgId, visitId))) {
      await assertHost(trx, caller, host)
      await assertPlaceAndTime(trx, orgId, row)
      await insertVisit(trx, orgId, visitId, row)
    }
    const stored = await lockVisit(trx, orgId, visitId)
    if (stored?.host_user_id === host) return getVisit(trx, orgId, visitId)
    throw new AppError('conflict', { detail: 'This visitId is that of a visit of another host. Choose another one.' })
  })

const getVisit = async (db: Db, orgId: string, visitId: string): Promise<Visit> => {
  const visit = await findVisit(db, orgId, visitId)
  if (!visit) throw new AppError('entity_not_found', { detail: 'There is no expected visit with this id.' })
  return visit
}

/** @throws AppError entity_not_found, place_inactive, user_inactive, role_not_allowed, invalid_body */
export const updateVisit = (db: Db, caller: Principal, visitId: string, changes: VisitChanges): Promise<Visit> =>
  transact(db, async (trx) => {
    const { orgId } = caller
    const stored = await lockVisit(trx, orgId, visitId)
    if (!stored) throw new AppError('entity_not_found', { detail: 'There is no expected visit with this id.' })
    if (stored.host_user_id !== caller.userId && !hasRole(caller, KEEPERS)) {
      throw new AppError('role_not_allowed', { detail: `This is for the host, and for: ${KEEPERS.join(' or ')}.` })
    }
    const { status, visitorName, visitorEmail, visitorType, locationId, day, expectedAt, hostUserId } = changes
    const changed: Partial<VisitRow> = {
      ...(status !== undefined && { status }),
      ...(visitorName !== undefined && { visitor_name: visitorName }),
      ...(visitorEmail !== undefined && { visitor_email: visitorEmail || null }),
      ...(visitorType !== undefined && { visitor_type: visitorType || null }),
      ...(locationId !== undefined && { location_id: locationId }),
      ...(day !== undefined && { day: readDate(day) }),
      ...(expectedAt !== undefined && { expected_at: readTime(expectedAt) }),
      ...(hostUserId !== undefined && { host_user_id: hostUserId.toLowerCase() }),
    }
    if (changed.host_user_id !== undefined) await assertHost(trx, caller, changed.host_user_id)
    const isMoved = locationId !== undefined || day !== undefined || expectedAt !== undefined
    if (isMoved) await assertPlaceAndTime(trx, orgId, { ...stored, ...changed })
    await updateVisitRow(trx, orgId, visitId, changed)
    return getVisit(trx, orgId, visitId)
  })
