import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateFilters } from '../../gate/parameters/date-range.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { assertInvitationsShown, changeInvitations, createEvent, getEvent, replyToEvent, updateEvent } from './event-service.ts'
import { selectEvents, selectInvitations } from './event-view.ts'

/** Registers the operations on workplace events, their invitations and replies. */
export const registerEventRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listEvents, async ({ caller, query }) => {
    const page = pageRequest(query, ['timestamp', 'uuid'])
    const { locationId, mine } = query
    const filters = { ...readDateFilters(query), locationId: filterId(locationId), isMine: mine === 'true' }
    const rows = await selectEvents(db, caller.orgId, caller.userId, filters, page)
    return toPage(
      page,
      rows,
      ({ position, eventId }) => [position, eventId],
      ({ position: _, ...event }) => event,
    )
  })

  serve(http, ENDPOINTS.getEvent, ({ caller, params }) => getEvent(db, caller, params.eventId))

  serve(http, ENDPOINTS.createEvent, ({ body, caller }) => createEvent(db, caller, body))

  serve(http, ENDPOINTS.updateEvent, ({ body, caller, params }) => updateEvent(db, caller, params.eventId, body))

  serve(http, ENDPOINTS.listInvitations, async ({ caller, params, query }) => {
    const page = pageRequest(query, ['uuid'])
    await assertInvitationsShown(db, caller, params.eventId)
    const rows = await selectInvitations(db, caller.orgId, caller.userId, params.eventId, query.reply, page)
    return toPage(
      page,
      rows,
      ({ userId }) => [userId],
      (row) => row,
    )
  })

  serve(http, ENDPOINTS.changeInvitations, ({ body, caller, params }) => changeInvitations(db, caller, params.eventId, body))

  serve(http, ENDPOINTS.replyToEvent, ({ body, caller, params }) => replyToEvent(db, caller, params.eventId, body.reply))
}
