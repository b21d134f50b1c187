import { randomUUID } from 'node:crypto'
import { type NewVisit, type Visit, type VisitChanges, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { assertActiveUser } from '../../directory/people/find-user.ts'
import { getActiveLocation } from '../../directory/places/find-location.ts'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { readWrittenDay, readWrittenTime } from '../../gate/parameters/written-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { localDay } from '../../platform/time/local-day.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { findVisit, insertVisit, lockVisit, updateVisitRow, type VisitRow } from './visit-store.ts'

const expectedAtOf = (given: string | null | undefined): string | null => (given ? readWrittenTime('expectedAt', given) : null)

/** Checks the building, and that the time is on the day. @throws AppError entity_not_found, place_inactive, invalid_body, day_in_past */
const assertPlaceAndTime = async (db: Db, caller: Principal, { location_id, day, expected_at }: VisitRow): Promise<void> => {
  const clock = await getActiveLocation(db, caller.orgId, location_id, 'locationId')
  if (day < localDay(clock, Date.now()) && !hasRole(caller, WORKPLACE_ADMINISTRATORS)) {
    throw new AppError('day_in_past', {
      detail: `A visitor cannot be expected on a day that is over. Choose today or later; past days are for: ${WORKPLACE_ADMINISTRATORS.join(' or ')}.`,
    })
  }
  if (expected_at === null || localDay(clock, Date.parse(expected_at)) === day) return
  const message = `must be on the day of the visit, which is ${day} in ${clock.timeZone}`
  throw new AppError('invalid_body', { errors: [{ pointer: '/expectedAt', message, code: 'day' }] })
}

/** @throws AppError role_not_allowed */
const assertMayHost = (caller: Principal, hostUserId: string): void => {
  if (hostUserId === caller.userId || hasRole(caller, WORKPLACE_ADMINISTRATORS)) return
  throw new AppError('role_not_allowed', { detail: 'Only workplace administrators and keys name another user as host.' })
}

/** @throws AppError role_not_allowed */
const assertHostOrAdministrator = (caller: Principal, hostUserId: string | null): void => {
  if (hostUserId === caller.userId || hasRole(caller, WORKPLACE_ADMINISTRATORS)) return
  throw new AppError('role_not_allowed', { detail: `This is for the host, and for: ${WORKPLACE_ADMINISTRATORS.join(' or ')}.` })
}

/** @throws AppError entity_not_found, place_inactive, user_inactive, role_not_allowed, invalid_body, invalid_request, conflict, day_in_past */
export const createVisit = (db: Db, caller: Principal, body: NewVisit): Promise<Visit> =>
  transact(db, async (trx) => {
    const { orgId } = caller
    const visitId = body.visitId ?? randomUUID()
    const host = body.hostUserId ?? caller.userId
    if (host === null) throw new AppError('invalid_request', { detail: 'A key is not a person: name the host in hostUserId.' })
    // This comes first: a caller who may not host the visit does not learn whether it exists.
    assertMayHost(caller, host)
    const row: VisitRow = {
      status: 'expected',
      visitor_name: body.visitorName,
      visitor_email: body.visitorEmail || null,
      visitor_type: body.visitorType || null,
      location_id: body.locationId,
      day: readWrittenDay('day', body.day),
      expected_at: expectedAtOf(body.expectedAt),
      host_user_id: host,
    }
    if (!(await lockVisit(trx, orgId, visitId))) {
      await assertActiveUser(trx, orgId, host, 'hostUserId')
      await assertPlaceAndTime(trx, caller, row)
      await insertVisit(trx, orgId, visitId, row)
    }
    const stored = await lockVisit(trx, orgId, visitId)
    if (stored?.host_user_id === host) return getStored(trx, orgId, visitId)
    throw new AppError('conflict', { detail: 'This visitId belongs to a visit of another host. Choose another one.' })
  })

const unknownVisit = () => new AppError('entity_not_found', { detail: 'There is no expected visit with this id.' })

const getStored = async (db: Db, orgId: string, visitId: string): Promise<Visit> => {
  const visit = await findVisit(db, orgId, visitId)
  if (!visit) throw unknownVisit()
  return visit
}

/** Returns the visit to its host and to workplace administrators. @throws AppError entity_not_found, role_not_allowed */
export const getVisit = async (db: Db, caller: Principal, visitId: string): Promise<Visit> => {
  const visit = await getStored(db, caller.orgId, visitId)
  assertHostOrAdministrator(caller, visit.hostUserId)
  return visit
}

/** @throws AppError entity_not_found, place_inactive, user_inactive, role_not_allowed, invalid_body */
export const updateVisit = (db: Db, caller: Principal, visitId: string, changes: VisitChanges): Promise<Visit> =>
  transact(db, async (trx) => {
    const { orgId } = caller
    const stored = await lockVisit(trx, orgId, visitId)
    if (!stored) throw unknownVisit()
    assertHostOrAdministrator(caller, stored.host_user_id)
    const { status, visitorName, visitorEmail, visitorType, locationId, day, expectedAt, hostUserId } = changes
    const changed: Partial<VisitRow> = {
      ...(status !== undefined && { status }),
      ...(visitorName !== undefined && { visitor_name: visitorName }),
      ...(visitorEmail !== undefined && { visitor_email: visitorEmail || null }),
      ...(visitorType !== undefined && { visitor_type: visitorType || null }),
      ...(locationId && { location_id: locationId }),
      ...(day !== undefined && { day: readWrittenDay('day', day) }),
      ...(expectedAt !== undefined && { expected_at: expectedAtOf(expectedAt) }),
      ...(hostUserId && { host_user_id: hostUserId }),
    }
    if (changed.host_user_id !== undefined) {
      assertMayHost(caller, changed.host_user_id)
      await assertActiveUser(trx, orgId, changed.host_user_id, 'hostUserId')
    }
    const isMoved = changed.location_id !== undefined || day !== undefined || expectedAt !== undefined
    if (isMoved) await assertPlaceAndTime(trx, caller, { ...stored, ...changed })
    await updateVisitRow(trx, orgId, visitId, changed)
    return getStored(trx, orgId, visitId)
  })
