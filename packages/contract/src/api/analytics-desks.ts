import Type, { type Static, type TProperties } from 'typebox'
import { levelId, levelName, locationId, locationName, zoneId, zoneName } from '../datasets/columns.ts'
import { ZONE_TYPES } from '../datasets/desks.ts'
import { endpoint } from '../endpoint.ts'
import { list, named, nullable, oneOf } from '../schema/atoms.ts'
import { kpi } from './analytics-kpis.ts'
import { place } from './analytics-places.ts'
import { compared, count, forAdministrators, freshness, groupIds, hidden, locationIds, period } from './analytics-scope.ts'

/** Maximum number of desks in a list of outliers. */
export const MAX_LISTED_DESKS = 200

/** Minimum share of the workdays on which an "always full" desk is used. */
export const ALWAYS_FULL_SHARE = 0.9

/** Maximum share of the workdays with reported presence on which a "hardly used" desk is used. */
export const HARDLY_USED_SHARE = 0.25

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

const standOut = <Use extends TProperties>(description: string, use: Use, order = 'by building, level, zone and name') =>
  Type.Object(
    {
      count: nullable(count('Number of such desks; null when hidden.', 7)),
      items: list(
        Type.Object({ ...place, locationId, locationName, ...use }),
        {},
        { description: `The first ${MAX_LISTED_DESKS}, ${order}.` },
      ),
    },
    {
      description: `${description} Assigned desks count only for callers who may see figures of single people, and only if no day of the period has been anonymized.`,
    },
  )

const useOfDesk = {
  usedDays: count('Workdays with reported presence on which it was used.', 3),
  measuredWorkdays: count('Published workdays with reported presence on which it could be booked.', 62),
  utilization: Type.Number({
    description: 'usedDays / measuredWorkdays.',
    minimum: 0,
    maximum: HARDLY_USED_SHARE,
    examples: [0.05],
  }),
}

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
    hardlyUsed: standOut(
      `Bookable desks that were used on at most ${HARDLY_USED_SHARE * 100} % of the workdays with reported presence, those that were never used included.`,
      useOfDesk,
      'the least used first, then by building, level, zone and name',
    ),
    neverUsed: standOut('Bookable desks that were not used on any workday with reported presence.', {}),
    alwaysFull: standOut(`Bookable desks that were booked or used on at least ${ALWAYS_FULL_SHARE * 100} % of the workdays.`, {}),
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
