import Type, { type Static } from 'typebox'
import { levelId, levelName, locationId, locationName, zoneId, zoneName } from '../datasets/columns.ts'
import { ZONE_TYPES } from '../datasets/desks.ts'
import { endpoint } from '../endpoint.ts'
import { id, list, named, nullable, oneOf, text, UUID_EXAMPLE } from '../schema/atoms.ts'
import { dayParameter } from '../schema/date-range.ts'
import { kpi } from './analytics-kpis.ts'
import { compared, count, forAdministrators, freshness, groupIds, hidden, locationIds, period } from './analytics-scope.ts'
import { idFilter } from './entity.ts'

/** Maximum number of desks in a list of outliers. */
export const MAX_LISTED_DESKS = 200

/** Maximum number of days whose hours are read at once. */
export const MAX_HOUR_DAYS = 31

/** Fewer days than this tell when a single person came and left, so only callers who may see people get their hours. */
export const MIN_HOUR_DAYS = 5

/** Minimum share of the workdays on which an "always full" desk is used. */
export const ALWAYS_FULL_SHARE = 0.9

const deskCounts = {
  desks: count('Active desks, including those in neighborhoods.', 120),
  capacity: count('Desks, or the capacity of a neighborhood.', 120),
}
const deskDays = {
  bookedDeskDays: nullable(count('Days on which its desks or its capacity were booked; null when hidden.', 5100)),
  usedDeskDays: nullable(
    count('Days on which they were used, among days with reported presence; null without such days, and when hidden.', 4704),
  ),
  deskDays: nullable(
    count(
      'Desks, or the capacity of a neighborhood, that could be booked on each workday of the building, added up; null when hidden.',
      7440,
    ),
  ),
  measuredDeskDays: nullable(
    count('The same over the workdays on which the building reported presence; null when hidden.', 7440),
  ),
  utilization: kpi('utilization'),
}
const totals = Type.Object({ ...deskCounts, ...deskDays }, { description: 'All zones in scope together. Only workdays count.' })

const place = {
  placeId: id({ description: 'The desk.' }),
  placeName: text(200, { description: 'Its name.', example: 'D-2-014' }),
  zoneId,
  zoneName,
  levelId,
  levelName,
}
const standOut = (description: string) =>
  Type.Object(
    {
      count: nullable(count('Number of such desks; null when hidden.', 7)),
      items: list(
        Type.Object({ ...place, locationId, locationName }),
        {},
        { description: `The first ${MAX_LISTED_DESKS}, by building, level, zone and name.` },
      ),
    },
    {
      description: `${description} Assigned desks count only for callers who may see figures of single people, and only if no day of the period has been anonymized.`,
    },
  )

export const DeskFigures = named(
  'DeskFigures',
  Type.Object({
    ...hidden,
    totals,
    previous: Type.Object(
      { ...compared, totals, current: totals },
      {
        description:
          'The comparison with the same weekdays of an earlier period: `current` covers the compared workdays, `totals` those daysBack earlier.',
      },
    ),
    zones: list(
      Type.Object({
        locationId,
        locationName,
        levelId,
        levelName,
        zoneId,
        zoneName,
        kind: oneOf(ZONE_TYPES, { description: 'How the zone is booked: by capacity or by desk.' }),
        ...hidden,
        ...deskCounts,
        ...deskDays,
      }),
      {},
      { description: 'Active zones, and others that could be booked on a day that counts, by building, level and name.' },
    ),
    levels: list(
      Type.Object({ locationId, locationName, levelId, levelName, ...hidden, ...deskCounts, ...deskDays }),
      {},
      { description: 'Levels of these zones, each the sum of its zones.' },
    ),
    neverUsed: standOut('Bookable desks that were not used on any workday with reported presence.'),
    alwaysFull: standOut(`Bookable desks that were booked or used on at least ${ALWAYS_FULL_SHARE * 100} % of the workdays.`),
    ...freshness,
  }),
)
export type DeskFigures = Static<typeof DeskFigures>

export const getDeskFigures = endpoint({
  ...forAdministrators,
  operation: 'getDeskFigures',
  path: '/api/analytics/desks',
  summary: 'Use of desks, by level and zone',
  description:
    'Current desks and capacity, and the use of the desks of then on the published workdays of the period. Figures of a building are hidden when its attendance is. With groupIds, only the zones of these groups and their descendants.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: DeskFigures,
  errors: ['range_too_large'],
})

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
  description: `For a floor plan, of at most ${MAX_HOUR_DAYS} days. A desk is in use from the first to the last time that a person was seen at it, and that the person who had booked it was seen or checked in in the building that day. Assigned desks are hidden as in GET /api/analytics/places, and all desks are hidden from callers who may not see figures of single people if fewer than ${MIN_HOUR_DAYS} workdays count. Anonymous days do not count, because nothing tells at which desks people were. An unknown building or level has no desks.`,
  query: Type.Object({
    from: period.from,
    to: dayParameter(`Last day, inclusive, at most ${MAX_HOUR_DAYS - 1} days after the first`),
    locationId: text(100, { description: 'The building.', example: UUID_EXAMPLE }),
    levelId: idFilter('Only on this level.'),
  }),
  response: PlaceHourFigures,
  errors: ['range_too_large'],
})
