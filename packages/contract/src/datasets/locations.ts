import Type, { type Static } from 'typebox'
import { WAREHOUSE_READERS } from '../access/roles.ts'
import { ANALYSTS } from '../access/user-roles.ts'
import { endpoint } from '../endpoint.ts'
import { integer, named, text } from '../schema/atoms.ts'
import { formatParameter } from '../schema/format.ts'
import { locationId, locationName, postalAddress, status, updatedAt } from './columns.ts'

export const LocationRow = named(
  'LocationRow',
  Type.Object({
    locationId,
    locationName,
    address: postalAddress,
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
