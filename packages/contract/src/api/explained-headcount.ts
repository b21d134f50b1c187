import Type, { type Static } from 'typebox'
import { levelName, optionalName, zoneName } from '../datasets/columns.ts'
import { HeadcountRow } from '../datasets/headcount.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, integer, list, named, oneOf, text, timestamp } from '../schema/atoms.ts'
import { explained, explainedHour, hourOfDay, MAX_EXPLAINED_PEOPLE, nodeFilter, sentences } from './explained-figure.ts'
import { VisitRow } from './visit-rows.ts'

const of = HeadcountRow.properties
const userId = id({ description: 'The user.' })
const userName = text(320, { description: 'userName of the user.', example: 'ada.byron@example.com' })

const first = (what: string) => `The first ${MAX_EXPLAINED_PEOPLE} ${what}`

export const HeadcountExplanation = named(
  'HeadcountExplanation',
  Type.Object({
    ...explainedHour,
    locationType: of.locationType,
    nodeId: of.nodeId,
    levelName: of.levelName,
    zoneName: of.zoneName,
    ...{ people: of.people, visitors: of.visitors, planned: of.planned, booked: of.booked, capacity: of.capacity },
    hasRow: flag({ description: 'Whether headcount has a row for it; there is none where nothing happened.' }),
    seenOnDay: integer(
      { minimum: 0 },
      { description: 'Distinct people who were seen there on the day, in whichever hour.', example: 131 },
    ),
    stays: list(
      Type.Object({
        userId,
        userName,
        firstSeenAt: timestamp({ description: 'First seen there on the day.' }),
        firstEventId: text(256, { description: 'Id of this event at its source.', example: 'badge-000042' }),
        firstSourceId: text(128, { description: 'Its source.', example: 'badges' }),
        lastSeenAt: timestamp({ description: 'Last seen there on the day.' }),
        lastEventId: text(256, { description: 'Id of this event at its source.', example: 'wifi-000007' }),
        lastSourceId: text(128, { description: 'Its source.', example: 'wifi' }),
        eventCount: integer({ minimum: 1 }, { description: 'Events of the user there on the day.', example: 5 }),
      }),
      { maxItems: MAX_EXPLAINED_PEOPLE },
      { description: `${first('people')} who count in this hour, in the order in which they were first seen.` },
    ),
    visits: list(
      Type.Object({
        visitId: VisitRow.properties.visitId,
        arrivedAt: timestamp({ description: 'When the visitor arrived.' }),
        departedAt: VisitRow.properties.departedAt,
      }),
      { maxItems: MAX_EXPLAINED_PEOPLE },
      { description: `${first('visits')} that count in this hour, by arrival. Empty for levels and zones.` },
    ),
    plans: list(
      Type.Object({
        userId,
        userName,
        decidedBy: oneOf(['booking', 'plan', 'primaryLocation'], {
          description: 'What names the building of the office plan.',
          example: 'plan',
        }),
      }),
      { maxItems: MAX_EXPLAINED_PEOPLE },
      { description: `${first('people')} who plan to come, by userName. Empty for levels and zones.` },
    ),
    bookings: list(
      Type.Object({
        bookingId: id({ description: 'The booking.' }),
        userId,
        userName,
        zoneName: optionalName('The booked zone', '2 North'),
        placeName: optionalName('The booked desk', 'D-2-014'),
      }),
      { maxItems: MAX_EXPLAINED_PEOPLE },
      { description: `${first('bookings')} there, by userName.` },
    ),
    capacities: list(
      Type.Object({
        zoneId: id({ description: 'A zone that can be booked.' }),
        zoneName,
        levelName,
        isNeighborhood: flag({ description: 'Whether it is booked by capacity, and not desk by desk.', example: false }),
        capacity: integer({ minimum: 0 }, { description: 'Places of a neighborhood, else active desks.', example: 24 }),
      }),
      {},
      { description: 'The zones whose capacity adds up, by level and zone.' },
    ),
    sentences,
  }),
)
export type HeadcountExplanation = Static<typeof HeadcountExplanation>

export const explainHeadcount = endpoint({
  ...explained,
  operation: 'explainHeadcount',
  path: '/api/explain/headcount',
  summary: 'Explain the people counted in an hour',
  description:
    'Who was at a building, level or zone in an hour of local time, with the first and last event of each person; and the visits, plans, bookings and desks behind the other figures. It is computed now: a published row keeps its figures until the next refresh.',
  query: Type.Object({ ...hourOfDay, nodeId: nodeFilter('A level or zone of the building; the building itself when absent.') }),
  response: HeadcountExplanation,
})
