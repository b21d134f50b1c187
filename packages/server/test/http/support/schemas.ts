import { ImportFile, LiveBooking, LiveHello, LiveOccupancy, LivePresence, Problem } from '@rollcall/contract'
import { ALL } from './good-calls.ts'

export type Schema = Record<string, unknown> & {
  title?: string
  description?: string
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Every schema that the product publishes, by a name to find it by. */
export const ROOTS: { name: string; schema: Schema }[] = [
  ...ALL.flatMap(({ operation, body, params, query, response }) => [
    { name: `${operation} params`, schema: params },
    { name: `${operation} body`, schema: body },
    { name: `${operation} query`, schema: query },
    { name: `${operation} response`, schema: response },
  ]),
  { name: 'ImportFile', schema: ImportFile },
  { name: 'Problem', schema: Problem },
  ...[LiveHello, LivePresence, LiveOccupancy, LiveBooking].map((schema) => ({ name: 'live event', schema })),
].flatMap(({ name, schema }) => (schema ? [{ name, schema: schema as unknown as Schema }] : []))

/** The schema and all below it, with the path to each. */
export const walk = function* (schema: Schema, path: string): Generator<{ path: string; schema: Schema; isProperty: boolean }> {
  yield* walkFrom(schema, path, false)
}

const walkFrom = function* (
  schema: Schema,
  path: string,
  isProperty: boolean,
): Generator<{ path: string; schema: Schema; isProperty: boolean }> {
  yield { path, schema, isProperty }
  for (const [name, child] of Object.entries(schema.properties ?? {})) yield* walkFrom(child, `${path}.${name}`, true)
  if (schema.items) yield* walkFrom(schema.items, `${path}[]`, false)
  for (const child of schema.anyOf ?? []) yield* walkFrom(child, `${path}|`, false)
  for (const child of Object.values((schema.patternProperties ?? {}) as Record<string, Schema>))
    yield* walkFrom(child, `${path}.*`, false)
  if (typeof schema.additionalProperties === 'object') yield* walkFrom(schema.additionalProperties as Schema, `${path}.*`, false)
}

export const allSchemas = () => ROOTS.flatMap(({ name, schema }) => [...walk(schema, name)])

/** An object or array: its parts carry the examples. */
export const isCompound = ({ properties, items, anyOf = [] }: Schema): boolean =>
  properties !== undefined || items?.properties !== undefined || anyOf.some(isCompound)
