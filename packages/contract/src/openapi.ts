import type { TSchema } from 'typebox'
import { type Deprecation, type Endpoint, isApplication, type Variant, variants, viewersOf } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { ERRORS } from './errors.ts'
import { errorCodes } from './openapi-errors.ts'
import { requestHeaders } from './openapi-headers.ts'
import { INFO, TAG_DESCRIPTIONS } from './openapi-info.ts'
import { Problem } from './problem.ts'
import { ROLE_NAMES } from './roles.ts'
import { FORMAT_TYPES } from './schema/format.ts'
import { USER_ROLE_NAMES, type UserRole } from './user-roles.ts'

type Json = Record<string, unknown>

/** Replaces every titled schema below the root with a reference, and adds it to the components. */
const hoist = (schema: unknown, components: Json): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, hoist(value, components)]))
  if (typeof copy.title !== 'string') return copy
  components[copy.title] = copy
  return { $ref: `#/components/schemas/${copy.title}` }
}

const problemResponses = (variant: Variant, components: Json): Json => {
  const all = errorCodes(variant)
  const statuses = [...new Set(all.map((code) => ERRORS[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = all.filter((code) => ERRORS[code].status === status)
      const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join('\n\n')
      return [String(status), { description, content: { 'application/problem+json': { schema: hoist(Problem, components) } } }]
    }),
  )
}

/** The rows of a dataset in each of its formats. */
const rowContent = (row: unknown): Json => ({
  [FORMAT_TYPES.json]: { schema: { type: 'array', items: row } },
  [FORMAT_TYPES.ndjson]: {
    schema: { type: 'string', description: 'One row per line, each a JSON object as in application/json.' },
  },
  [FORMAT_TYPES.csv]: {
    schema: {
      type: 'string',
      description:
        'RFC 4180 with a header row. null is an empty field, empty text is "". Text that a spreadsheet would read as a formula is prefixed with an apostrophe.',
    },
  },
  [FORMAT_TYPES.parquet]: {
    schema: { type: 'string', format: 'binary', description: 'A file with typed columns; timestamps are in UTC.' },
  },
})

const success = (endpoint: Endpoint, components: Json): Json => {
  const item = hoist(endpoint.response, components)
  return {
    [endpoint.status ?? 200]: {
      description: endpoint.streamed ? 'All rows, streamed.' : 'Done.',
      ...(endpoint.streamed ? { headers: DATASET_HEADERS } : {}),
      ...(endpoint.conditional ? { headers: { ETag: header('The version after the change.') } } : {}),
      content: endpoint.streamed ? rowContent(item) : { [endpoint.mediaType ?? 'application/json']: { schema: item } },
    },
    ...(endpoint.streamed ? { 304: { description: 'Unchanged since the ETag in If-None-Match.' } } : {}),
  }
}

const header = (description: string) => ({ description, schema: { type: 'string' } })

const DATASET_HEADERS: Json = {
  ETag: header('State of the dataset; send it back as If-None-Match.'),
  'Last-Modified': header('When the dataset last changed.'),
  'Warehouse-Refreshed-At': header('The time that the rows represent.'),
  'Warehouse-As-Of': header('Only if the rows come from a replica: they include every change before this time.'),
  'Warehouse-Row-Count': header('Number of rows in the body.'),
  'Content-Disposition': header('File name, for CSV and Parquet.'),
}

/** Marks objects as complete, down to the smallest. An object without properties may contain anything. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isComplete = copy.type === 'object' && Object.keys((copy.properties ?? {}) as Json).length > 0
  return isComplete ? { ...copy, additionalProperties: false } : copy
}

const requestBody = (endpoint: Endpoint, components: Json): Json => {
  const { body, form } = endpoint
  if (!body) return {}
  const content = { schema: hoist(isApplication(endpoint) ? closed(body) : body, components) }
  const forms = form ? { 'application/x-www-form-urlencoded': content } : {}
  return { requestBody: { required: true, content: { 'application/json': content, ...forms } } }
}

/** When it was deprecated, when it may go, and what to use instead. */
const notice = ({ since, sunset, instead }: Deprecation): string =>
  `Deprecated since ${since}${sunset ? `, gone after ${sunset} at the earliest` : ''}. ${instead}`

const parameters = (
  from: 'path' | 'query',
  parameterSchema: TSchema | undefined,
  deprecated: Readonly<Record<string, Deprecation>> = {},
): Json[] => {
  const { properties = {}, required = [] } = (parameterSchema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: from,
    required: required.includes(name),
    description: deprecated[name] ? `${schema.description} ${notice(deprecated[name])}` : schema.description,
    ...(deprecated[name] && { deprecated: true }),
    schema,
  }))
}

