import type { TSchema } from 'typebox'

/** A column of a dataset, independent of the output format. */
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

/** The columns of a row schema in the order of the contract, typed as JSON writes them. Rows are written in the same order. */
export const columnsOf = (row: TSchema): Column[] => {
  const { properties } = row as unknown as { properties: Record<string, PropertySchema> }
  return Object.entries(properties).map(([name, property]) => ({ name, kind: kindOf(property) }))
}

/**
 * The same for formats with a date type: there `day` is a date, although JSON writes it as midnight UTC. As a timestamp it would
 * be the previous day in every session west of UTC.
 */
export const typedColumnsOf = (row: TSchema): Column[] =>
  columnsOf(row).map(({ name, kind }) => ({ name, kind: name === 'day' ? 'date' : kind }))

/** Anything that is not a string, number or boolean is JSON: objects, lists and unions. */
const kindOf = ({ type, format }: PropertySchema): Column['kind'] => {
  const types = [type].flat().filter((each) => each !== 'null')
  const [only] = types
  if (types.length !== 1) return 'json'
  if (only === 'boolean' || only === 'integer' || only === 'number') return only
  if (only !== 'string') return 'json'
  if (format === 'date-time') return 'timestamp'
  return format === 'date' ? 'date' : 'text'
}
