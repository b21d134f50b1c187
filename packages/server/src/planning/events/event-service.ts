import { randomUUID } from 'node:crypto'
import {
  ANALYSTS,
  type InvitationChanges,
  MAX_INVITATIONS,
  type NewWorkplaceEvent,
  type Reply,
  WORKPLACE_ADMINISTRATORS,
  type WorkplaceEvent,
  type WorkplaceEventChanges,
} from '@rollcall/contract'
import { assertActiveUser, assertActiveUsers } from '../../directory/people/find-user.ts'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { readWrittenTime } from '../../gate/parameters/written-days.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { assertDuration, assertGroup, assertNode, assertNotOver } from './event-checks.ts'
import { tellCanceled, tellInvited } from './event-pushes.ts'
import {
  addGroup,
  addInvitations,
  countInvitations,
  type EventRow,
  insertEvent,
  lockEvent,
  removeInvitations,
  saveReply,
  updateEventRow,
} from './event-store.ts'
import { countAttended, findEvent, type ShownEvent } from './event-view.ts'

const unknownEvent = () => new AppError('entity_not_found', { detail: 'There is no workplace event with this id.' })

/** Returns the event as the caller may see it, with the number of attendees for analysts. @throws AppError entity_not_found */
export const getEvent = async (db: Db, caller: Principal, eventId: string): Promise<WorkplaceEvent> => {
  const event = await getUncounted(db, caller, eventId)
  return hasRole(caller, ANALYSTS) ? { ...event, attendedCount: await countAttended(db, caller.orgId, event) } : event
}

/** Omits the attendees, because counting them takes too long while the event is locked. @throws AppError entity_not_found */
const getUncounted = async (db: Db, caller: Principal, eventId: string): Promise<WorkplaceEvent> => {
  const { position: _, ...event } = await assertEvent(db, caller, eventId)
  return { ...event, attendedCount: null }
}

/** @throws AppError entity_not_found, event_private */
export const assertInvitationsShown = async (db: Db, caller: Principal, eventId: string): Promise<void> => {
  const { eventName } = await assertEvent(db, caller, eventId)
  if (eventName === null) throw new AppError('event_private')
}

/** @throws AppError entity_not_found */
const assertEvent = async (db: Db, { orgId, userId }: Principal, eventId: string): Promise<ShownEvent> => {
  const event = await findEvent(db, orgId, userId, eventId)
  if (!event) throw unknownEvent()
  return event
}

const inRules = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => underRules(transact(db, work))

/** @throws AppError entity_not_found, invalid_body, place_inactive, user_inactive, role_not_allowed, conflict, day_in_past, space_taken */
export const createEvent = (db: Db, caller: Principal, body: NewWorkplaceEvent): Promise<WorkplaceEvent> =>
  inRules(db, async (trx) => {
    const { orgId } = caller
    const eventId = body.eventId ?? randomUUID()
    const organizer = body.organizerUserId ?? caller.userId
    const isOther = organizer !== caller.userId
    // This comes first: a caller who may not organize the event does not learn whether it exists.
    if (isOther) assertWorkplaceAdministrator(caller, 'Only workplace administrators and keys name another user as organizer.')
    if (await isRepeated(trx, orgId, eventId, organizer)) return getUncounted(trx, caller, eventId)
    if (isOther && organizer !== null) await assertActiveUser(trx, orgId, organizer, 'organizerUserId')
    const { eventName: name, locationId, spaceId: space_id = null } = body
    const invitees = body.invitees ?? []
    const [starts_at, ends_at] = [readWrittenTime('startsAt', body.startsAt), readWrittenTime('endsAt', body.endsAt)]
    assertDuration(starts_at, ends_at)
    assertNotOver(caller, ends_at)
    await assertNode(trx, orgId, locationId, space_id)
    await assertActiveUsers(trx, orgId, invitees, 'invitees')
    const place = { location_id: locationId, space_id, organizer_user_id: organizer }
    const row = { name, status: 'scheduled', is_private: body.isPrivate ?? false, starts_at, ends_at, ...place } as const
    if (await insertEvent(trx, orgId, eventId, row))
      await tellInvited(trx, caller, eventId, await addInvitations(trx, orgId, eventId, invitees))
    else await isRepeated(trx, orgId, eventId, organizer)
    return getUncounted(trx, caller, eventId)
  })

/** Returns whether the event already exists with this organizer. @throws AppError conflict if it has another organizer */
const isRepeated = async (trx: Db, orgId: string, eventId: string, organizer: string | null): Promise<boolean> => {
  const stored = await lockEvent(trx, orgId, eventId)
  if (stored && stored.organizer_user_id !== organizer) {
    throw new AppError('conflict', { detail: 'This eventId belongs to an event of another organizer. Choose another one.' })
  }
  return stored !== undefined
}

