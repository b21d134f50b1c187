import type { TSchema } from 'typebox'

/** What a column of a dataset holds, whatever it is written as. */
export interface Column {
  readonly name: string
  readonly kind: 'text' | 'timestamp' | 'date' | 'boolean' | 'integer' | 'number' | 'json'
}

/** `primaryLocationId` as `primary_location_id`: the name of a field in SQL, which folds the case of names. */
export const snakeCase = (field: string): string => field.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

interface PropertySchema {
  readonly type?: string | readonly string[]
  readonly format?: string
}

/** The columns of a row by its schema, as JSON writes them, in the order of the contract, in which the rows are written as well. */
export const columnsOf = (row: TSchema): Column[] => {
  const { properties } = row as unknown as { properties: Record<string, PropertySchema> }
  return Object.entries(properties).map(([name, property]) => ({ name, kind: kindOf(property) }))
}

/**
 * The same where there is a type for dates: a `day` is a date there, also where JSON writes it as midnight UTC. As a point in time
 * it would be the day before in every session west of UTC.
 */
export const typedColumnsOf = (row: TSchema): Column[] =>
  columnsOf(row).map(({ name, kind }) => ({ name, kind: name === 'day' ? 'date' : kind }))

/** Anything that is neither text nor a number nor a truth value is JSON: objects, lists, and what may be several things. */
const kindOf = ({ type, format }: PropertySchema): Column['kind'] => {
  const types = [type].flat().filter((each) => each !== 'null')
  const [only] = types
  if (types.length !== 1) return 'json'
  if (only === 'boolean' || only === 'integer' || only === 'number') return only
  if (only !== 'string') return 'json'
  if (format === 'date-time') return 'timestamp'
  return format === 'date' ? 'date' : 'text'
}
