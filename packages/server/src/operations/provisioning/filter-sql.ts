import { type RawBuilder, sql } from 'kysely'
import type { Filter, Operator } from '../../gate/scim/filter.ts'
import { impliedParts } from '../../gate/scim/matches.ts'
import type { Attribute } from '../../gate/scim/schema.ts'
import { equalsInAnyCase, escapeLike } from '../../platform/sql/search-text.ts'
import { isUuid } from '../../platform/sql/uuid.ts'

type Sql = RawBuilder<unknown>

/** How the attributes of a kind of resource are read in SQL. */
export interface Columns {
  /** Expressions of texts, flags and times that have a column, by the keys of the attribute. */
  readonly columns: Readonly<Record<string, Sql>>
  /** The keys of the columns that have an index for searches. */
  readonly searched: readonly string[]
  /** The JSON object that has the other attributes. */
  readonly json: Sql
  /** JSON lists that are made of other tables. */
  readonly lists: Readonly<Record<string, Sql>>
  /** A condition by an index that everything with this part of a list meets. */
  readonly candidates: (name: string, part: string, value: string) => Sql | undefined
}

const pathOf = (keys: readonly string[]): string => keys.join(' ')

const pathIn = (json: Sql, keys: readonly string[]): Sql => sql`${json} #> array[${sql.join(keys.map((key) => sql.lit(key)))}]`

const textIn = (json: Sql, keys: readonly string[]): Sql =>
  keys.length === 1
    ? sql`${json} ->> ${sql.lit(keys[0] as string)}`
    : sql`${json} #>> array[${sql.join(keys.map((key) => sql.lit(key)))}]`

/** Returns the expression of an attribute that is no list, for conditions and orders. */
export const valueExpression = ({ columns, json }: Pick<Columns, 'columns' | 'json'>, keys: readonly string[]): Sql =>
  columns[pathOf(keys)] ?? textIn(json, keys)

/** Returns what texts are ordered by, without the letter case, and by an index where there is one for searches. */
export const orderExpressions = (context: Columns, keys: readonly string[]): Sql[] => {
  const text = valueExpression(context, keys)
  return [...(context.searched.includes(pathOf(keys)) ? [sql`search_text(${text})`] : []), sql`lower(${text})`]
}

const ORDER: Readonly<Record<string, Sql>> = { gt: sql.raw('~>~'), ge: sql.raw('~>=~'), lt: sql.raw('~<~'), le: sql.raw('~<=~') }
const TIME_ORDER: Readonly<Record<string, Sql>> = {
  ...{ gt: sql.raw('>'), ge: sql.raw('>='), lt: sql.raw('<'), le: sql.raw('<=') },
  ...{ eq: sql.raw('='), ne: sql.raw('<>') },
}

const compareTexts = ({ caseExact }: Attribute, op: Operator, expression: Sql, value: string): Sql => {
  const stored = caseExact ? sql`(${expression})` : sql`lower(${expression})`
  const given = caseExact ? sql`${value}::text` : sql`lower(${value}::text)`
  switch (op) {
    case 'eq':
      return sql`${stored} = ${given}`
    case 'ne':
      return sql`${stored} is distinct from ${given}`
    case 'co':
      return sql`position(${given} in ${stored}) > 0`
    case 'sw':
      return sql`${stored} like ${caseExact ? sql`${`${escapeLike(value)}%`}` : sql`lower(${`${escapeLike(value)}%`})`}`
    case 'ew':
      return sql`${stored} like ${caseExact ? sql`${`%${escapeLike(value)}`}` : sql`lower(${`%${escapeLike(value)}`})`}`
    default:
      return sql`${stored} ${ORDER[op] as Sql} ${given}`
  }
}

const compare = (context: Columns, { keys, attribute, op, value }: Extract<Filter, { kind: 'compare' }>): Sql => {
  const expression = valueExpression(context, keys)
  if (attribute.type === 'boolean') {
    const stored = context.columns[pathOf(keys)] ?? sql`coalesce((${expression})::boolean, false)`
    return sql`${stored} ${op === 'eq' ? sql.raw('=') : sql.raw('<>')} ${value}::boolean`
  }
  if (attribute.type === 'dateTime') {
    if (!(op in TIME_ORDER)) return compareTexts(attribute, op, sql`iso_timestamp(${expression})`, String(value))
    return sql`${expression} ${TIME_ORDER[op] as Sql} ${new Date(String(value)).toISOString()}::timestamptz`
  }
  if (pathOf(keys) === 'id' && op === 'eq') return isUuid(String(value)) ? sql`u.id = ${String(value)}::uuid` : sql`false`
  if (pathOf(keys) === 'id') return compareTexts(attribute, op, sql`u.id::text`, String(value))
  if (op === 'eq' && context.searched.includes(pathOf(keys))) return equalsInAnyCase(expression, sql`${String(value)}::text`)
  return compareTexts(attribute, op, expression, String(value))
}

/** Returns the condition of a filter (RFC 7644 §3.4.2.2). Absent attributes meet no comparison but `ne`. */
export const toCondition = (context: Columns, filter: Filter): Sql => {
  switch (filter.kind) {
    case 'and':
      return sql`(${toCondition(context, filter.left)} and ${toCondition(context, filter.right)})`
    case 'or':
      return sql`(${toCondition(context, filter.left)} or ${toCondition(context, filter.right)})`
    case 'not':
      return sql`not coalesce(${toCondition(context, filter.inner)}, false)`
    case 'present':
      return sql`(${presence(context, filter.keys)}) is not null`
    case 'compare':
      return compare(context, filter)
    case 'some':
      return some(context, filter)
  }
}

const presence = ({ columns, json }: Columns, keys: readonly string[]): Sql => columns[pathOf(keys)] ?? pathIn(json, keys)

const some = (context: Columns, { keys, inner }: Extract<Filter, { kind: 'some' }>): Sql => {
  const name = keys[0] as string
  const list = context.lists[name] ?? pathIn(context.json, keys)
  const element: Columns = { columns: {}, searched: [], json: sql`element`, lists: {}, candidates: () => undefined }
  const condition = inner ? toCondition(element, inner) : sql`true`
  const value = inner && impliedParts(inner)?.value
  const candidate = value === undefined ? undefined : context.candidates(name, 'value', String(value))
  const exact = sql`exists (select from jsonb_array_elements(${list}) as e (element) where ${condition})`
  return candidate ? sql`(${candidate} and ${exact})` : exact
}
