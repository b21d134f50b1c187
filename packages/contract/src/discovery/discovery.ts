import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { list, named, nullable, oneOf, text } from '../schema/atoms.ts'

export const Health = named(
  'Health',
  Type.Object({
    status: oneOf(['ok'], { description: 'The process answers.', example: 'ok' }),
    version: text(20, { description: 'Version of the service.', example: '0.1.0' }),
  }),
)

export const Readiness = named(
  'Readiness',
  Type.Object({
    status: oneOf(['ready'], { description: 'The database answers and its schema is current.', example: 'ready' }),
    cells: Type.Optional(
      list(
        Type.Object({
          name: Type.String({ pattern: '^[a-z0-9-]{1,40}$', description: 'Name of the cell.', examples: ['main'] }),
          status: oneOf(['ready', 'unavailable'], { description: 'Whether its organizations are served.', example: 'ready' }),
          detail: nullable(text(200, { description: 'Why they are not.', example: 'The database cannot be reached.' })),
        }),
        {},
        { description: 'The databases of the service, where there are several: it is ready if one of them is.' },
      ),
    ),
  }),
)
export type Readiness = Static<typeof Readiness>

export const Changelog = named(
  'Changelog',
  Type.Object({
    changes: list(
      Type.Object({
        version: text(20, { description: 'Version of the service.', example: '0.1.0' }),
        date: text(10, { description: 'Day of release.', example: '2026-11-21' }),
        kind: oneOf(['added', 'changed', 'deprecated', 'removed'], { description: 'What happened to the API.' }),
        text: text(1000, { description: 'The change, in a sentence.', example: 'Presence and occupancy submission.' }),
      }),
      {},
      { description: 'Changes of the API, newest first.' },
    ),
  }),
)
export type Changelog = Static<typeof Changelog>

const discovery = { method: 'GET', tag: 'discovery', roles: 'public' } as const

export const getHealth = endpoint({
  ...discovery,
  operation: 'getHealth',
  path: '/healthz',
  summary: 'Whether the process is alive',
  description: 'Does not touch the database.',
  response: Health,
})

export const getReadiness = endpoint({
  ...discovery,
  operation: 'getReadiness',
  path: '/readyz',
  summary: 'Whether the service is ready',
  description: '503 while the database is unreachable or its schema is out of date, and when the node is about to stop.',
  response: Readiness,
  errors: ['unavailable'],
})

export const getOpenApi = endpoint({
  ...discovery,
  operation: 'getOpenApi',
  path: '/openapi.json',
  summary: 'This API as OpenAPI 3.1',
  description: 'Generated from the same schemas that the server validates with.',
  response: named('OpenApiDocument', Type.Object({}, { additionalProperties: true })),
})

export const getChangelog = endpoint({
  ...discovery,
  operation: 'getChangelog',
  path: '/changelog.json',
  summary: 'Changes of this API',
  description: '`/v1` is additive-only; deprecations are announced here and by headers.',
  response: Changelog,
})

export const getMetrics = endpoint({
  ...discovery,
  operation: 'getMetrics',
  path: '/metrics',
  summary: 'Metrics for Prometheus',
  description: 'Requires the metrics token of the operator as bearer token.',
  response: Type.String({ description: 'Prometheus text format.', examples: ['rollcall_events_total 1'] }),
  mediaType: 'text/plain',
  errors: ['credentials_missing', 'credentials_invalid'],
})
