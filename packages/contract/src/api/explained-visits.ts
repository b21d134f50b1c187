import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { list, named, oneOf, text, timestamp } from '../schema/atoms.ts'
import { dayOfBuilding, explained, explainedDay, MAX_EXPLAINED_PEOPLE, nodeFilter, sentences } from './explained-figure.ts'
import { VisitRow } from './visit-rows.ts'

const of = VisitRow.properties

const visitorEvent = Type.Object({
  eventId: text(256, { description: 'Id of the event at its source.', example: 'reception-000042' }),
  sourceId: text(128, { description: 'The source.', example: 'reception' }),
  eventType: oneOf(['arrived', 'departed'], { description: 'Whether the visitor came or left.' }),
  timestamp: timestamp({ description: 'When.' }),
  receivedAt: timestamp({ description: 'When the event arrived.' }),
})

export const VisitsExplanation = named(
  'VisitsExplanation',
  Type.Object({
    ...explainedDay,
    visits: list(
      Type.Object({
        ...{ visitId: of.visitId, visitType: of.visitType, status: of.status, visitorName: of.visitorName },
        ...{ hostUserName: of.hostUserName, expectedAt: of.expectedAt, arrivedAt: of.arrivedAt, departedAt: of.departedAt },
        events: list(visitorEvent, {}, { description: 'The arrivals and departures of the visit, in order of time.' }),
        rule: text(1000, {
          description: 'How the visit came about, as a sentence.',
          example: 'Announced by ada.byron@example.com; arrived at 09:00 (reception).',
        }),
      }),
      { maxItems: MAX_EXPLAINED_PEOPLE },
      { description: `The first ${MAX_EXPLAINED_PEOPLE} visits of the day, by arrival or expected time.` },
    ),
    unmatched: list(visitorEvent, {}, { description: 'Departures of visitors who never arrived; they belong to no visit.' }),
    sentences,
  }),
)
export type VisitsExplanation = Static<typeof VisitsExplanation>

export const explainVisits = endpoint({
  ...explained,
  operation: 'explainVisits',
  path: '/api/explain/visits',
  summary: 'Explain the visits of a day',
  description:
    'The visits of a building and local day with the arrivals and departures that belong to each, and the events that belong to none. It is computed now: a published row keeps its values until the next refresh.',
  query: Type.Object({ ...dayOfBuilding, visitId: nodeFilter('Only this visit.') }),
  response: VisitsExplanation,
})
