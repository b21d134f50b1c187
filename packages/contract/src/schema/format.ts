import Type, { type Static } from 'typebox'
import { oneOf } from './atoms.ts'

/** The formats of a dataset with their media types, by their name in `?format=`; the first is the default (contract §4). */
export const FORMAT_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const

const formatName = oneOf(Object.keys(FORMAT_TYPES) as (keyof typeof FORMAT_TYPES)[], {
  description: 'Format of the response; rows and names are the same in each. Without it the Accept header decides.',
  example: 'csv',
})
export type Format = Static<typeof formatName>

/** The parameter that every dataset accepts. */
export const formatParameter = { format: Type.Optional(formatName) }
