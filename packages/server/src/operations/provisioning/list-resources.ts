import { type RawBuilder, sql } from 'kysely'
import { isExtension, resolveName } from '../../gate/scim/attribute-path.ts'
import { type Filter, parseFilter } from '../../gate/scim/filter.ts'
import type { Json } from '../../gate/scim/matches.ts'
import type { Projection } from '../../gate/scim/projection.ts'
import type { ResourceSchema } from '../../gate/scim/schema.ts'
import type { Db } from '../../platform/db/database.ts'
import { groupColumnsOf, userColumnsOf } from './columns.ts'
import { type Columns, orderExpressions, toCondition, valueExpression } from './filter-sql.ts'
import { GROUPS_WITH_PROVISIONED, type GroupRow, groupColumns, isGroupOf, toGroupResource } from './group-rows.ts'
import type { Provider } from './provider.ts'
import { isSeenBy, toUserResource, USERS_WITH_PROVISIONED, type UserRow, userColumns } from './user-rows.ts'

export const MAX_RESULTS = 1_000
const DEFAULT_RESULTS = 100

export interface Query {
  readonly filter?: string | undefined
  readonly startIndex?: number | undefined
  readonly count?: number | undefined
  readonly sortBy?: string | undefined
  readonly sortOrder?: string | undefined
}

interface Kind {
  readonly columns: Columns
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly select: (projection: Projection) => RawBuilder<unknown>
  readonly toResource: (row: never, baseUrl: string) => Json
}

const usersOf = (provider: Provider): Kind => ({
  columns: userColumnsOf(provider),
  from: USERS_WITH_PROVISIONED,
  where: isSeenBy(provider),
  select: (projection) => userColumns(provider, projection.includes('groups')),
  toResource: (row: UserRow, baseUrl) => toUserResource(row, baseUrl),
})

const groupsOf = (provider: Provider): Kind => ({
  columns: groupColumnsOf(provider),
  from: GROUPS_WITH_PROVISIONED,
  where: isGroupOf(provider),
  select: (projection) => groupColumns(projection.includes('members')),
  toResource: (row: GroupRow, baseUrl) => toGroupResource(row, baseUrl),
})

/** Orders by an attribute, texts by code points, as the indexes of searches do; resources without it come last. */
const orderOf = (schema: ResourceSchema, columns: Columns, { sortBy, sortOrder }: Query): RawBuilder<unknown> => {
  const path = sortBy ? resolveName(schema, sortBy) : undefined
  if (!path || isExtension(path) || (path.attribute.multiValued && path.attribute.name !== 'emails')) return sql`u.id`
  const isDescending = sortOrder?.toLowerCase() === 'descending'
  const { attribute, sub } = path
  if (attribute.multiValued) return sql`lower(u.email) using ${sql.raw(isDescending ? '~>~' : '~<~')} nulls last, u.id`
  const keys = sub ? [...path.keys, sub.name] : attribute.type === 'complex' ? [...path.keys, 'value'] : path.keys
  if (keys[0] === 'id') return isDescending ? sql`u.id desc` : sql`u.id`
  const expression = valueExpression(columns, keys)
  const type = (sub ?? attribute).type
  if (type === 'boolean' || type === 'dateTime')
    return sql`${expression} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last, u.id`
  const texts = (sub ?? attribute).caseExact ? [expression] : orderExpressions(columns, keys)
  const order = texts.map((text) => sql`${text} using ${sql.raw(isDescending ? '~>~' : '~<~')} nulls last`)
  return sql`${sql.join(order)}, u.id`
}

/** A page of resources. */
export interface ResourcePage {
  readonly totalResults: number
  readonly startIndex: number
  readonly resources: readonly Json[]
}

export const pageOf = ({ startIndex = 1, count = DEFAULT_RESULTS }: Query) => ({
  startIndex: Math.max(1, startIndex),
  count: Math.min(MAX_RESULTS, Math.max(0, count)),
})

const list = async (
  db: Db,
  schema: ResourceSchema,
  { columns, from, where, select, toResource }: Kind,
  query: Query,
  projection: Projection,
  baseUrl: string,
): Promise<ResourcePage> => {
  const filter: Filter | undefined = query.filter === undefined ? undefined : parseFilter(schema, query.filter)
  const matching = filter ? sql`${where} and ${toCondition(columns, filter)}` : where
  const { startIndex, count } = pageOf(query)
  const { rows } =
    count === 0
      ? { rows: [] }
      : await sql<object>`
          select ${select(projection)}
          from ${from}
          where ${matching}
          order by ${orderOf(schema, columns, query)}
          limit ${count}
          offset ${startIndex - 1}`.execute(db)
  const isWhole = rows.length > 0 ? rows.length < count : count > 0 && startIndex === 1
  const totalResults = isWhole ? startIndex - 1 + rows.length : await countOf(db, from, matching)
  return { totalResults, startIndex, resources: rows.map((row) => projection.of(toResource(row as never, baseUrl))) }
}

const countOf = async (db: Db, from: RawBuilder<unknown>, matching: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from} where ${matching}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lists users or groups; equality of indexed attributes takes one look-up, whatever else the filter says. */
export const listResources = (
  db: Db,
  provider: Provider,
  kind: 'Users' | 'Groups',
  schema: ResourceSchema,
  query: Query,
  projection: Projection,
  baseUrl: string,
): Promise<ResourcePage> =>
  list(db, schema, kind === 'Users' ? usersOf(provider) : groupsOf(provider), query, projection, baseUrl)
