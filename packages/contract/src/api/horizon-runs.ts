import Type, { type Static } from 'typebox'
import { locationId, locationName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { integer, named, text, timestamp, uuidInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay } from '../schema/params.ts'
import { ADMINISTRATORS, BOOKINGS_ADMINISTRATORS } from '../user-roles.ts'

export const HorizonRun = named(
  'HorizonRun',
  Type.Object({
    locationId,
    locationName,
    day: pathDay,
    startedAt: timestamp({ description: 'When the run started.' }),
    endedAt: timestamp({ description: 'When the run ended.' }),
    plans: integer({ minimum: 0 }, { description: 'Day plans created from week plans.', example: 412 }),
    bookings: integer({ minimum: 0 }, { description: 'Bookings made.', example: 398 }),
  }),
)
export type HorizonRun = Static<typeof HorizonRun>

const shared = { tag: 'administration', roles: AUTOMATION, path: '/api/horizon-runs' } as const

export const listHorizonRuns = endpoint({
  ...shared,
  operation: 'listHorizonRuns',
  method: 'GET',
  people: ADMINISTRATORS,
  summary: 'List horizon runs',
  description: 'What the nightly horizon engine planned and booked per building and day, latest first.',
  query: pageQuery({
    locationId: Type.Optional(text(100, { description: 'Only this building.', example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' })),
  }),
  response: pageOf('HorizonRunPage', HorizonRun),
})

export const HorizonRunRequest = named(
  'HorizonRunRequest',
  Type.Object({ locationId: uuidInput({ description: 'The building.' }) }),
)

export const runHorizon = endpoint({
  ...shared,
  operation: 'runHorizon',
  audit: 'horizon.run',
  method: 'POST',
  people: BOOKINGS_ADMINISTRATORS,
  summary: 'Plan and book now instead of at night',
  description: 'Runs the horizon engine for a building. Existing plans and bookings stay; repeating the call changes nothing.',
  body: HorizonRunRequest,
  response: HorizonRun,
  status: 201,
  errors: ['entity_not_found'],
})
