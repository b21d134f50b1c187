import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { publishedFields, shownFields } from '../entities/fields.ts'
import { LOCATION_FIELDS } from '../entities/location-fields.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { integer, named, text } from '../schema/atoms.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { locationId, locationName, status, updatedAt } from './columns.ts'

export const LocationRow = named(
  'LocationRow',
  Type.Object({
    locationId,
    locationName,
    ...shownFields(publishedFields(LOCATION_FIELDS)),
    status,
    timeZone: text(100, { description: 'IANA time zone; a day is its local calendar day.', example: 'Europe/Berlin' }),
    deskCount: integer({ minimum: 0 }, { description: 'Active desks.', example: 240 }),
    spaceCount: integer({ minimum: 0 }, { description: 'Active spaces.', example: 18 }),
    updatedAt,
  }),
)
export type LocationRow = Static<typeof LocationRow>

export const readLocations = endpoint({
  operation: 'readLocations',
  audit: { none: 'Its rows have no people.' },
  method: 'GET',
  path: '/v1/analytics/locations',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'All locations',
  description: 'One row per building, ordered by locationId.',
  query: Type.Object({ ...formatParameter }),
  response: LocationRow,
  streamed: true,
})
