import Type, { type Static } from 'typebox'
import { levelId, levelName, zoneId, zoneName } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import { id, list, named, nullable, text, UUID_EXAMPLE } from '../schema/atoms.ts'
import { dayParameter } from '../schema/date-range.ts'
import { kpi } from './analytics-kpis.ts'
import { count, forAdministrators, freshness, hidden, period } from './analytics-scope.ts'
import { idFilter } from './entity.ts'

/** Maximum number of days whose hours are read at once. */
export const MAX_HOUR_DAYS = 31

/** Fewer days than this tell when a single person came and left, so only callers who may see people get their hours. */
export const MIN_HOUR_DAYS = 5

export const place = {
  placeId: id({ description: 'The desk.' }),
  placeName: text(200, { description: 'Its name.', example: 'D-2-014' }),
  zoneId,
  zoneName,
  levelId,
  levelName,
}
const position = (axis: 'x' | 'y') =>
  nullable(
    Type.Number({ description: `Position on the floor plan along ${axis}, in meters; null if unknown.`, examples: [12.5] }),
  )

export const PlaceFigures = named(
  'PlaceFigures',
  Type.Object({
    ...hidden,
    places: list(
      Type.Object({
        ...place,
        x: position('x'),
        y: position('y'),
        hidden: hidden.hidden,
        bookedDays: nullable(count('Workdays on which it was booked; null when hidden.', 40)),
        usedDays: nullable(count('Workdays on which it was used; null when hidden, and when no presence was reported.', 37)),
        workdays: count('Published workdays of the building on which the desk could be booked.', 62),
        measuredWorkdays: count('Those on which the building reported presence.', 62),
        utilization: kpi('utilization'),
      }),
      {},
      { description: 'Active desks, by level, zone and name.' },
    ),
    ...freshness,
  }),
)
export type PlaceFigures = Static<typeof PlaceFigures>

export const getPlaceFigures = endpoint({
  ...forAdministrators,
  operation: 'getPlaceFigures',
  path: '/api/analytics/places',
  summary: 'Use of each desk of a building',
  description:
    'For a floor plan. Assigned desks are hidden from callers who may not see figures of single people, and if any day of the period has been anonymized. An unknown building or level has no desks.',
  query: Type.Object({
    ...period,
    locationId: text(100, { description: 'The building.', example: UUID_EXAMPLE }),
    levelId: idFilter('Only on this level.'),
  }),
  response: PlaceFigures,
  errors: ['range_too_large'],
})

export const PlaceHourFigures = named(
  'PlaceHourFigures',
  Type.Object({
    ...hidden,
    places: list(
      Type.Object({
        ...place,
        x: position('x'),
        y: position('y'),
        hidden: hidden.hidden,
        measuredWorkdays: count('Published workdays on which the desk could be booked and the building reported presence.', 22),
        usedDaysByHour: nullable(
          Type.Array(count('Days on which it was in use in this hour.', 14), {
            minItems: 24,
            maxItems: 24,
            description:
              'On how many of these workdays the desk was in use in each hour of the clock of the building, from 0 to 23; null when hidden, and when no presence was reported.',
          }),
        ),
      }),
      {},
      { description: 'Active desks, by level, zone and name.' },
    ),
    ...freshness,
  }),
)
export type PlaceHourFigures = Static<typeof PlaceHourFigures>

export const getPlaceHourFigures = endpoint({
  ...forAdministrators,
  operation: 'getPlaceHourFigures',
  path: '/api/analytics/place-hours',
  summary: 'Use of each desk of a building, by hour of the day',
  description: `For a floor plan, of at most ${MAX_HOUR_DAYS} days. A desk is in use from the first to the last time that a person was seen at it, and that the person who had booked it was seen or checked in in the building that day. Assigned desks are hidden as in GET /api/analytics/places. Callers who may not see figures of single people see whole calendar months only, once they are published and if at least ${MIN_HOUR_DAYS} workdays count, and no desks that were used on 1 to ${MIN_HOUR_DAYS - 1} days: from the difference of other periods the hours of a day could be computed. Anonymous days do not count, because nothing tells at which desks people were. An unknown building or level has no desks.`,
  query: Type.Object({
    from: period.from,
    to: dayParameter(`Last day, inclusive, at most ${MAX_HOUR_DAYS - 1} days after the first`),
    locationId: text(100, { description: 'The building.', example: UUID_EXAMPLE }),
    levelId: idFilter('Only on this level.'),
  }),
  response: PlaceHourFigures,
  errors: ['range_too_large'],
})
