import Type, { type Static } from 'typebox'
import { ADMINISTRATORS, BOOKERS } from '../access/user-roles.ts'
import { NO_LOCATION } from '../datasets/attendance.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import {
  dateInput,
  flag,
  integer,
  named,
  nullable,
  oneOf,
  optional,
  optionalUuidInput,
  text,
  timestamp,
  UUID_EXAMPLE,
} from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'

export const REFRESH_TRIGGERS = ['schedule', 'command', 'request'] as const
export const REFRESH_STATUSES = ['running', 'succeeded', 'failed', 'interrupted'] as const

const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })

export const RefreshRun = named(
  'RefreshRun',
  Type.Object({
    runNo: integer({ minimum: 1 }, { description: 'Number of the run; later ones have higher numbers.', example: 4711 }),
    trigger: oneOf(REFRESH_TRIGGERS, { description: 'What started it: the night, an operator, or this API.' }),
    status: oneOf(REFRESH_STATUSES, {
      description: 'What became of it. Only one that succeeded published anything; an interrupted one was stopped or died.',
    }),
    locationIds: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: text(36, {
        description: `Id of a building; \`${NO_LOCATION}\` for rows of users without any building.`,
        example: UUID_EXAMPLE,
      }),
      description: 'The buildings whose past days it published; null for all. Published days are restated wherever they changed.',
    }),
    startedAt: timestamp({ description: 'When it began.' }),
    endedAt: nullable(timestamp({ description: 'When it ended; null while it runs.' })),
    days: count('Days computed.', 3),
    rows: count('Rows in the segments that it published.', 1240),
    segments: count('Segments published.', 12),
    restated: count('Of these the ones that had been published before.', 2),
    error: nullable(
      text(500, { description: 'Why it failed; null when it did not.', example: 'canceling statement due to user request' }),
    ),
  }),
)
export type RefreshRun = Static<typeof RefreshRun>

const shared = { tag: 'administration', roles: AUTOMATION, path: '/api/refresh-runs' } as const

export const listRefreshRuns = endpoint({
  ...shared,
  operation: 'listRefreshRuns',
  method: 'GET',
  people: ADMINISTRATORS,
  summary: 'Refreshes of the warehouse',
  description: 'Every run of the refresh, latest first, with what it published.',
  query: pageQuery({}),
  response: pageOf('RefreshRunPage', RefreshRun),
})

export const RefreshRunRequest = named(
  'RefreshRunRequest',
  Type.Object({
    locationId: optionalUuidInput({ description: 'The building whose past days are to be published; all when absent.' }),
    date: optional(dateInput({ description: 'Only this day, computed whether it changed or not. Not with from, to or all.' })),
    from: optional(
      dateInput({ description: 'Only the days from this one on, computed whether they changed or not. Not with all.' }),
    ),
    to: optional(dateInput({ description: 'With from: up to this day; up to the last one that is over when absent.' })),
    all: optional(flag({ description: 'Computes every published day, whether it changed or not.' })),
  }),
)
export type RefreshRunRequest = Static<typeof RefreshRunRequest>

export const runRefresh = endpoint({
  ...shared,
  operation: 'runRefresh',
  method: 'POST',
  people: BOOKERS,
  summary: 'Refresh the warehouse now instead of at night',
  description:
    'Publishes days that are over and restates published days that changed, and answers when that is done. Days that are asked for are computed again even if nothing is known to have changed; what comes out the same stays as it is. Repeating it changes nothing. 409 while another refresh is running.',
  body: RefreshRunRequest,
  response: RefreshRun,
  status: 201,
  errors: ['entity_not_found', 'conflict'],
})