/** A sentence that lists who may call the operation. */
const permission = (variant: Variant): string => {
  const { roles, people, self } = variant.endpoint
  if (roles === 'public') return ''
  if (variant.endpoint.screens) return '\n\nKiosk screens only, by their link.'
  const keys = roles.map((role) => `${ROLE_NAMES[role]} (\`${role}\`)`).join(', ')
  const named = (users: readonly UserRole[]) => users.map((role) => `${USER_ROLE_NAMES[role]} (\`${role}\`)`).join(', ')
  if (people) return `\n\nUsers: ${named(people)}${self ? '; all users for themselves' : ''}. Keys: ${keys}.`
  const viewers = viewersOf(variant)
  return `\n\nRoles: ${keys}.${viewers.length > 0 ? ` Signed-in users: ${named(viewers)}.` : ''}`
}

const security = (variant: Variant): Json[] => {
  const { scheme } = variant
  if (scheme === 'none') return []
  if (scheme === 'session') return [{ session: [] }, { bearer: [] }]
  return [{ [scheme]: [] }, ...(viewersOf(variant).length > 0 ? [{ session: [] }] : [])]
}

const operation = (variant: Variant, components: Json): Json => {
  const { endpoint, scheme } = variant
  return {
    operationId: scheme === 'basic' ? `${endpoint.operation}Basic` : endpoint.operation,
    tags: [endpoint.tag],
    summary: scheme === 'basic' ? `${endpoint.summary} (Basic)` : endpoint.summary,
    description: `${endpoint.description}${endpoint.deprecated ? `\n\n${notice(endpoint.deprecated)}` : ''}${permission(variant)}`,
    ...(endpoint.deprecated && { deprecated: true }),
    security: security(variant),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query, endpoint.deprecatedQuery),
      ...requestHeaders(variant),
    ],
    ...requestBody(endpoint, components),
    responses: { ...success(endpoint, components), ...problemResponses(variant, components) },
  }
}

/** The OpenAPI 3.1 document of the endpoint table. TypeBox schemas are JSON Schema 2020-12, which OpenAPI 3.1 requires. */
export const openApiDocument = (version: string, endpoints: readonly Endpoint[] = Object.values(ENDPOINTS)): Json => {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const variant of endpoints.flatMap(variants)) {
    paths[variant.path] = { ...paths[variant.path], [variant.endpoint.method.toLowerCase()]: operation(variant, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { ...INFO, version },
    servers: [{ url: '/' }],
    tags: Object.entries(TAG_DESCRIPTIONS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'From POST /v1/auth or POST /v1/auth/token.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'rollcall_session',
          description:
            'From POST /api/session; named __Host-rollcall_session over HTTPS. POST, PUT, PATCH and DELETE also require the csrfToken in the X-CSRF-Token header.',
        },
        basic: { type: 'http', scheme: 'basic', description: 'Key id and secret, on the paths that end in /basic.' },
        screen: { type: 'http', scheme: 'bearer', description: 'The secret of a kiosk screen, from POST /api/kiosk-screens.' },
      },
    },
  }
}
