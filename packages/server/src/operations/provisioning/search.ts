import type { ScimCall } from '../../gate/http/serve-scim.ts'
import type { Json } from '../../gate/scim/matches.ts'
import { type Projection, projectionOf } from '../../gate/scim/projection.ts'
import { GROUP, type ResourceSchema, USER } from '../../gate/scim/schema.ts'
import { scimError } from '../../gate/scim/scim-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listResources, pageOf, type Query, type ResourcePage } from './list-resources.ts'
import type { Provider } from './provider.ts'

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export type Kind = 'Users' | 'Groups'
export const SCHEMAS: Record<Kind, ResourceSchema> = { Users: USER, Groups: GROUP }
/** The attribute that is read only if it is returned. */
export const PROJECTED: Record<Kind, string> = { Users: 'groups', Groups: 'members' }
export const KINDS: readonly Kind[] = ['Users', 'Groups']

export const toList = ({ totalResults, startIndex, resources }: ResourcePage): Json => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Lists what describes the service; it cannot be filtered (RFC 7644 §4). */
export const toWholeList = ({ query }: ScimCall, all: readonly Json[]): Json => {
  if (query.filter !== undefined) throw new AppError('role_not_allowed', { detail: 'This list cannot be filtered.' })
  return toList({ totalResults: all.length, startIndex: 1, resources: all })
}

const textOf = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return value.map(String).join(',')
  return value === undefined || value === null ? undefined : String(value)
}

const numberOf = (name: string, value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (/^-?\d{1,9}$/.test(String(value))) return Number(value)
  throw scimError('invalidValue', `${name} must be a number.`)
}

/** Reads what to list from the parameters of a GET or the body of a search. */
export const toQuery = (given: Readonly<Record<string, unknown>>): Query => ({
  filter: textOf(given.filter),
  startIndex: numberOf('startIndex', given.startIndex),
  count: numberOf('count', given.count),
  sortBy: textOf(given.sortBy),
  sortOrder: textOf(given.sortOrder),
})

export const toProjection = (schema: ResourceSchema, given: Readonly<Record<string, unknown>>): Projection =>
  projectionOf(schema, textOf(given.attributes), textOf(given.excludedAttributes))

export const searchOf = ({ body }: ScimCall): Readonly<Record<string, unknown>> => {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Json
  throw scimError('invalidSyntax', 'The search must be an object.')
}

/** Searches users and groups together: users come first. */
export const searchAll = async (db: Db, provider: Provider, call: ScimCall): Promise<Json> => {
  const given = searchOf(call)
  const query = toQuery(given)
  const { startIndex, count } = pageOf(query)
  const pages: ResourcePage[] = []
  let before = 0
  let left = count
  for (const kind of KINDS) {
    const own = { ...query, startIndex: Math.max(1, startIndex - before), count: left }
    const page = await listResources(
      db,
      provider,
      kind,
      SCHEMAS[kind],
      own,
      toProjection(SCHEMAS[kind], given),
      call.baseUrl,
    ).catch((error: unknown) => {
      // A filter may name attributes that only the other kind has.
      if (error instanceof AppError && error.extras.members?.scimType === 'invalidFilter') return error
      throw error
    })
    if (page instanceof AppError) continue
    pages.push(page)
    before += page.totalResults
    left -= page.resources.length
  }
  if (pages.length === 0) throw scimError('invalidFilter', 'The filter is valid neither for users nor for groups.')
  const totalResults = pages.reduce((sum, page) => sum + page.totalResults, 0)
  return toList({ totalResults, startIndex, resources: pages.flatMap(({ resources }) => resources) })
}
