import type { Caller, GoodCalls } from './good-calls.ts'

const DAY = '2026-01-07'
/** A day that is not over: only administrators add gatherings and visits of the past. */
const AHEAD = '2098-01-07'

let called = 0
/** An hour that no other gathering has: a room has one at a time. */
const freeHour = () => {
  const start = Temporal.Instant.from(`${AHEAD}T00:00:00Z`).add({ hours: ++called })
  return { startsAt: start.toString(), endsAt: start.add({ hours: 1 }).toString() }
}

const query =
  (text: string, values: (caller: Caller) => unknown[]) =>
  (caller: Caller): Promise<unknown> =>
    caller.service.database.pool.query(text, values(caller))

/** Ids are unique within a kind only: bay, booking, event and visit have that of their building. */
const bay = query(
  `insert into parking_bays (org_id, id, location_id, name) values ($1, $2, $2, 'P-1') on conflict (org_id, id) do nothing`,
  ({ orgId, ids }) => [orgId, ids.berlin],
)
const parked = query(
  `insert into parking_bookings (org_id, id, user_id, day, location_id, bay_id, changed_by)
   values ($1, $2, $3, '${DAY}', $2, $2, 'directory') on conflict do nothing`,
  ({ orgId, ids }) => [orgId, ids.berlin, ids.ada],
)
const event = query(
  `with event as (
     insert into workplace_events (org_id, id, name, starts_at, ends_at, location_id, organizer_user_id)
     values ($1, $2, 'All hands', '${DAY}T13:00:00Z', '${DAY}T15:00:00Z', $2, $3)
     on conflict do nothing
   )
   insert into event_invitations (org_id, event_id, user_id) values ($1, $2, $3) on conflict do nothing`,
  ({ orgId, ids }) => [orgId, ids.berlin, ids.ada],
)
const visit = query(
  `insert into visits (org_id, id, visitor_name, location_id, day, host_user_id)
   values ($1, $2, 'Alan Mathison', $2, '${AHEAD}', $3) on conflict do nothing`,
  ({ orgId, ids }) => [orgId, ids.berlin, ids.ada],
)

const asAda = async ({ service, orgId, ids }: Caller) => (await service.signIn(orgId, [], ids.ada)).headers

/** Parking, workplace events and visitors. */
export const GATHERING: GoodCalls = {
  bodies: {
    bookParking: ({ ids }) => ({ locationId: ids.berlin }),
    createEvent: ({ ids }) => ({
      eventName: 'All hands',
      ...freeHour(),
      locationId: ids.berlin,
      spaceId: ids.room,
      invitees: [ids.grace],
    }),
    updateEvent: ({ ids }) => ({ eventName: 'All hands', spaceId: ids.room }),
    changeInvitations: ({ ids }) => ({ add: [ids.ada], remove: [ids.grace], groupId: ids.engineering }),
    replyToEvent: () => ({ reply: 'accepted' }),
    createVisit: ({ ids }) => ({ visitorName: 'Alan Mathison', locationId: ids.berlin, day: AHEAD, hostUserId: ids.ada }),
    updateVisit: ({ ids }) => ({ expectedAt: `${AHEAD}T09:00:00Z`, hostUserId: ids.ada }),
  },
  queries: {
    readParkingBookings: { startDate: DAY, endDate: DAY },
    readEvents: { startDate: DAY, endDate: DAY },
    listFreeBays: { day: DAY },
    listVisits: { startDate: AHEAD, endDate: AHEAD },
  },
  pathValues: {
    eventId: ({ ids }) => ids.berlin,
    visitId: ({ ids }) => ids.berlin,
  },
  preparations: {
    readParkingBookings: async (caller) => [await bay(caller), await parked(caller)],
    bookParking: bay,
    readEvents: event,
    listEvents: event,
    getEvent: event,
    updateEvent: event,
    listInvitations: event,
    changeInvitations: event,
    replyToEvent: event,
    listVisits: visit,
    getVisit: visit,
    updateVisit: visit,
  },
  // Every user may do this, but only to their own things.
  headers: {
    updateEvent: asAda,
    changeInvitations: asAda,
    replyToEvent: asAda,
    getVisit: asAda,
    createVisit: asAda,
    updateVisit: asAda,
  },
}
