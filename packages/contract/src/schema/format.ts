import Type, { type Static } from 'typebox'
import { oneOf } from './atoms.ts'

/** The formats of a dataset, by the name that `?format=` takes, with their media types; the first is the default (contract §4). */
export const FORMAT_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const

const formatName = oneOf(Object.keys(FORMAT_TYPES) as (keyof typeof FORMAT_TYPES)[], {
  description: 'Format of the answer, with the same rows and names in each; without it the Accept header decides.',
  example: 'csv',
})
export type Format = Static<typeof formatName>

/** The parameter that every dataset takes. */
export const formatParameter = { format: Type.Optional(formatName) }