const assertWorkplaceAdministrator = (caller: Principal, detail: string): void => {
  if (!hasRole(caller, WORKPLACE_ADMINISTRATORS)) throw new AppError('role_not_allowed', { detail })
}

/** Administrators may change only what does not reveal a private event; its organizer may change everything. */
const assertMayChange = (caller: Principal, event: EventRow, touchesPrivate: boolean): void => {
  if (caller.userId !== null && event.organizer_user_id === caller.userId) return
  assertWorkplaceAdministrator(
    caller,
    `This is for the organizer of the event, and for: ${WORKPLACE_ADMINISTRATORS.join(' or ')}.`,
  )
  if (event.is_private && touchesPrivate) {
    throw new AppError('role_not_allowed', {
      detail: 'The event is private: only its organizer may change its name, its invitations, and whether it is private.',
    })
  }
}

const getLocked = async (trx: Db, orgId: string, eventId: string): Promise<EventRow> => {
  const event = await lockEvent(trx, orgId, eventId)
  if (!event) throw unknownEvent()
  return event
}

/** @throws AppError entity_not_found, role_not_allowed, invalid_body, place_inactive, day_in_past, space_taken */
export const updateEvent = (
  db: Db,
  caller: Principal,
  eventId: string,
  changes: WorkplaceEventChanges,
): Promise<WorkplaceEvent> =>
  inRules(db, async (trx) => {
    const { eventName, status, isPrivate, startsAt, endsAt, locationId, spaceId } = changes
    const event = await getLocked(trx, caller.orgId, eventId)
    assertMayChange(caller, event, eventName !== undefined || isPrivate !== undefined)
    const changed: Partial<EventRow> = {
      ...(eventName !== undefined && { name: eventName }),
      ...(status !== undefined && { status }),
      ...(isPrivate !== undefined && { is_private: isPrivate }),
      ...(startsAt !== undefined && { starts_at: readWrittenTime('startsAt', startsAt) }),
      ...(endsAt !== undefined && { ends_at: readWrittenTime('endsAt', endsAt) }),
      ...(locationId && { location_id: locationId }),
      ...(spaceId !== undefined && { space_id: spaceId }),
    }
    const { starts_at, ends_at, location_id, space_id } = { ...event, ...changed }
    if (startsAt !== undefined || endsAt !== undefined) {
      assertDuration(starts_at, ends_at)
      assertNotOver(caller, ends_at)
    }
    if (locationId || spaceId !== undefined) await assertNode(trx, caller.orgId, location_id, space_id)
    await updateEventRow(trx, caller.orgId, eventId, changed)
    if (status === 'cancelled' && event.status !== 'cancelled') await tellCanceled(trx, caller, eventId)
    return getUncounted(trx, caller, eventId)
  })

/** @throws AppError entity_not_found, role_not_allowed, user_inactive, conflict */
export const changeInvitations = (
  db: Db,
  caller: Principal,
  eventId: string,
  { add, remove, groupId }: InvitationChanges,
): Promise<WorkplaceEvent> =>
  transact(db, async (trx) => {
    const { orgId } = caller
    assertMayChange(caller, await getLocked(trx, orgId, eventId), true)
    const invited = add ?? []
    await assertActiveUsers(trx, orgId, invited, 'add')
    if (groupId) await assertGroup(trx, orgId, groupId)
    const kept = new Set(invited)
    const removed = (remove ?? []).filter((id) => !kept.has(id))
    await removeInvitations(trx, orgId, eventId, removed)
    const added = [
      ...(await addInvitations(trx, orgId, eventId, invited)),
      ...(groupId ? await addGroup(trx, orgId, eventId, groupId) : []),
    ]
    if ((await countInvitations(trx, orgId, eventId)) > MAX_INVITATIONS) {
      throw new AppError('conflict', { detail: `An event has at most ${MAX_INVITATIONS} invitations. Nothing was changed.` })
    }
    await updateEventRow(trx, orgId, eventId, {})
    await tellInvited(trx, caller, eventId, added)
    return getUncounted(trx, caller, eventId)
  })

/** @throws AppError entity_not_found for a caller who is not invited, conflict */
export const replyToEvent = (db: Db, caller: Principal, eventId: string, reply: Reply): Promise<WorkplaceEvent> =>
  transact(db, async (trx) => {
    const { orgId, userId } = caller
    const { status } = await getLocked(trx, orgId, eventId)
    if (userId === null || !(await saveReply(trx, orgId, eventId, userId, reply))) {
      throw new AppError('entity_not_found', { detail: 'You are not invited to this event.' })
    }
    if (status === 'cancelled') throw new AppError('conflict', { detail: 'The event is canceled.' })
    await updateEventRow(trx, orgId, eventId, {})
    return getUncounted(trx, caller, eventId)
  })
