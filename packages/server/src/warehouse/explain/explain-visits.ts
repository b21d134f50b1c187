import { MAX_EXPLAINED_PEOPLE, type VisitsExplanation } from '@rollcall/contract'
import { sql } from 'kysely'
import { getLocation } from '../../directory/places/find-location.ts'
import type { Db } from '../../platform/db/database.ts'
import { inSnapshot } from './in-snapshot.ts'

interface ExplainedVisits {
  readonly orgId: string
  readonly locationId: string
  readonly day: string
  /** Only this visit. */
  readonly visitId: string | undefined
}

type Visit = VisitsExplanation['visits'][number]
type Event = VisitsExplanation['unmatched'][number]

/**
 * Explains the visits of a building and day by the arrivals and departures that belong to each.
 * @throws AppError entity_not_found
 */
export const explainVisits = (db: Db, of: ExplainedVisits): Promise<VisitsExplanation> =>
  inSnapshot(db, async (snapshot) => {
    const { locationName, timeZone } = await nameOf(snapshot, of)
    const rows = await listVisits(snapshot, of)
    const events = Map.groupBy(await listEvents(snapshot, of), ({ visitId }) => visitId)
    const eventsOf = (visitId: string | null): Event[] => (events.get(visitId) ?? []).map(({ visitId: _, ...event }) => event)
    const visits = rows.map((visit) => {
      const own = eventsOf(visit.visitId)
      return { ...visit, events: own, rule: visitRule(visit, own, timeZone) }
    })
    const unmatched = of.visitId === undefined ? eventsOf(null) : []
    const { day, locationId } = of
    return { day, locationId, locationName, timeZone, visits, unmatched, sentences: visitSentences(unmatched) }
  })

const MATCHING =
  'An arrival belongs to the announced visit of its building and day with the same e-mail, in any letter case, else with the same name and host; otherwise it is a visit of its own. A departure belongs to the last arrival of the same visitor before it, by e-mail, badge, or name and host.'

/** Says how visits come about. The web app writes the same, and the rule of each, in the language of the reader. */
export const visitSentences = (unmatched: readonly Event[]): string[] => [
  MATCHING,
  ...(unmatched.length === 0
    ? []
    : [`Departures without an arrival or an announced visit count for nothing: ${unmatched.length}.`]),
]

const nameOf = async (db: Db, { orgId, locationId }: ExplainedVisits) => {
  await getLocation(db, orgId, locationId)
  return db
    .selectFrom('locations')
    .select(['name as locationName', 'time_zone as timeZone'])
    .where('org_id', '=', orgId)
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow()
}

const listVisits = async (db: Db, { orgId, locationId, day, visitId }: ExplainedVisits) => {
  const { rows } = await sql<Omit<Visit, 'events' | 'rule'>>`
    select v.visit_id as "visitId", v.visit_type as "visitType", v.status, v.visitor_name as "visitorName",
      v.host_user_name as "hostUserName", iso_timestamp(v.expected_at) as "expectedAt", iso_timestamp(v.arrived_at) as "arrivedAt",
      iso_timestamp(v.departed_at) as "departedAt"
    from daily_visits(${orgId}, ${day}, ${day}) v
    where v.location_id = ${locationId} ${visitId === undefined ? sql`` : sql`and v.visit_id = ${visitId}`}
    order by coalesce(v.arrived_at, v.expected_at) nulls last, v.visit_id
    limit ${MAX_EXPLAINED_PEOPLE}
  `.execute(db)
  return rows
}

const listEvents = async (db: Db, { orgId, locationId, day }: ExplainedVisits) => {
  const { rows } = await sql<Event & { visitId: string | null }>`
    select e.visit_id as "visitId", e.event_id as "eventId", s.source_id as "sourceId",
      case when e.is_arrival then 'arrived' else 'departed' end as "eventType", iso_timestamp(e.occurred_at) as timestamp,
      iso_timestamp(e.received_at) as "receivedAt"
    from visitor_event_visits(${orgId}, ${day}, ${day}, ${locationId}) e
    join sources s on s.org_id = ${orgId} and s.source_no = e.source_no
    order by e.occurred_at, s.source_id, e.event_id
  `.execute(db)
  return rows
}

export const visitRule = (visit: Omit<Visit, 'events' | 'rule'>, events: readonly Event[], timeZone: string): string => {
  const at = ({ timestamp, sourceId }: Event) =>
    `at ${Temporal.Instant.from(timestamp).toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' })} (${sourceId})`
  const came = visit.visitType === 'walkIn' ? 'Came unannounced' : `Announced by ${visit.hostUserName ?? 'no known host'}`
  if (visit.status === 'cancelled') return `${came}; canceled, so no arrival belongs to it.`
  const arrival = events.find(({ eventType, timestamp }) => eventType === 'arrived' && timestamp === visit.arrivedAt)
  const departure = events.find(({ eventType, timestamp }) => eventType === 'departed' && timestamp === visit.departedAt)
  const arrived = arrival ? `; arrived ${at(arrival)}` : '; no arrival belongs to it'
  return `${came}${arrived}${departure ? `, left ${at(departure)}` : arrival ? ', and no departure follows' : ''}.`
}
