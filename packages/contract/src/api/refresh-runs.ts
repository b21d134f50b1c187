import Type, { type Static } from 'typebox'
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
import { ADMINISTRATORS, BOOKINGS_ADMINISTRATORS } from '../user-roles.ts'

export const REFRESH_TRIGGERS = ['schedule', 'command', 'request'] as const
export const REFRESH_STATUSES = ['running', 'succeeded', 'failed', 'interrupted'] as const

const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })

export const RefreshRun = named(
  'RefreshRun',
  Type.Object({
    runNo: integer({ minimum: 1 }, { description: 'Number of the run; later ones have higher numbers.', example: 4711 }),
    trigger: oneOf(REFRESH_TRIGGERS, { description: 'What started the run: the nightly schedule, an operator, or this API.' }),
    status: oneOf(REFRESH_STATUSES, {
      description: 'State of the run. Only a succeeded run published anything; an interrupted run was stopped or killed.',
    }),
    locationIds: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: text(36, {
        description: `Id of a building; \`${NO_LOCATION}\` for rows of users without any building.`,
        example: UUID_EXAMPLE,
      }),
      description:
        'The buildings whose past days it published; null for all. Published days are restated in every building where they changed.',
    }),
    startedAt: timestamp({ description: 'When the run started.' }),
    endedAt: nullable(timestamp({ description: 'When the run ended; null while it runs.' })),
    days: count('Days computed.', 3),
    rows: count('Rows of the published segments.', 1240),
    segments: count('Segments published.', 12),
    restated: count('Segments among them that had been published before.', 2),
    error: nullable(
      text(500, { description: 'Why the run failed; null if it did not.', example: 'canceling statement due to user request' }),
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
  summary: 'List refresh runs',
  description: 'Every run of the refresh, latest first, with what it published.',
  query: pageQuery({}),
  response: pageOf('RefreshRunPage', RefreshRun),
})

export const RefreshRunRequest = named(
  'RefreshRunRequest',
  Type.Object({
    locationId: optionalUuidInput({ description: 'The building whose past days to publish; all when absent.' }),
    date: optional(
      dateInput({ description: 'Compute only this day, even if it did not change. Not allowed with from, to or all.' }),
    ),
    from: optional(
      dateInput({
        description: 'Compute only the days starting with this one, even if they did not change. Not allowed with all.',
      }),
    ),
    to: optional(dateInput({ description: 'With from: the last day; the last completed day when absent.' })),
    all: optional(flag({ description: 'Compute every published day, even if it did not change.' })),
  }),
)
export type RefreshRunRequest = Static<typeof RefreshRunRequest>

export const runRefresh = endpoint({
  ...shared,
  operation: 'runRefresh',
  audit: 'refresh.run',
  method: 'POST',
  people: BOOKINGS_ADMINISTRATORS,
  summary: 'Refresh the warehouse now instead of at night',
  description:
    'Publishes completed days, restates published days that changed, and responds when done. Requested days are computed again even without a known change; identical results stay unchanged. Repeating the call changes nothing. 409 while another refresh is running.',
  body: RefreshRunRequest,
  response: RefreshRun,
  status: 201,
  errors: ['entity_not_found', 'conflict'],
})
